import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compareMeasures } from '../../bench/distil/embedding.ts'
import { modelBytes } from '../../scripts/embed-model/write.ts'
import { cosine } from '../../src/journal/likeness.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import { readModelPart } from '../../src/search/embeddings/model-file.ts'
import { staticEmbedder } from '../../src/search/embeddings/static.ts'
import { piecesOf } from '../../src/search/embeddings/wordpiece.ts'

const embedder = loadEmbedder()!
const near = (a: string, b: string) => cosine(embedder.embed(a), embedder.embed(b))

describe('the model that comes with Dream', () => {
  it('is what its checksums say', () => {
    const sums = readFileSync('model/SHA256SUMS', 'utf8').trim().split('\n')
    expect(sums).toHaveLength(2)
    for (const line of sums) {
      const [sum, name] = line.split(/\s+/)
      expect(
        createHash('sha256')
          .update(readFileSync(`model/${name}`))
          .digest('hex'),
      ).toBe(sum)
    }
  })

  it('J7 finds a paraphrase before anything else far more often than shared words do', () => {
    const rows = compareMeasures(embedder)
    const model = rows.at(-1)!
    const lexical = rows.slice(0, -1)
    expect(model.measure).toBe('static model')
    expect(model.english).toBeGreaterThanOrEqual(0.8)
    expect(model.chinese).toBeGreaterThanOrEqual(0.7)
    for (const row of lexical) {
      expect(model.english).toBeGreaterThan(row.english)
      expect(model.chinese).toBeGreaterThan(row.chinese)
    }
  })

  it('gives vectors of length one, the same every time, and none for nothing', () => {
    for (const text of ['hello world', '你好世界', 'a mixed 句子 here']) {
      const vector = embedder.embed(text)
      expect(vector).toHaveLength(512)
      expect(cosine(vector, vector)).toBeCloseTo(1, 5)
      expect(embedder.embed(text)).toEqual(vector)
    }
    expect(cosine(embedder.embed(''), embedder.embed(''))).toBe(0)
  })

  it('promises nothing across languages', () => {
    expect(near('The cat drinks milk', '猫喝牛奶')).toBeLessThan(0.1)
    expect(near('The cat drinks milk', 'A kitten has some milk')).toBeGreaterThan(0.5)
  })
})

describe('tokens', () => {
  const vocabulary = new Map(
    ['un', '##afford', '##able', 'cafe', '猫', '!', 'x'].map((piece, row) => [piece, row]),
  )

  it('are cut like BERT cuts them: the longest piece first, accents dropped, every Chinese character alone', () => {
    expect(piecesOf('Unaffordable CAFÉ! 猫猫', vocabulary)).toEqual([0, 1, 2, 3, 5, 4, 4])
    expect(piecesOf('unknownword', vocabulary)).toEqual([])
    expect(piecesOf('x'.repeat(200_000), vocabulary)).toEqual([])
  })
})

describe('a model file', () => {
  it('is read back as it was written, and refused where it is cut off', () => {
    const rows = new Float32Array([1, -2, 0.5, 0.25, 0, 4])
    const bytes = modelBytes(['eins', 'zwei', '猫'], rows, 2)
    const part = readModelPart(bytes)
    expect([...part.vocabulary.keys()]).toEqual(['eins', 'zwei', '猫'])
    for (const [at, value] of rows.entries())
      expect(part.rows[at]! * part.scales[Math.floor(at / 2)]!).toBeCloseTo(value, 1)
    expect(() => readModelPart(bytes.subarray(0, -1))).toThrow(/incomplete/)
    expect(
      staticEmbedder({ ...part, read: () => part }, { ...part, read: () => part })
        .embed('eins zwei')
        .slice(2),
    ).toEqual(new Float32Array(2))
  })
})
