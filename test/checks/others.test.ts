import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { links } from '../../src/checks/links.ts'
import { oddities } from '../../src/checks/oddities.ts'
import { CHECKS } from '../../src/checks/registry.ts'
import { renames } from '../../src/checks/renames.ts'
import { makeWorld, renamed } from '../plan/snapshot-of.ts'

describe('D31 dangling links', () => {
  const find = (body: string) =>
    links
      .find(
        makeWorld({
          notes: { 'a.md': { name: 'a', body }, 'deploy_steps.md': { name: 'How we deploy', body: 'x' } },
          oddities: [{ name: 'odd.md', kind: 'too-large', detail: 'large' }],
        }),
        'careful',
      )
      .map(one => one.kind === 'dangling-link' && one.target)

  it('are links that lead to nothing beside the memory', () => {
    expect(find('[[nowhere]] and [x](gone.md) and\n@lost.md')).toEqual(['nowhere', 'gone.md', 'lost.md'])
  })

  it('are none by name, by stem with _ and - alike, to the index, or to a file that is odd', () => {
    expect(
      find('[[how we deploy]] [[deploy-steps#first|x]] [y](deploy_steps.md) [[MEMORY]] [[odd]] [z](odd.md)'),
    ).toEqual([])
  })

  it('are none where they lead out of the folder', () => {
    expect(find('[[team/x]] [y](../docs/y.md) @docs/z.md [w](https://example.org/w.md)')).toEqual([])
  })
})

describe('D8 renamed paths', () => {
  it('are told once, with the new name and the commit', () => {
    const world = makeWorld({
      notes: { 'a.md': { name: 'a', body: 'See `src/a.ts`.\nAgain `src/a.ts`.' } },
      paths: { 'src/a.ts': renamed('src/a.ts', 'src/b.ts') },
    })
    expect(renames.find(world, 'careful')).toEqual([
      {
        kind: 'renamed-path',
        file: 'a.md',
        path: 'src/a.ts',
        to: 'src/b.ts',
        commit: '9c8d7e6f5a',
        date: '2026-03-02',
        line: 4,
      },
    ])
  })
})

describe('oddities', () => {
  it('are told of files and of frontmatter that cannot be read', () => {
    const { folder, ...rest } = makeWorld({
      notes: { 'a.md': { body: 'Broken.' }, 'b.md': { body: 'Fine.' } },
      oddities: [{ name: 'link.md', kind: 'symlink', detail: 'a link, not followed' }],
    })
    const [broken, fine] = folder.memories
    const memories = [{ ...broken!, frontmatter: 'unreadable' as const }, fine!]
    const world = { ...rest, folder: { ...folder, memories } }
    expect(oddities.find(world, 'careful')).toMatchObject([
      { name: 'link.md', oddity: 'symlink', detail: 'a link, not followed' },
      { name: 'a.md', oddity: 'frontmatter-unreadable' },
    ])
  })
})

describe('the manual of a check', () => {
  it('opens its file: what it finds, when it is wrong to use, before and after', () => {
    const folder = new URL('../../src/checks/', import.meta.url)
    const manuals = readdirSync(folder)
      .filter(name => name.endsWith('.ts'))
      .map(name => readFileSync(new URL(name, folder), 'utf8'))
      .filter(text => text.startsWith('/**\n * # '))
    expect(manuals).toHaveLength(CHECKS.length)
    for (const text of manuals)
      expect(text).toMatch(/ \* Finds [\s\S]+rong to use[\s\S]+ \* Before: [\s\S]+ \* After/)
  })
})
