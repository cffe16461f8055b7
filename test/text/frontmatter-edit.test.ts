import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFrontmatter, setFrontmatterField } from '../../src/text/memory-file.ts'

describe('setFrontmatterField', () => {
  it.each([
    [
      'a plain value',
      '---\nname: a # note\nx: 1\n---\nb',
      ['name'],
      'c',
      '---\nname: c # note\nx: 1\n---\nb',
    ],
    ['a quoted value', '---\nname: "a b"  \n---\n', ['name'], 'c', '---\nname: c  \n---\n'],
    ['a value with a hash', '---\nname: a #1\n---\n', ['name'], 'c', '---\nname: c\n---\n'],
    ['a value that needs quotes', '---\nname: a\n---\n', ['name'], 'b: c', '---\nname: "b: c"\n---\n'],
    [
      'a nested value',
      '---\nmetadata: \n  type: user\nz: 1\n---\n',
      ['metadata', 'type'],
      'project',
      '---\nmetadata: \n  type: project\nz: 1\n---\n',
    ],
    ['an empty value', '---\nname:\nz: 1\n---\n', ['name'], 'a', '---\nname: a\nz: 1\n---\n'],
    ['an empty value with a space', '---\nname: \nz: 1\n---\n', ['name'], 'a', '---\nname: a\nz: 1\n---\n'],
    ['a block value', '---\nname: |\n  a\n  b\nz: 1\n---\n', ['name'], 'c', '---\nname: c\nz: 1\n---\n'],
    ['a new key', '---\nname: a\n---\nb', ['type'], 'user', '---\nname: a\ntype: user\n---\nb'],
    [
      'a new nested key',
      '---\nmetadata:\n    type: user\n\n# note\nz: 1\n---\n',
      ['metadata', 'modified'],
      '2026-01-02',
      '---\nmetadata:\n    type: user\n    modified: 2026-01-02\n\n# note\nz: 1\n---\n',
    ],
    [
      'a new parent',
      '---\nname: a\n---\n',
      ['metadata', 'type'],
      'user',
      '---\nname: a\nmetadata:\n  type: user\n---\n',
    ],
    [
      'a parent without content',
      '---\nmetadata: \nname: a\n---\n',
      ['metadata', 'type'],
      'user',
      '---\nmetadata: \n  type: user\nname: a\n---\n',
    ],
    [
      'a flow map',
      '---\nmetadata: { type: user }\n---\n',
      ['metadata', 'pinned'],
      'true',
      '---\nmetadata: { type: user, pinned: true }\n---\n',
    ],
    [
      'an empty flow map',
      '---\nmetadata: {}\n---\n',
      ['metadata', 'pinned'],
      'true',
      '---\nmetadata: {pinned: true}\n---\n',
    ],
    ['empty frontmatter', '---\n---\nb', ['name'], 'a', '---\nname: a\n---\nb'],
    [
      'CRLF',
      '---\r\nname: a\r\nz: 1\r\n---\r\nb\r\n',
      ['type'],
      'user',
      '---\r\nname: a\r\nz: 1\r\ntype: user\r\n---\r\nb\r\n',
    ],
  ])('D2 sets %s and leaves every other byte', (_, before, path, value, after) => {
    expect(setFrontmatterField(before, path, value)).toBe(after)
  })

  it('leaves alone what it cannot set safely', () => {
    for (const text of [
      'no frontmatter',
      '---\na: b: c\n---\n',
      '---\nmetadata: [x]\n---\n',
      '---\nmetadata: x\n---\n',
      '---\njust text\n---\n',
    ]) {
      expect(setFrontmatterField(text, ['metadata', 'type'], 'user')).toBe(text)
    }
    expect(setFrontmatterField('---\nname: {a: b}\n---\n', ['name'], 'x')).toBe('---\nname: {a: b}\n---\n')
  })

  const key = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/).filter(word => word !== 'name')
  const line = fc.oneof(
    fc
      .tuple(
        key,
        fc.constantFrom('1', 'text with words', '"quoted # text"', "'it''s'", '[a, b]', '{a: b}', ''),
      )
      .map(([word, value]) => `${word}: ${value}`),
    fc.constantFrom('# a comment', '', 'deep:\n  er: x\n  # inside\n  est: y', 'block: |\n  a\n  b'),
  )

  it('D2 unknown keys, comments, order and line ends survive byte for byte', () => {
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(line),
        fc.string(),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (above, below, value, eol, there) => {
          const own = 'name: old'
          const lines = there ? [...above, own, ...below] : [...above, ...below]
          const text = ['---', ...lines, '---', 'body', ''].join('\n').replaceAll('\n', eol)
          const edited = setFrontmatterField(text, ['name'], value)
          expect(readFrontmatter(edited).fields['name']).toBe(value)
          const without = edited.split(eol).filter(one => !one.startsWith('name:'))
          expect(without).toEqual(text.split(eol).filter(one => one !== own))
        },
      ),
      { numRuns: 300 },
    )
  })
})
