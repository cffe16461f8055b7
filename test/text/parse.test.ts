import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import { isoMoment, parseMemory } from '../../src/text/memory-file.ts'

const parse = (text: string) =>
  parseMemory({ file: fileName('a.md'), hash: 'h', size: text.length, modified: 7, text })

describe('parseMemory', () => {
  it('D2 reads name, description, type, body, references, links and URLs', () => {
    const memory = parse(
      '---\nname: Auth\ndescription: where "src/auth" lives\ntype: project\n---\nSee src/auth/login.ts and refreshToken(),\n[[other]] and https://x.org/a.\n',
    )
    expect(memory).toMatchObject({
      file: 'a.md',
      hash: 'h',
      modified: 7,
      frontmatter: 'read',
      name: 'Auth',
      description: 'where "src/auth" lives',
      type: 'project',
      pinned: false,
      body: 'See src/auth/login.ts and refreshToken(),\n[[other]] and https://x.org/a.\n',
      urls: ['https://x.org/a'],
    })
    expect(memory.head + memory.body).toContain('---\nSee src')
    expect(memory.references).toEqual([
      { kind: 'path', path: 'src/auth', text: 'src/auth', shape: 'folder', line: 0 },
      { kind: 'path', path: 'src/auth/login.ts', text: 'src/auth/login.ts', shape: 'file', line: 6 },
      { kind: 'symbol', text: 'refreshToken()', words: ['refreshToken'], strength: 'strong', line: 6 },
    ])
    expect(memory.links).toEqual([{ kind: 'wikilink', target: 'other', text: '[[other]]', line: 7 }])
  })

  it('D2 reads the type at the top or under metadata, in any case, and no other word', () => {
    expect(parse('---\ntype: User\n---\n').type).toBe('user')
    expect(parse('---\nmetadata: \n  type: reference\n---\n').type).toBe('reference')
    expect(parse('---\ntype: memo\nmetadata:\n  type: feedback\n---\n').type).toBe('feedback')
    expect(parse('---\ntype: memo\n---\n')).not.toHaveProperty('type')
  })

  it('D2 sees a pin at the top or under metadata', () => {
    expect(parse('---\npinned: true\n---\n').pinned).toBe(true)
    expect(parse('---\nmetadata:\n  pinned: True\n---\n').pinned).toBe(true)
    expect(parse('---\npinned: false\n---\n').pinned).toBe(false)
  })

  it('D3 keeps a text without frontmatter whole', () => {
    const memory = parse('# Title\n\nplain\n')
    expect(memory).toMatchObject({
      frontmatter: 'none',
      body: '# Title\n\nplain\n',
      head: '',
      references: [],
    })
    for (const field of ['name', 'description', 'type', 'dated']) expect(memory).not.toHaveProperty(field)
  })

  it('counts lines in the file, whatever ends them', () => {
    const lines = (text: string) => parse(text).references.map(one => one.line)
    expect(lines('src/a.ts\n\nsrc/b.ts')).toEqual([1, 3])
    expect(lines('---\nname: a\n---\nsrc/a.ts')).toEqual([4])
    expect(lines('---\r\nname: a\r\n---\r\nsrc/a.ts\r\nsrc/b.ts')).toEqual([4, 5])
    expect(lines('---\rname: a\r---\rsrc/a.ts\rsrc/b.ts')).toEqual([4, 5])
  })

  it('keeps head and body as they are, so that they join to the text', () => {
    for (const text of ['\ufeff---\r\nname: a\r\n---\r\nx\ry\n', '\ufeffplain', '---\nno end', '']) {
      const { head, body } = parse(text)
      expect(head + body).toBe(text)
    }
  })

  it('takes the best date that the memory gives itself', () => {
    const day = (text: string) =>
      new Date((parse(text).dated ?? Number.NaN) / 1000).toISOString().slice(0, 10)
    expect(
      day(
        '---\ncreated: 2024-01-01\ndate: 2025-01-01\nmetadata:\n  modified: 2026-07-29T13:16:34.420Z\n---\n',
      ),
    ).toBe('2026-07-29')
    expect(day('---\ncreated: 2024-01-01\ndate: 2025-01-01\nupdated: 2025-06-01\n---\n')).toBe('2025-06-01')
    expect(day('---\nmetadata:\n  date: 2025-03-04\ncreated: 2024-01-01\n---\n')).toBe('2025-03-04')
    expect(day('---\nupdated_at: yesterday\ncreated: "2024-01-01"\n---\n')).toBe('2024-01-01')
    expect(parse('---\ndate: 1999-12-31\ncreated: 3000-01-01\n---\n')).not.toHaveProperty('dated')
  })
})

describe('isoMoment', () => {
  it('counts microseconds, in UTC unless a zone says otherwise', () => {
    expect(isoMoment('2026-01-02')).toBe(Date.UTC(2026, 0, 2) * 1000)
    expect(isoMoment('2026-01-02T03:04:05.678901Z')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5) * 1000 + 678901)
    expect(isoMoment('2026-01-02 03:04')).toBe(Date.UTC(2026, 0, 2, 3, 4) * 1000)
    expect(isoMoment('2026-01-02T03:04:05+02:00')).toBe(Date.UTC(2026, 0, 2, 1, 4, 5) * 1000)
    expect(isoMoment('2026-01-02T03:04:05-0130')).toBe(Date.UTC(2026, 0, 2, 4, 34, 5) * 1000)
  })

  it('refuses what is no date', () => {
    for (const text of [
      '',
      '2026',
      '2026-1-2',
      '2026-02-30',
      '2026-13-01',
      '2026-01-02T25:00',
      '2026-01-02T10:61',
      'Jan 2 2026',
      '2026-01-02x',
      '1999-01-01',
      '2101-01-01',
    ]) {
      expect(isoMoment(text)).toBeUndefined()
    }
  })
})
