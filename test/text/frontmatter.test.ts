import { describe, expect, it } from 'vitest'
import { readFrontmatter, splitFrontmatter } from '../../src/text/memory-file.ts'

const fields = (yaml: string) => readFrontmatter(`---\n${yaml}\n---\nbody\n`)

describe('splitFrontmatter', () => {
  it('D2 parts the frontmatter from the body', () => {
    expect(splitFrontmatter('---\nname: a\n---\nbody\n')).toEqual({
      state: 'read',
      yaml: 'name: a\n',
      yamlStart: 4,
      body: 'body\n',
      bodyStart: 16,
    })
  })

  it('D3 finds none where there is none', () => {
    for (const text of [
      '',
      'plain',
      '\n---\na: b\n---\n',
      '--- \nno end',
      '---js\nx\n---\n',
      '----\na: b\n----\n',
      ' ---\na: 1\n---\n',
    ]) {
      expect(splitFrontmatter(text)).toEqual({
        state: 'none',
        yaml: '',
        yamlStart: 0,
        body: text,
        bodyStart: 0,
      })
    }
  })

  it('takes a byte order mark, CRLF, lone CR and an end without a line end', () => {
    expect(splitFrontmatter('\ufeff---\r\na: b\r\n---\r\nbody')).toMatchObject({
      yaml: 'a: b\r\n',
      body: 'body',
    })
    expect(splitFrontmatter('---\ra: b\r---\rbody')).toMatchObject({ yaml: 'a: b\r', body: 'body' })
    expect(splitFrontmatter('---\na: b\n---')).toMatchObject({ state: 'read', yaml: 'a: b\n', body: '' })
    expect(splitFrontmatter('---\n---\nbody')).toMatchObject({ state: 'read', yaml: '', body: 'body' })
    expect(splitFrontmatter('\ufeffplain')).toMatchObject({ state: 'none', body: 'plain', bodyStart: 1 })
  })

  it('does not end at a rule that has more on its line', () => {
    expect(splitFrontmatter('---\na: x --- y\n---b\n--- \nbody')).toMatchObject({
      yaml: 'a: x --- y\n---b\n',
      body: 'body',
    })
  })

  it('does not read what is too large', () => {
    const large = `---\na: ${'x'.repeat(65 * 1024)}\n---\nbody`
    expect(splitFrontmatter(large)).toMatchObject({ state: 'too-large', yaml: '', body: 'body' })
    expect(readFrontmatter(large)).toMatchObject({ state: 'too-large', body: 'body' })
  })
})

describe('readFrontmatter', () => {
  it('D2 reads all three generations', () => {
    expect(fields('name: n\ndescription: d\ntype: feedback\noriginSessionId: 1-2').fields).toMatchObject({
      name: 'n',
      description: 'd',
      type: 'feedback',
    })
    expect(
      fields(
        'name: n\ndescription: "d \\"q\\" # h"\nmetadata: \n  node_type: memory\n  type: project\n  modified: 2026-07-29T13:16:34.420Z',
      ).fields,
    ).toMatchObject({
      description: 'd "q" # h',
      metadata: { type: 'project', modified: '2026-07-29T13:16:34.420Z' },
    })
    expect(fields('name: n\nmetadata:\n    pinned: true').fields).toMatchObject({
      metadata: { pinned: 'true' },
    })
  })

  it('keeps every scalar as written', () => {
    expect(fields('name: 1.10\ndate: 2026-01-02\na: yes\nb: 0x1f\nc: ~\nd:').fields).toEqual(
      Object.assign(Object.create(null), {
        name: '1.10',
        date: '2026-01-02',
        a: 'yes',
        b: '0x1f',
        c: '~',
        d: '',
      }),
    )
  })

  it('reads block scalars, lists and nested maps', () => {
    expect(
      fields('description: >-\n  one\n  two\ntags: [a, b]\nlist:\n  - c\n  - d: e').fields,
    ).toMatchObject({
      description: 'one two',
      tags: ['a', 'b'],
      list: ['c', { d: 'e' }],
    })
  })

  it('takes `#12` for text and `# note` for a comment', () => {
    expect(fields('description: fixes #12 for good\ntype: user # a comment').fields).toMatchObject({
      description: 'fixes #12 for good',
      type: 'user',
    })
  })

  it.each([
    ['an unquoted colon', 'name: n\ndescription: foo: bar # x\ntype: user', 'foo: bar # x'],
    ['text after a quote', 'name: n\ndescription: "never" means never\ntype: user', '"never" means never'],
    ['a backtick in front', 'name: n\ndescription: `x` is y\ntype: user', '`x` is y'],
    ['a stray bracket', 'name: n\ndescription: [x is y\ntype: user', '[x is y'],
  ])('reads name, description and type where %s breaks the YAML', (_, yaml, description) => {
    const { state, fields: found } = fields(yaml)
    expect(state).toBe('read')
    expect(found).toMatchObject({ name: 'n', description, type: 'user' })
  })

  it('finds the nested type there, too', () => {
    expect(fields('description: a: b\nmetadata:\n  type: project').fields).toMatchObject({ type: 'project' })
  })

  it('calls the rest unreadable and never throws', () => {
    for (const yaml of [
      'just text',
      '- a list',
      'a: [',
      '\t:\t:',
      '%YAML 9',
      '['.repeat(3000),
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ]) {
      expect(fields(yaml)).toMatchObject({ state: 'unreadable', body: 'body\n' })
    }
    expect(fields('').state).toBe('read')
    expect(fields('# only a comment').state).toBe('read')
  })

  it('evaluates nothing and pollutes nothing', () => {
    expect(readFrontmatter('---js\nglobalThis.hacked = 1\n---\n')).toMatchObject({ state: 'none' })
    const { fields: found } = fields('__proto__:\n  polluted: yes\nconstructor: x\nname: !!js/function "f"')
    expect(Object.getPrototypeOf(found)).toBeNull()
    expect(Object.keys(found)).toEqual(['__proto__', 'constructor', 'name'])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('does not unfold aliases or merge keys', () => {
    const bomb = [
      'a: &a [x, x]',
      ...'bcdefgh'.split('').map((key, at) => `${key}: &${key} [*${'abcdefg'[at]}, *${'abcdefg'[at]}]`),
    ].join('\n')
    expect(fields(bomb).fields['h']).toEqual([])
    expect(fields('base: &base {x: "1"}\nown:\n  <<: *base\n  y: "2"').fields['own']).toEqual(
      Object.assign(Object.create(null), { y: '2' }),
    )
  })

  it('lets the last of two equal keys count', () => {
    expect(fields('name: a\nname: b')).toMatchObject({ state: 'read', fields: { name: 'b' } })
  })
})
