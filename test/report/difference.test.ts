import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import { type DiffLine, difference, renderChanges } from '../../src/report/difference.ts'
import { NO_COLOR, newPage } from '../../src/report/page.ts'
import { PRIVATE_KEYS } from '../text/secret-cases.ts'

const shown = (lines: readonly DiffLine[]) =>
  lines.map(line => ('lines' in line ? `${line.in} ${line.lines}` : `${line.in} ${line.text}`))
const many = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('')
const look = { color: NO_COLOR, width: 100 }

describe('a difference', () => {
  it('is seen wherever it stands in a long text', () => {
    const text = many(2000)
    expect(shown(difference(text, text.replace('line 1500\n', 'line 1500\nrun this\n')))).toEqual([
      'cut 1499',
      'both line 1499',
      'both line 1500',
      'second run this',
      'both line 1501',
      'both line 1502',
      'cut 497',
    ])
    expect(shown(difference(text, `${text}run this\n`)).at(-1)).toBe('second run this')
  })

  it('says how much of it is not shown', () => {
    const lines = difference(many(700, 'old'), many(900, 'new'))
    expect(lines.filter(line => line.in === 'second')).toHaveLength(500)
    expect(lines.at(-1)).toEqual({ in: 'more', lines: 200 + 400 })
    expect(difference('a\n', 'a\n').map(line => line.in)).toEqual(['both'])
  })

  it('D33 hides a secret of several lines, in a file that is new and in one that goes', () => {
    for (const key of PRIVATE_KEYS.filter(one => one.includes('\n'))) {
      const text = `---\nname: k\n---\n${key}\n`
      const inside = key.split('\n').filter(line => !line.startsWith('-----'))[0]!
      const file = fileName('k.md')
      for (const change of [
        { file, kind: 'write', after: text },
        { file, kind: 'archive', before: text },
      ] as const)
        expect(renderChanges([change], 'planned', look)).not.toContain(inside.slice(0, 20))
    }
  })
})

it('a line of ten million characters does not push the rest off the screen', () => {
  const text = newPage(look).text('a'.repeat(10_000_000)).entry('b'.repeat(10_000_000), 'c', 0).end()
  expect(text.length).toBeLessThan(20_000)
  expect(text).toContain('and 9995000 more characters')
})
