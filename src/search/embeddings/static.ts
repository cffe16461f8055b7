import { wordSet } from '../../languages/index.ts'
import type { Embedder } from './embedder.ts'
import type { ModelPart } from './model-file.ts'
import { piecesOf } from './wordpiece.ts'

const ENGLISH_SILENT = wordSet(({ words }) => words?.silent, 'en')
const CHINESE_SILENT = wordSet(({ words }) => words?.silent, 'zh')

interface LazyPart {
  readonly dimensions: number
  readonly read: () => ModelPart
}

/**
 * The model that Dream carries: the rows of a text's pieces are summed. The English and the Chinese part stand side by
 * side in the vector, weighted by how much of the text is Chinese; a sentence in one language is never near one in the
 * other, and nothing promises that it is.
 */
export function staticEmbedder(english: LazyPart, chinese: LazyPart): Embedder {
  const dimensions = english.dimensions + chinese.dimensions
  return {
    name: 'static',
    dimensions,
    embed(text) {
      const share = chineseShare(text)
      const vector = new Float32Array(dimensions)
      if (share < 1) put(vector, 0, sumOf(text, english.read(), ENGLISH_SILENT), Math.sqrt(1 - share))
      if (share > 0)
        put(vector, english.dimensions, sumOf(text, chinese.read(), CHINESE_SILENT), Math.sqrt(share))
      return vector
    },
  }
}

/** Of the words: a Chinese character is about half of one. */
function chineseShare(text: string): number {
  const han = (text.match(/\p{Script=Han}/gu)?.length ?? 0) / 2
  const latin = text.match(/[\p{L}\p{N}]+/gu)?.filter(word => !/\p{Script=Han}/u.test(word)).length ?? 0
  return han + latin === 0 ? 0 : han / (han + latin)
}

function sumOf(text: string, part: ModelPart, silent: ReadonlySet<string>): Float64Array {
  const sum = new Float64Array(part.dimensions)
  const pieces = piecesOf(text, part.vocabulary)
  const quiet = silentRows(part, silent)
  const spoken = pieces.filter(row => !quiet.has(row))
  for (const row of spoken.length === 0 ? pieces : spoken) {
    const scale = part.scales[row]!
    const start = row * part.dimensions
    for (let at = 0; at < part.dimensions; at++) sum[at]! += part.rows[start + at]! * scale
  }
  return sum
}

const known = new WeakMap<ModelPart, ReadonlySet<number>>()

function silentRows(part: ModelPart, silent: ReadonlySet<string>): ReadonlySet<number> {
  const found = known.get(part)
  if (found !== undefined) return found
  const rows = new Set<number>()
  for (const [piece, row] of part.vocabulary)
    if (silent.has(piece) || /^[\p{P}\p{S}]+$/u.test(piece)) rows.add(row)
  known.set(part, rows)
  return rows
}

function put(vector: Float32Array, start: number, sum: Float64Array, weight: number): void {
  let square = 0
  for (const value of sum) square += value * value
  if (square === 0) return
  const factor = weight / Math.sqrt(square)
  for (const [at, value] of sum.entries()) vector[start + at] = value * factor
}
