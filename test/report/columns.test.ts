import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOf, padToColumns, wrapToColumns } from '../../src/report/page.ts'

describe('columns', () => {
  it('counts a wide character twice and an accent not at all', () => {
    expect(columnsOf('abc')).toBe(3)
    expect(columnsOf('记忆')).toBe(4)
    expect(columnsOf('e\u0301')).toBe(1)
    expect(columnsOf('メモ한글')).toBe(8)
    expect(columnsOf('🌙')).toBe(2)
  })

  it('pads to columns, not to characters', () => {
    expect(padToColumns('记忆', 6)).toBe('记忆  ')
    expect(padToColumns('too long', 3)).toBe('too long')
  })

  it('breaks at spaces, between wide characters, and long words where it must', () => {
    expect(wrapToColumns('one two three four', 9)).toEqual(['one two', 'three', 'four'])
    expect(wrapToColumns('永远不要直接修改生产数据库', 10)).toEqual(['永远不要直', '接修改生产', '数据库'])
    expect(wrapToColumns('src/very/long/path/to/file.ts', 10)).toEqual([
      'src/very/l',
      'ong/path/t',
      'o/file.ts',
    ])
    expect(wrapToColumns('', 10)).toEqual([''])
  })

  it('never exceeds the width and loses nothing but white space', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '/', '记', '忆', 'é', '🌙', '-') })
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 40 }), (given, width) => {
        const lines = wrapToColumns(given, width)
        expect(lines.every(line => columnsOf(line) <= width)).toBe(true)
        expect(lines.join('').replaceAll(' ', '')).toBe(given.replaceAll(' ', ''))
      }),
    )
  })
})
