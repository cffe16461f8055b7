import { describe, expect, it } from 'vitest'
import type { PathFact } from '../../src/model/evidence.ts'
import type { Memory, PathShape, Reference } from '../../src/model/memory.ts'
import { askedBy, gatherEvidence } from '../../src/project/open-project.ts'
import { absentProject, type Project, type Vanished } from '../../src/project/project.ts'
import { memoryNaming, pathTo, symbol } from '../sources/sandbox.ts'
import { type Lists, listedWorld } from './listed-project.ts'

const evidence = (world: Project, memories: readonly Memory[]) => gatherEvidence(world, askedBy(memories))

const PATHS = [
  'README.md',
  'src/auth/login.ts',
  'src/auth/session.ts',
  'src/index.ts',
  'packages/ui/index.ts',
  'app/[slug]/page.tsx',
  '.claude/agent-memory/reviewer/note-a.md',
]
const went = { commit: '0123456789ab', date: '2026-02-03' }

function ask(world: Project, ...references: (string | Reference)[]): PathFact[] {
  const memory = memoryNaming(...references)
  const { paths } = evidence(world, [memory])
  return memory.references.map(reference => paths.get((reference as { path: string }).path) as PathFact)
}

const withGit = (more: Partial<Lists> = {}) => listedWorld({ paths: PATHS, git: true, ...more })
const withoutGit = (more: Partial<Lists> = {}) => listedWorld({ paths: PATHS, git: false, ...more })
const fact = (world: Project, path: string, shape?: PathShape) =>
  ask(world, shape ? pathTo(path, shape) : path)[0]

describe('D8 a path that is there', () => {
  it.each([
    ['src/auth/login.ts', 'src/auth/login.ts', 'exact'],
    ['./src/auth/login.ts', 'src/auth/login.ts', 'exact'],
    ['src/auth', 'src/auth', 'exact'],
    ['src/auth/', 'src/auth', 'exact'],
    ['src/x/../auth/login.ts', 'src/auth/login.ts', 'exact'],
    ['auth/login.ts', 'src/auth/login.ts', 'suffix'],
    ['login.ts', 'src/auth/login.ts', 'suffix'],
    ['index.ts', 'packages/ui/index.ts', 'suffix'],
    ['[slug]/page.tsx', 'app/[slug]/page.tsx', 'suffix'],
    ['src/**/*.ts', 'src/auth/login.ts', 'glob'],
    ['auth/*.ts', 'src/auth/login.ts', 'glob'],
    ['packages/*', 'packages/ui', 'glob'],
    ['/project/src/index.ts', 'src/index.ts', 'exact'],
    ['/src/index.ts', 'src/index.ts', 'suffix'],
  ])('%s is found as %s, %s', (path, at, how) => {
    for (const world of [withGit(), withoutGit()])
      expect(fact(world, path)).toEqual({ presence: 'present', at, how })
  })

  it('is found by its end only on a segment boundary', () => {
    expect(fact(withGit(), 'uth/login.ts')).toEqual({ presence: 'missing', why: 'never' })
    expect(fact(withGit(), 'ogin.ts')).toEqual({ presence: 'missing', why: 'never' })
  })

  it('as a folder may be a file without its extension', () => {
    expect(fact(withGit(), 'auth/login', 'folder')).toMatchObject({
      presence: 'present',
      at: 'src/auth/login.ts',
    })
    expect(fact(withGit(), 'auth/login', 'file')).toEqual({ presence: 'missing', why: 'never' })
  })

  it('on disk alone counts too: an ignored file', () => {
    const world = withGit({ disk: ['/project/dist/app.js', '/project/.env'] })
    expect(fact(world, 'dist/app.js')).toEqual({ presence: 'present', at: 'dist/app.js', how: 'exact' })
    expect(fact(world, '.env')).toMatchObject({ presence: 'present' })
  })

  it('may be a memory beside the one that names it', () => {
    const memory = memoryNaming('note.md', 'MEMORY.md')
    const { paths } = evidence(withGit(), [memory])
    expect([...paths.values()].map(each => each.presence)).toEqual(['present', 'present'])
  })
})

describe('D8 a path that is not there', () => {
  it('D8 was removed: the commit and the date say so', () => {
    const world = withGit({ vanished: new Map([['src/old/login.ts', went]]) })
    const removed = { presence: 'missing', why: 'removed', was: 'src/old/login.ts', ...went }
    expect(fact(world, 'src/old/login.ts')).toEqual(removed)
    expect(fact(world, 'old/login.ts')).toEqual(removed)
    expect(fact(world, 'src/old/*.ts')).toEqual(removed)
  })

  it('D8 was renamed: a chain of names leads to the last', () => {
    const vanished = new Map([
      ['a.ts', { ...went, to: 'b.ts' }],
      ['b.ts', { commit: 'ffffffffffff', date: '2026-02-04', to: 'src/index.ts' }],
    ])
    expect(fact(withGit({ vanished }), 'a.ts')).toEqual({
      presence: 'missing',
      why: 'renamed',
      was: 'a.ts',
      to: 'src/index.ts',
      ...went,
    })
  })

  it('D8 was renamed and then removed: it is removed', () => {
    const last = { commit: 'ffffffffffff', date: '2026-02-04' }
    const vanished = new Map<string, Vanished>([
      ['lib/a.ts', { ...went, to: 'lib/b.ts' }],
      ['lib/b.ts', last],
    ])
    expect(fact(withGit({ vanished }), 'lib/a.ts')).toEqual({
      presence: 'missing',
      why: 'removed',
      was: 'lib/a.ts',
      ...last,
    })
  })

  it('is unknown where its new name is lost, or names go in a circle', () => {
    const lost = withGit({ vanished: new Map([['lib/a.ts', { ...went, to: 'lib/b.ts' }]]) })
    const circle = withGit({
      vanished: new Map([
        ['lib/a.ts', { ...went, to: 'lib/b.ts' }],
        ['lib/b.ts', { ...went, to: 'lib/a.ts' }],
      ]),
    })
    for (const world of [lost, circle]) expect(fact(world, 'lib/a.ts')).toMatchObject({ presence: 'unknown' })
  })

  it('is unknown where several of its name live on under different names', () => {
    const vanished = new Map([
      ['a/util.ts', { ...went, to: 'src/index.ts' }],
      ['b/util.ts', { ...went, to: 'packages/ui/index.ts' }],
    ])
    expect(fact(withGit({ vanished }), 'util.ts')).toMatchObject({ presence: 'unknown' })
    vanished.set('b/util.ts', { ...went, to: 'src/index.ts' })
    expect(fact(withGit({ vanished }), 'util.ts')).toMatchObject({ why: 'renamed', to: 'src/index.ts' })
  })

  it('lives on where one of its name does, and went last with the last of them', () => {
    const vanished = new Map([
      ['a/util.ts', went],
      ['b/util.ts', { ...went, date: '2026-02-09' }],
    ])
    expect(fact(withGit({ vanished }), 'util.ts')).toMatchObject({ why: 'removed', was: 'b/util.ts' })
    const renamed = { ...went, to: 'src/index.ts' }
    expect(
      fact(withGit({ vanished: new Map([...vanished, ['c/util.ts', renamed]]) }), 'util.ts'),
    ).toMatchObject({
      why: 'renamed',
    })
  })

  it('D8 never was here: unverifiable, and without git out of scope', () => {
    expect(fact(withGit(), 'src/plans/later.ts')).toEqual({ presence: 'missing', why: 'never' })
    expect(fact(withGit(), 'other-repo/x.ts')).toEqual({ presence: 'missing', why: 'never' })
    expect(fact(withoutGit(), 'other-repo/x.ts')).toEqual({ presence: 'missing', why: 'out-of-scope' })
    expect(fact(withoutGit(), 'x.ts')).toEqual({ presence: 'missing', why: 'out-of-scope' })
  })

  it('is gone without git where its first segment is there', () => {
    expect(fact(withoutGit(), 'src/old/login.ts')).toEqual({ presence: 'missing', why: 'gone' })
    expect(fact(withoutGit(), 'src/**/*.py')).toEqual({ presence: 'missing', why: 'gone' })
    expect(fact(withoutGit(), '*.py')).toEqual({ presence: 'missing', why: 'out-of-scope' })
  })

  it('is unknown where it is undecided, also by its end, before history is asked', () => {
    const past = { undecided: new Map([['src/old/login.ts', 'deleted here, not committed']]) }
    const world = withGit({ past, vanished: new Map([['src/old/login.ts', went]]) })
    for (const path of ['src/old/login.ts', 'old/login.ts', 'src/old/*.ts'])
      expect(fact(world, path)).toEqual({ presence: 'unknown', why: 'deleted here, not committed' })
    expect(fact(world, 'src/old', 'folder')).toMatchObject({ presence: 'unknown' })
  })

  it('is unknown below a closed folder, and where history is cut off or cannot be asked', () => {
    expect(
      fact(withGit({ past: { closed: new Map([['lib/sub', 'a submodule']]) } }), 'lib/sub/x.ts'),
    ).toEqual({
      presence: 'unknown',
      why: 'a submodule',
    })
    const shallow = withGit({ past: { incomplete: 'shallow' }, vanished: new Map([['src/old.ts', went]]) })
    expect(fact(shallow, 'src/later.ts')).toEqual({ presence: 'unknown', why: 'shallow' })
    expect(fact(shallow, 'src/old.ts')).toMatchObject({ why: 'removed' })
    const mute: Project = { ...withGit(), past: () => ({ unknown: 'timed out' }) }
    expect(fact(mute, 'src/later.ts')).toEqual({ presence: 'unknown', why: 'timed out' })
  })
})

describe('D8 a file that moved in two steps', () => {
  const vanished = new Map<string, Vanished>([
    ['docs/active/price-list-plan.md', went],
    ['src/old/config.ts', went],
  ])
  const moved = (...paths: string[]) => withGit({ paths: [...PATHS, ...paths], vanished })

  it('D8 has the new name where one other file of the project is called so', () => {
    expect(fact(moved('docs/done/price-list-plan.md'), 'docs/active/price-list-plan.md')).toEqual({
      presence: 'missing',
      why: 'renamed',
      was: 'docs/active/price-list-plan.md',
      to: 'docs/done/price-list-plan.md',
      ...went,
    })
  })

  it('D8 is gone where two are, or where any file may be called so', () => {
    const two = moved('docs/done/price-list-plan.md', 'archive/price-list-plan.md')
    expect(fact(two, 'docs/active/price-list-plan.md')).toMatchObject({ why: 'removed' })
    expect(fact(moved('src/new/config.ts'), 'src/old/config.ts')).toMatchObject({ why: 'removed' })
  })

  it('D39 a path spelled from the part of the project whose memory it is, is out of scope', () => {
    const part = {
      memoryFolders: ['/project/app/docs/memory'],
      vanished: new Map([['docs/memory/a.md', went]]),
    }
    expect(fact(withGit(part), 'docs/memory/a.md')).toEqual({ presence: 'missing', why: 'out-of-scope' })
  })
})

describe('D8 folders', () => {
  it('count only where the project or its history has the first segment', () => {
    const world = withGit({ vanished: new Map([['lib/old/a.ts', went]]) })
    expect(fact(world, 'src/nope', 'folder')).toEqual({ presence: 'missing', why: 'never' })
    expect(fact(world, 'api/users', 'folder')).toEqual({ presence: 'missing', why: 'out-of-scope' })
    expect(fact(world, 'lib/old', 'folder')).toEqual({
      presence: 'missing',
      why: 'removed',
      was: 'lib/old',
      ...went,
    })
    expect(fact(world, 'lib/old/a', 'folder')).toMatchObject({ why: 'removed', was: 'lib/old/a.ts' })
  })

  it('moved where all that lives on of them lives on in one place', () => {
    const moved = new Map<string, Vanished>([
      ['lib/auth/login.ts', { ...went, to: 'src/auth/login.ts' }],
      ['lib/auth/session.ts', { ...went, to: 'src/auth/session.ts' }],
      ['lib/auth/dropped.ts', went],
    ])
    expect(fact(withGit({ vanished: moved }), 'lib/auth', 'folder')).toMatchObject({
      why: 'renamed',
      to: 'src/auth',
    })
    const scattered = new Map([...moved, ['lib/auth/x.ts', { ...went, to: 'src/index.ts' }]])
    expect(fact(withGit({ vanished: scattered }), 'lib/auth', 'folder')).toMatchObject({
      presence: 'unknown',
    })
  })
})

describe('D8 out of scope', () => {
  const away: [string, PathShape][] = [
    ['~/.zshrc', 'home'],
    ['$HOME/.zshrc', 'home'],
    ['~root/x', 'home'],
    ['/etc/nginx.conf', 'absolute'],
    ['C:\\code\\x.ts', 'absolute'],
    ['../sibling/x.ts', 'file'],
    ['path/to/x.ts', 'placeholder'],
    ['.claude/agent-memory/reviewer/gone.md', 'file'],
    ['.claude/memory/gone.md', 'file'],
    ['packages/ui/.claude/projects/-x/memory/a.md', 'file'],
    ['notes/gone.md', 'file'],
    ['nul\0.ts', 'bare'],
  ]
  it.each(away)('%s neither condemns nor saves', (path, shape) => {
    const vanished = new Map([[path, went]])
    for (const world of [
      withGit({ vanished, memoryFolders: ['/project/notes'] }),
      withoutGit({ memoryFolders: ['/project/notes'] }),
    ])
      expect(fact(world, path, shape)).toEqual({ presence: 'missing', why: 'out-of-scope' })
  })

  it('but what is on disk is there', () => {
    const disk = ['/home/someone/.zshrc', '/etc/nginx.conf', '/sibling/x.ts', '/project/.claude/memory/x.md']
    const facts = ask(
      withGit({ disk }),
      pathTo('~/.zshrc', 'home'),
      '/etc/nginx.conf',
      '../sibling/x.ts',
      '.claude/memory/x.md',
    )
    expect(facts.map(each => each.presence)).toEqual(['present', 'present', 'present', 'present'])
  })

  it('a home path that leads into the project is a project path', () => {
    const world = withGit({ home: '/', root: '/project' })
    expect(fact(world, '~/project/src/index.ts', 'home')).toMatchObject({
      presence: 'present',
      at: 'src/index.ts',
    })
  })

  it('a note that was removed from a memory folder does not condemn whoever names it', () => {
    const world = withGit({ vanished: new Map([['.claude/agent-memory/reviewer/old.md', went]]) })
    expect(fact(world, 'old.md')).toEqual({ presence: 'missing', why: 'never' })
  })

  it('a pattern into a folder that the list leaves out is unknown', () => {
    expect(fact(withGit({ disk: ['/project/dist'] }), 'dist/*.js')).toMatchObject({ presence: 'unknown' })
  })
})

describe('unknown never counts as missing', () => {
  it('where there is no project', () => {
    const { paths, words, project } = evidence(absentProject('it is away', '/home/someone'), [
      memoryNaming('src/a.ts', '~/.zshrc', symbol('login')),
    ])
    expect(project).toEqual({ kind: 'absent', why: 'it is away' })
    expect([...paths.values()]).toEqual([
      { presence: 'unknown', why: 'it is away' },
      { presence: 'unknown', why: 'it is away' },
    ])
    expect(words.get('login')).toBe('unknown')
  })

  it('where the listing failed', () => {
    const world: Project = { ...withGit({ words: ['login'] }), files: () => ({ unknown: 'no listing' }) }
    const { paths, words } = evidence(world, [memoryNaming('README.md', symbol('login'))])
    expect(paths.get('README.md')).toEqual({ presence: 'unknown', why: 'no listing' })
    expect(words.get('login')).toBe('unknown')
  })

  it('where the disk will not say', () => {
    const world: Project = { ...withGit(), exists: () => 'unknown' }
    for (const path of ['src/nope.ts', '/etc/x.conf', '.claude/memory/x.md'])
      expect(fact(world, path)).toMatchObject({ presence: 'unknown' })
  })
})

describe('all memories at once', () => {
  it('asks history only where something is not there, and once', () => {
    let asked = 0
    const base = withGit()
    const world: Project = {
      ...base,
      past: () => {
        asked++
        return base.past()
      },
    }
    ask(world, 'src/index.ts', 'login.ts')
    expect(asked).toBe(0)
    ask(world, 'src/a.ts', 'src/b.ts', 'src/c.ts')
    expect(asked).toBe(1)
  })

  it('D5 asks all words in one question', () => {
    const questions: string[][] = []
    const base = withGit({ words: ['login'] })
    const world: Project = {
      ...base,
      words: asked => {
        questions.push([...asked])
        return base.words(asked)
      },
    }
    const { words } = evidence(world, [
      memoryNaming(symbol('Session', 'login')),
      memoryNaming(symbol('login')),
    ])
    expect(questions).toEqual([['Session', 'login']])
    expect(Object.fromEntries(words)).toEqual({ Session: 'missing', login: 'present' })
  })

  it('gives up on patterns that want too close a look at too many paths', () => {
    const paths = Array.from({ length: 5000 }, (_, at) => `src/${at}/x.ts`)
    const many = Array.from({ length: 120 }, (_, at) => `src/**/${at}?????/*`)
    const facts = ask(withGit({ paths }), ...many)
    expect(facts[0]).toEqual({ presence: 'missing', why: 'never' })
    expect(facts.at(-1)).toMatchObject({ presence: 'unknown' })
  })

  it('answers a thousand patterns and leaves the rest unknown', () => {
    const many = Array.from({ length: 1002 }, (_, at) => `src/${at}*.py`)
    const facts = ask(withGit(), ...many)
    expect(facts.filter(each => each.presence === 'unknown')).toHaveLength(2)
  })
})
