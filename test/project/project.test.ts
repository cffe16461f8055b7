import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Presence } from '../../src/model/evidence.ts'
import { askedBy, gatherEvidence, openProject } from '../../src/project/open-project.ts'
import type { Project } from '../../src/project/project.ts'
import { commit, lay, memoryNaming, pathTo, repository, sandbox, symbol } from '../sources/sandbox.ts'
import { listedWorld } from './listed-project.ts'

const FILES = {
  'src/auth/login.ts': 'export function login() {}',
  'src/app.ts': 'login()',
  'README.md': '# Tool',
}
const context = { home: '/home/nobody', memoryFolders: [] }

/** The same project, by way of every adapter. */
const adapters: [string, () => Project][] = [
  ['git', () => openProject({ path: repositoryWithPast() }, context)],
  ['tree', () => openProject({ path: lay(sandbox(), FILES) }, context)],
  [
    'lists with a past',
    () =>
      listedWorld({
        paths: Object.keys(FILES),
        words: ['export', 'function', 'login', 'Tool'],
        vanished: new Map([['src/old.ts', { commit: '0123456789ab', date: '2026-03-01' }]]),
        git: true,
      }),
  ],
  [
    'lists without a past',
    () =>
      listedWorld({ paths: Object.keys(FILES), words: ['export', 'function', 'login', 'Tool'], git: false }),
  ],
]

function repositoryWithPast(): string {
  const root = repository({ ...FILES, 'src/old.ts': 'old' })
  rmSync(`${root}/src/old.ts`)
  commit(root, 'remove')
  return root
}

describe.each(adapters)('a world of %s', (_, open) => {
  it('lists its files in code-unit order', () => {
    expect(open().files()).toEqual(['README.md', 'src/app.ts', 'src/auth/login.ts'])
  })

  it('finds paths whole, by their end and by pattern', () => {
    const { paths } = gatherEvidence(
      open(),
      askedBy([memoryNaming('src/app.ts', 'auth/login.ts', 'src/**/*.ts')]),
    )
    expect([...paths.values()].map(fact => 'how' in fact && fact.how)).toEqual(['exact', 'suffix', 'glob'])
  })

  it('knows the words of its files', () => {
    const { words } = gatherEvidence(open(), askedBy([memoryNaming(symbol('login'), symbol('logout'))]))
    expect(Object.fromEntries(words)).toEqual({ login: 'present', logout: 'missing' })
  })

  it('says why a path of its own is not there', () => {
    const world = open()
    const { paths } = gatherEvidence(world, askedBy([memoryNaming('src/old.ts')]))
    const why = world.past() === undefined ? 'gone' : 'removed'
    expect(paths.get('src/old.ts')).toMatchObject({ presence: 'missing', why })
  })

  it('leaves what is elsewhere out of scope', () => {
    const { paths } = gatherEvidence(
      open(),
      askedBy([memoryNaming(pathTo('~/x.ts', 'home'), '/nowhere/y.ts')]),
    )
    for (const fact of paths.values()) expect(fact).toEqual({ presence: 'missing', why: 'out-of-scope' })
  })

  it('answers the same when asked again', () => {
    const world = open()
    const asked = askedBy([memoryNaming('src/app.ts', 'src/old.ts', symbol('login'))])
    expect(gatherEvidence(world, asked)).toEqual(gatherEvidence(world, asked))
  })
})

describe('a tree', () => {
  it('with more in it than can be listed leaves everything unknown', () => {
    const world: Project = {
      ...openProject({ path: lay(sandbox(), FILES) }, context),
      files: () => ({ unknown: 'too many' }),
    }
    const { paths, words } = gatherEvidence(world, askedBy([memoryNaming('src/app.ts', symbol('login'))]))
    expect([...paths.values()].map(fact => fact.presence)).toEqual<Presence[]>(['unknown'])
    expect(words.get('login')).toBe('unknown')
  })

  it('keeps words of ignored, vendored and memory files out', () => {
    const root = lay(sandbox(), {
      'a.ts': 'alpha',
      'vendor/b.js': 'beta',
      '.claude/memory/note.md': 'gamma',
      'notes/x.md': 'delta',
      '.gitignore': 'out/\n',
      'out/e.ts': 'epsilon',
    })
    const world = openProject({ path: root }, { ...context, memoryFolders: [`${root}/notes`] })
    const answers = world.words(new Set(['alpha', 'beta', 'gamma', 'delta', 'epsilon']))
    expect([...answers.values()]).toEqual(['present', 'missing', 'missing', 'missing', 'missing'])
  })
})
