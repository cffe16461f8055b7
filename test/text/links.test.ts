import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/model/file-name.ts'
import { makeLinkResolver } from '../../src/text/links.ts'
import { findReferences } from '../../src/text/references.ts'

const links = (body: string) => findReferences(undefined, body).links.map(one => `${one.kind} ${one.target}`)

describe('links in a memory', () => {
  it.each([
    ['[[auth]]', 'wikilink auth'],
    ['[[auth|the login]]', 'wikilink auth'],
    ['[[auth#how]]', 'wikilink auth'],
    ['![[auth]]', 'wikilink auth'],
    ['[[ auth notes ]]', 'wikilink auth notes'],
    ['[[认证]]', 'wikilink 认证'],
    ['| [[auth\\|login]] |', 'wikilink auth'],
    ['[x](auth.md)', 'markdown auth.md'],
    ['[x](./auth.md)', 'markdown auth.md'],
    ['[x](my%20auth.md)', 'markdown my auth.md'],
    ['[x](<my auth.md>)', 'markdown my auth.md'],
    ['[x](auth.md#how)', 'markdown auth.md'],
    ['[x](auth.md "title")', 'markdown auth.md'],
    ['[x](auth_(old).md)', 'markdown auth_(old).md'],
    ['[`code`](auth.md)', 'markdown auth.md'],
    ['[x](100%.md)', 'markdown 100%.md'],
    ['@docs/auth.md', 'import docs/auth.md'],
    ['see @docs/auth.md.', 'import docs/auth.md'],
    ['@README.md', 'import README.md'],
    ['@~/notes/auth', 'import ~/notes/auth'],
    ['@./notes/auth', 'import notes/auth'],
  ])('D31 %s is %s', (text, expected) => {
    expect(links(text)).toEqual([expected])
  })

  it.each([
    '`[[auth]]`',
    '```\n[[auth]]\n```',
    '<!-- [[auth]] -->',
    '`@docs/auth.md`',
    '[[auth\n]]',
    '[[]]',
    '[[ -f x ]]',
    '[[ $x ]]',
    '[x](https://x.org/a.md)',
    '[x](auth.ts)',
    '[x](#how)',
    '[x](mailto:a@b.md)',
    'x](auth.md)',
    'me@x.org',
    'me@docs/x.md',
    '@someone',
    '@scope/name',
    '@app.route',
    '@/lib/x.ts',
    '@media',
  ])('D31 %j is none', text => {
    expect(links(text)).toEqual([])
  })

  it('D31 a link is no path, and each is named once with its line and spelling', () => {
    const { links: found, references } = findReferences(
      undefined,
      'a\n[docs](docs/a.md)\n[[b/c.md]] [more](docs/a.md) @docs/d.md',
    )
    expect(found).toEqual([
      { kind: 'markdown', target: 'docs/a.md', text: '[docs](docs/a.md)', line: 2 },
      { kind: 'wikilink', target: 'b/c.md', text: '[[b/c.md]]', line: 3 },
      { kind: 'import', target: 'docs/d.md', text: '@docs/d.md', line: 3 },
    ])
    expect(references).toEqual([])
  })

  it('a link to source code is a path', () => {
    const { links: found, references } = findReferences(undefined, '[login](src/auth/login.ts#L3)')
    expect(found).toEqual([])
    expect(references).toMatchObject([{ path: 'src/auth/login.ts', shape: 'file' }])
  })
})

describe('makeLinkResolver', () => {
  const resolve = makeLinkResolver([
    { file: fileName('user_role.md'), name: 'User Role' },
    { file: fileName('feedback-testing.md'), name: 'how-we-test' },
    { file: fileName('plain.md') },
    { file: fileName('twin.md'), name: 'plain' },
  ])

  it.each([
    ['User Role', 'user_role.md'],
    ['user role', 'user_role.md'],
    ['user-role', 'user_role.md'],
    ['USER_ROLE.md', 'user_role.md'],
    ['./user_role.md', 'user_role.md'],
    ['user_role#why', 'user_role.md'],
    ['How We Test', 'feedback-testing.md'],
    ['feedback_testing', 'feedback-testing.md'],
  ])('D31 %s leads to %s', (target, file) => {
    expect(resolve(target)).toBe(file)
  })

  it('D31 takes the name first, unless the target ends like a file', () => {
    expect(resolve('plain')).toBe('twin.md')
    expect(resolve('plain.md')).toBe('plain.md')
  })

  it('D31 leads nowhere else', () => {
    for (const target of ['', '#why', 'nothing', 'user', 'team/user_role', '../user_role.md']) {
      expect(resolve(target)).toBeUndefined()
    }
  })
})
