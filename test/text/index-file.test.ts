import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import {
  firstHeadingOrSentence,
  type IndexedMemory,
  indexLine,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  MAX_LINE_LENGTH,
  parseIndex,
  rebuildIndex,
} from '../../src/text/index-file.ts'

const entries = (text: string) =>
  parseIndex(text, 'h', text.length, true).lines.flatMap(line => (line.entry ? [line.entry] : []))

describe('parseIndex', () => {
  it('reads entries with any separator', () => {
    for (const separator of [' — ', ' -- ', ' - ', ': ', ' – ', ' | ', ' → ', ' ']) {
      expect(entries(`- [Title](file.md)${separator}the hook\n`)).toEqual([
        { title: 'Title', target: 'file.md', file: 'file.md', separator, hook: 'the hook' },
      ])
    }
  })

  it.each([
    ['* [T](a.md) — h', { title: 'T', file: 'a.md', hook: 'h' }],
    ['  - [T](a.md) — h', { title: 'T', file: 'a.md', hook: 'h' }],
    ['1. [T](a.md) — h', { title: 'T', file: 'a.md', hook: 'h' }],
    ['- **[T](a.md)** — h', { title: 'T', file: 'a.md', hook: 'h' }],
    ['- [T](./a.md)', { target: 'a.md', file: 'a.md', separator: '', hook: '' }],
    ['- [T](my%20file.md) — h', { target: 'my file.md', file: 'my file.md' }],
    ['- [T](<my file.md>) — h', { target: 'my file.md', file: 'my file.md' }],
    ['- [a \\[b\\]](a.md) — h', { title: 'a [b]', file: 'a.md' }],
    ['- [a [b] c](a.md) — h', { title: 'a [b] c', file: 'a.md' }],
    ['- [T](a.md "title") — h — more', { file: 'a.md', separator: ' — ', hook: 'h — more' }],
    ['- [T](a.md#part) — h', { target: 'a.md', file: 'a.md' }],
    ['- [T](a(1).md) — h', { target: 'a(1).md', hook: 'h' }],
  ])('reads %s', (line, entry) => {
    expect(entries(line)).toMatchObject([entry])
  })

  it('names no file for a target elsewhere', () => {
    for (const target of ['team/a.md', '../a.md', 'https://x.org/a.md', 'a.ts', '..']) {
      expect(entries(`- [T](${target}) — h`)[0]).not.toHaveProperty('file')
    }
  })

  it('takes other lines as they are', () => {
    expect(
      entries(
        '# Index\n\ntext [T](a.md)\n- plain\n- `a.md` — h\n- [ ] task\n- [T] (a.md)\n- [T](a.md\n| [T](a.md) |\n',
      ),
    ).toEqual([])
  })

  it('D22 joins to the same bytes', () => {
    const piece = fc.constantFrom(
      '- [T](a.md) — h',
      '\n',
      '\r\n',
      '\r',
      '# x',
      ' ',
      '',
      '中文',
      '\ufeff',
      '- [',
      '\u2028',
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const text = pieces.join('')
        expect(
          parseIndex(text, '', 0, true)
            .lines.map(line => line.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })

  it('keeps hash, size and whether it may be edited', () => {
    expect(parseIndex('', 'h', 3, false)).toEqual({ hash: 'h', size: 3, editable: false, lines: [] })
  })
})

const memory = (file: string, rest: Partial<Omit<IndexedMemory, 'file'>> = {}): IndexedMemory => ({
  file: fileName(file),
  fallback: '',
  ...rest,
})

describe('rebuildIndex', () => {
  it('D21 has a heading, a blank line and a line for each memory, by file name', () => {
    const index = rebuildIndex('reviewer', [
      memory('b.md', { name: 'Bee', description: 'about bees' }),
      memory('a.md', { fallback: 'First heading' }),
      memory('Z.md', { name: 'Zed', description: 'last' }),
    ])
    expect(index).toBe(
      '# reviewer Memory\n\n- [Zed](Z.md) -- last\n- [a](a.md) -- First heading\n- [Bee](b.md) -- about bees\n',
    )
  })

  it('D21 escapes brackets and line breaks, and encodes what would end the link', () => {
    expect(indexLine(memory('my (1) file.md', { name: 'a [b]\nc\\', description: 'd\r\n e' }), ' -- ')).toBe(
      '- [a \\[b\\] c\\\\](my%20%281%29%20file.md) -- d e',
    )
  })

  it('D21 cuts at a word and stays under 150 characters', () => {
    const line = indexLine(memory('a.md', { name: 'A', description: 'word '.repeat(60) }), ' -- ')
    expect(line).toMatch(/^- \[A\]\(a\.md\) -- (?:word )+word…$/)
    expect(line.length).toBeLessThan(MAX_LINE_LENGTH)
    expect(line.length).toBeGreaterThan(140)
    expect(
      indexLine(memory('a.md', { name: 'n '.repeat(200), description: 'd' }), ' -- ').length,
    ).toBeLessThan(150)
    expect(indexLine(memory('a.md', { name: '[]'.repeat(200) }), ' -- ').length).toBeLessThan(150)
  })

  it('has no separator where there is nothing to say', () => {
    expect(indexLine(memory('a.md', { name: ' ', description: '' }), ' — ')).toBe('- [a](a.md)')
    expect(indexLine(memory('a.md', { description: 'x' }), ' — ')).toBe('- [a](a.md) — x')
  })

  it('D21 every line of it is an entry that leads back to its file', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter(text => !/[/\0]/.test(text) && text.trim() === text)
    const some = fc.record({
      file: name.map(text => fileName(`${text}.md`)),
      name: fc.string({ unit: 'grapheme' }),
      description: fc.string({ unit: 'grapheme' }),
      fallback: fc.string(),
    })
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: one => one.file }), memories => {
        const index = rebuildIndex('x', memories)
        const { lines } = parseIndex(index, '', 0, true)
        expect(lines.slice(2).map(line => line.entry?.file)).toEqual(memories.map(one => one.file).sort())
        for (const line of lines) expect(line.text.length).toBeLessThanOrEqual(150)
      }),
      { numRuns: 300 },
    )
  })

  it('D21 knows the limits', () => {
    expect([MAX_INDEX_LINES, MAX_INDEX_BYTES, MAX_LINE_LENGTH]).toEqual([200, 25_000, 150])
  })
})

describe('firstHeadingOrSentence', () => {
  it.each([
    ['\n# The heading #\n\ntext', 'The heading'],
    ['Intro here.\n\n## Later heading\n', 'Intro here.'],
    ['One sentence. And more.', 'One sentence.'],
    ['- an *item*\n- more', 'an item'],
    ['```\n# no heading\n```\nafter', 'after'],
    ['', ''],
  ])('of %j is %j', (body, expected) => {
    expect(firstHeadingOrSentence(body)).toBe(expected)
  })
})
