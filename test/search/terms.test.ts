import fc from 'fast-check'
// @ts-expect-error the package has no types
import snowball from 'snowball-stemmers'
import { describe, expect, it } from 'vitest'
import { stem } from '../../src/languages/index.ts'
import { Terms } from '../../src/search/keywords.ts'
import { passagesOf } from '../../src/search/passage.ts'
import { termsOf } from '../../src/search/terms.ts'

const oracle = snowball.newStemmer('english') as { stem(word: string): string }

describe('the stemmer', () => {
  it('M4 agrees with Snowball on words made of its own endings', () => {
    const starts = fc.constantFrom(
      ...'gener commun arsen hop agre tan plast relat condition digit radic feud bl sk happ y by us on tr'.split(
        ' ',
      ),
    )
    const middles = fc.constantFrom(...'e i o a y ing ed at iz er ion al iv ab ous ment ll ss pp'.split(' '))
    const ends = fc.constantFrom(
      ...'s es ed ing ingly edly eed eedly ational tional enci ization izer fulness ousness iveness biliti logi fulli lessli ness ative icate ement ment ion ous ize e l li y ies ied us'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(starts, middles, ends), { minLength: 1, maxLength: 4 }), parts => {
        const word = parts.join('')
        expect(stem(word, 'full')).toBe(oracle.stem(word))
      }),
      { numRuns: 3000 },
    )
  })

  it('M4 agrees with Snowball on any letters', () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."aeiouybcdfgklmnprstvwxz'"),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(letters, word => {
        fc.pre(!/^'|''|'$/.test(word))
        expect(stem(word, 'full')).toBe(oracle.stem(word))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('terms', () => {
  it('M4 cuts identifiers and paths, and keeps them whole', () => {
    expect(termsOf('getUserName in src/auth/login.ts')).toEqual([
      'get',
      'user',
      'name',
      'getusername',
      'in',
      'src',
      'auth',
      'login',
      'ts',
      'src/auth/login.ts',
    ])
    expect(termsOf('user_name HTTPServer v12')).toEqual(
      expect.arrayContaining(['user', 'name', 'user_name', 'http', 'server', 'httpserver', 'v12']),
    )
    expect(termsOf('databases')).toEqual(termsOf('database'))
  })

  it('M4 finds Chinese words of any length, whatever stands around them', () => {
    const terms = termsOf('我们把数据库迁移到了新的服务器。')
    for (const word of ['数据', '迁移', '服务']) expect(terms).toContain(word)
    expect(termsOf('猫')).toEqual(['猫'])
    expect(termsOf('数据')).toEqual(['数', '据', '数据'])
    expect(termsOf('Ｆｕｌｌ ｗｉｄｔｈ')).toEqual(termsOf('Full width'))
  })

  it('takes hostile text without complaint, and leaves nothing out for being frequent', () => {
    expect(termsOf('the cat')).toContain('the')
    expect(termsOf('constructor __proto__ toString')).toEqual(
      expect.arrayContaining(['constructor', '__proto__']),
    )
    for (const hostile of [
      "'".repeat(50_000),
      'a/'.repeat(50_000),
      'é'.repeat(50_000),
      '漢'.repeat(20_000),
      '\ud800x\udc00',
      '$_'.repeat(9000),
    ])
      expect(Array.isArray(termsOf(hostile))).toBe(true)
  })

  it('a text is the sum of its lines', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 5 }), lines => {
        const clean = lines.map(line => line.replace(/[\r\n]/g, ' '))
        expect(termsOf(clean.join('\n')).sort()).toEqual(clean.flatMap(line => termsOf(`${line}\n`)).sort())
      }),
    )
  })
})

describe('numbers for terms', () => {
  it('M4 are those of the terms, the first time and from memory, in any script', () => {
    const words = fc.constantFrom(
      'cafés',
      'src/a.ts',
      '회의',
      '회의에서',
      '数据库迁移',
      'ＡＰＩ',
      'don’t',
      '…',
      'テスト',
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), parts => {
        const text = parts.join(' ')
        const terms = new Terms()
        for (let time = 0; time < 2; time++) {
          const met: number[] = []
          terms.each(text, id => met.push(id))
          expect(met).toEqual(termsOf(text).map(term => terms.find(term)))
        }
      }),
    )
  })
})

describe('passages', () => {
  it('M4 cuts a long text at headings and paragraphs, each with its line', () => {
    const text = `\n# One\nalpha\n\n## Two\n${'beta beta.\n\n'.repeat(120)}# Three\ngamma`
    const passages = passagesOf(text)
    expect(passages[0]).toEqual({ text: '# One\nalpha', line: 2 })
    expect(passages[1]!.text.startsWith('## Two')).toBe(true)
    expect(passages.at(-1)!.text).toBe('# Three\ngamma')
    const lines = text.split('\n')
    for (const passage of passages) expect(lines[passage.line - 1]).toBe(passage.text.split('\n')[0])
  })
})
