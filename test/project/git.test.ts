import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PathFact, Presence } from '../../src/model/evidence.ts'
import type { PathShape } from '../../src/model/memory.ts'
import { askedBy, gatherEvidence, openProject } from '../../src/project/open-project.ts'
import type { Project } from '../../src/project/project.ts'
import { commit, git, lay, memoryNaming, pathTo, repository, sandbox, symbol } from '../sources/sandbox.ts'

const open = (path: string, memoryFolders: string[] = []): Project =>
  openProject({ path }, { home: '/home/nobody', memoryFolders })

function fact(world: Project, path: string, shape?: PathShape): PathFact {
  return gatherEvidence(world, askedBy([memoryNaming(pathTo(path, shape))])).paths.get(path) as PathFact
}

function word(world: Project, name: string): Presence {
  return gatherEvidence(world, askedBy([memoryNaming(symbol(name))])).words.get(name) as Presence
}

const LONG = 'line of text that stays the same\n'.repeat(20)

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('D44 words that are not there', () => {
  const lost = (root: string, ...names: string[]) =>
    gatherEvidence(open(root), askedBy([memoryNaming(...names.map(name => symbol(name)))])).lostWords

  it('D44 count as lost where a commit took them out of the code', () => {
    const root = repository({ 'src/net.ts': 'retryAll()\n', 'notes.md': 'planAll()\n' })
    lay(root, { 'src/net.ts': 'retry()\n', 'notes.md': 'nothing\n' })
    commit(root, 'one attempt')
    // One that stood in a document alone, and one that never was here.
    expect([...(lost(root, 'retryAll', 'planAll', 'random') ?? [])]).toEqual(['retryAll'])
  })

  it('D44 A5 are asked for again once they are committed, though no file changed since', () => {
    const root = repository({ 'src/net.ts': 'retryAll()\n' })
    lay(root, { 'src/net.ts': 'retry()\n' })
    const before = open(root).wordStamp()
    expect([...(lost(root, 'retryAll') ?? [])]).toEqual([])
    expect(open(root).wordStamp()).toBe(before)
    commit(root, 'one attempt')
    expect([...(lost(root, 'retryAll') ?? [])]).toEqual(['retryAll'])
    expect(open(root).wordStamp()).not.toBe(before)
  })

  it('D44 are not looked for where all are there', () => {
    const root = repository({ 'src/net.ts': 'retryAll()\n' })
    expect([...(lost(root, 'retryAll') ?? [])]).toEqual([])
  })
})

describe('D8 git', () => {
  it('tells where it stands', () => {
    const root = repository({ 'a.ts': '' })
    expect(open(root).project).toEqual({
      kind: 'git',
      root,
      head: git(root, 'rev-parse', 'HEAD'),
      branch: 'main',
    })
    git(root, 'checkout', '-q', '--detach')
    expect(open(`${root}`).project).toMatchObject({ branch: null })
  })

  it('tells where it stands also where a file, a branch or a line end in a name could confuse it', () => {
    const top = sandbox()
    const root = `${top}/two\nlines`
    mkdirSync(root)
    git(root, 'init', '-q', '-b', 'feature/deep')
    lay(root, { HEAD: 'a file', 'a.ts': '' })
    commit(root, 'first')
    const head = git(root, 'rev-parse', '--verify', 'HEAD')
    const stands = { kind: 'git', root, head, branch: 'feature/deep' }
    expect(open(root).project).toEqual(stands)
    rmSync(`${root}/HEAD`)
    git(root, 'update-ref', 'refs/heads/HEAD', head)
    expect(open(root).project).toEqual(stands)
    git(root, 'update-ref', '-d', 'refs/heads/HEAD')
    expect(open(root).project).toEqual(stands)
  })

  it('before its first commit has files and no past', () => {
    const root = sandbox()
    git(root, 'init', '-q', '-b', 'main')
    lay(root, { 'src/a.ts': 'alpha' })
    const world = open(root)
    expect(world.project).toMatchObject({ kind: 'git', head: '', branch: 'main' })
    expect(fact(world, 'src/a.ts')).toMatchObject({ presence: 'present' })
    expect(fact(world, 'src/b.ts')).toEqual({ presence: 'missing', why: 'never' })
  })

  it('lists tracked and untracked files, ignored ones not; those are found on disk', () => {
    const root = repository({ 'a.ts': '', '.gitignore': 'out/\n' })
    lay(root, { 'b.ts': '', 'out/c.ts': '', 'sp ace/q"uo\nte.ts': '', 'ünï.ts': '' })
    const world = open(root)
    expect(world.files()).toEqual(['.gitignore', 'a.ts', 'b.ts', 'sp ace/q"uo\nte.ts', 'ünï.ts'])
    expect(fact(world, 'out/c.ts')).toMatchObject({ presence: 'present', how: 'exact' })
  })

  it('D8 says which commit removed a path, and when', () => {
    const root = repository({ 'src/old.ts': LONG, 'src/a.ts': '' })
    rmSync(`${root}/src/old.ts`)
    const by = commit(root, 'remove', '2026-04-05T23:30:00+02:00')
    const removed = { presence: 'missing', why: 'removed', was: 'src/old.ts', commit: by, date: '2026-04-05' }
    expect(fact(open(root), 'src/old.ts')).toEqual(removed)
    expect(fact(open(root), 'old.ts')).toEqual(removed)
  })

  it('D8 the last commit that removed it wins', () => {
    const root = repository({ 'src/old.ts': 'x', 'src/a.ts': '' })
    rmSync(`${root}/src/old.ts`)
    commit(root, 'remove', '2026-04-01T00:00:00Z')
    lay(root, { 'src/old.ts': 'y' })
    commit(root, 'back', '2026-04-02T00:00:00Z')
    expect(fact(open(root), 'src/old.ts')).toMatchObject({ presence: 'present' })
    rmSync(`${root}/src/old.ts`)
    const by = commit(root, 'remove again', '2026-04-03T00:00:00Z')
    expect(fact(open(root), 'src/old.ts')).toMatchObject({ why: 'removed', commit: by, date: '2026-04-03' })
  })

  it('D8 follows renames, also with spaces and quotes and a change of content', () => {
    const root = repository({ 'src/a b.ts': LONG, 'src/other.ts': '' })
    renameSync(`${root}/src/a b.ts`, `${root}/src/b "x".ts`)
    const by = commit(root, 'rename', '2026-04-01T00:00:00Z')
    renameSync(`${root}/src/b "x".ts`, `${root}/src/c.ts`)
    writeFileSync(`${root}/src/c.ts`, `${LONG}and one more\n`)
    commit(root, 'rename', '2026-04-02T00:00:00Z')
    expect(fact(open(root), 'src/a b.ts')).toEqual({
      presence: 'missing',
      why: 'renamed',
      was: 'src/a b.ts',
      to: 'src/c.ts',
      commit: by,
      date: '2026-04-01',
    })
    rmSync(`${root}/src/c.ts`)
    const last = commit(root, 'remove', '2026-04-03T00:00:00Z')
    expect(fact(open(root), 'src/a b.ts')).toMatchObject({ why: 'removed', commit: last, date: '2026-04-03' })
  })

  it('D8 follows a folder that moved', () => {
    const root = repository({ 'lib/auth/login.ts': `${LONG}1`, 'lib/auth/session.ts': `2${LONG}` })
    mkdirSync(`${root}/src`)
    renameSync(`${root}/lib/auth`, `${root}/src/auth`)
    commit(root, 'move')
    expect(fact(open(root), 'lib/auth', 'folder')).toMatchObject({ why: 'renamed', to: 'src/auth' })
  })

  it('D8 what never was is unverifiable', () => {
    expect(fact(open(repository({ 'src/a.ts': '' })), 'src/plan.ts')).toEqual({
      presence: 'missing',
      why: 'never',
    })
  })

  it('works from a folder inside the repository: a nested .claude', () => {
    const root = repository({ 'packages/a/src/x.ts': '', 'packages/b/y.ts': '' })
    const world = open(`${root}/packages/a`)
    expect(world.project).toMatchObject({ root })
    expect(fact(world, 'src/x.ts')).toMatchObject({ presence: 'present', at: 'packages/a/src/x.ts' })
  })

  it('knows another work tree by its own files', () => {
    const root = repository({ 'a.ts': '' })
    const tree = `${sandbox()}/tree`
    git(root, 'worktree', 'add', '-q', '-b', 'feature', tree)
    lay(tree, { 'only-here.ts': '' })
    expect(open(tree).files()).toEqual(['a.ts', 'only-here.ts'])
  })
})

describe('unknown never counts as missing', () => {
  it('in a dirty tree: deleted here, not committed', () => {
    const root = repository({ 'src/a.ts': 'alpha', 'src/b.ts': 'beta', 'src/c.ts': LONG })
    rmSync(`${root}/src/a.ts`)
    git(root, 'rm', '-q', 'src/b.ts')
    git(root, 'mv', 'src/c.ts', 'src/d.ts')
    for (const path of ['src/a.ts', 'src/b.ts', 'src/c.ts', 'a.ts'])
      expect(fact(open(root), path)).toEqual({ presence: 'unknown', why: 'deleted here, not committed' })
  })

  it('on another branch: what the main branch has is not gone', () => {
    const root = repository({ 'src/a.ts': 'function alpha() {}', 'src/b.ts': '' })
    git(root, 'checkout', '-q', '-b', 'feature-x')
    rmSync(`${root}/src/a.ts`)
    commit(root, 'remove')
    const unknown = { presence: 'unknown', why: 'exists on main, this is feature-x' }
    expect(fact(open(root), 'src/a.ts')).toEqual(unknown)
    expect(word(open(root), 'alpha')).toBe('unknown')
    expect(word(open(root), 'gamma')).toBe('missing')
    expect(open(root).wordStamp()).toBeUndefined()
    git(root, 'checkout', '-q', '--detach')
    expect(fact(open(root), 'src/a.ts')).toMatchObject({
      why: expect.stringMatching(/^exists on main, this is commit/),
    })
    git(root, 'checkout', '-q', 'main')
    git(root, 'merge', '-q', '--ff-only', 'feature-x')
    expect(fact(open(root), 'src/a.ts')).toMatchObject({ why: 'removed' })
    expect(word(open(root), 'alpha')).toBe('missing')
    expect(open(root).wordStamp()).toMatch(/^missing [0-9a-f]{32} [0-9a-f]{40}$/)
  })

  it('on an old commit: what came later is not missing', () => {
    const root = repository({ 'a.ts': '' })
    lay(root, { 'later.ts': 'class Later {}' })
    commit(root, 'later')
    git(root, 'checkout', '-q', 'HEAD~1')
    expect(fact(open(root), 'later.ts')).toMatchObject({ presence: 'unknown' })
    expect(word(open(root), 'Later')).toBe('unknown')
  })

  it('in a clone the main branch is what the origin says', () => {
    const origin = repository({ 'a.ts': '', 'b.ts': '' })
    git(origin, 'branch', '-q', '-m', 'trunk')
    const root = `${sandbox()}/clone`
    git(origin, 'clone', '-q', origin, root)
    git(root, 'checkout', '-q', '-b', 'topic')
    rmSync(`${root}/a.ts`)
    commit(root, 'remove')
    expect(fact(open(root), 'a.ts')).toMatchObject({ why: 'exists on trunk, this is topic' })
  })

  it('in a shallow clone: what its short history does not know', () => {
    const origin = repository({ 'src/old.ts': 'x', 'src/a.ts': '' })
    rmSync(`${origin}/src/old.ts`)
    commit(origin, 'remove')
    lay(origin, { 'src/b.ts': '' })
    commit(origin, 'more')
    const root = `${sandbox()}/clone`
    git(origin, 'clone', '-q', '--depth=1', `file://${origin}`, root)
    expect(fact(open(root), 'src/a.ts')).toMatchObject({ presence: 'present' })
    expect(fact(open(root), 'src/old.ts')).toEqual({
      presence: 'unknown',
      why: 'this is a shallow clone: its history is cut off',
    })
  })

  it('in a sparse checkout: what is left out is there, and words may stand in it', () => {
    const root = repository({ 'src/a.ts': 'alpha', 'docs/b.ts': 'beta' })
    git(root, 'sparse-checkout', 'set', 'docs')
    expect(existsSync(`${root}/src/a.ts`)).toBe(false)
    expect(fact(open(root), 'src/a.ts')).toMatchObject({ presence: 'present', how: 'exact' })
    expect(word(open(root), 'alpha')).toBe('unknown')
    expect(word(open(root), 'beta')).toBe('present')
  })

  it('below a submodule, checked out or not', () => {
    const inner = repository({ 'lib/x.ts': 'inner' })
    const origin = repository({ 'a.ts': '' })
    git(origin, 'submodule', 'add', '-q', inner, 'sub')
    commit(origin, 'submodule')
    expect(fact(open(origin), 'sub/lib/x.ts')).toMatchObject({ presence: 'present' })
    expect(word(open(origin), 'inner')).toBe('present')
    expect(fact(open(origin), 'sub/lib/y.ts')).toMatchObject({ presence: 'unknown' })
    const root = `${sandbox()}/clone`
    git(origin, 'clone', '-q', origin, root)
    expect(fact(open(root), 'sub/lib/x.ts')).toMatchObject({ presence: 'unknown' })
    expect(word(open(root), 'inner')).toBe('unknown')
  })

  it('below a repository that lies inside this one', () => {
    const root = repository({ 'a.ts': '' })
    repository({ 'x.ts': 'inner' }, `${root}/nested`)
    expect(fact(open(root), 'nested/x.ts')).toMatchObject({ presence: 'present' })
    expect(fact(open(root), 'nested/y.ts')).toMatchObject({ presence: 'unknown' })
    expect(word(open(root), 'inner')).toBe('present')
  })

  it('for what history removed and git ignores now: a build may make it', () => {
    const root = repository({ 'dist/app.js': 'x', '.env': 'x', 'src/a.ts': '' })
    git(root, 'rm', '-rq', '--cached', 'dist', '.env')
    rmSync(`${root}/dist`, { recursive: true })
    rmSync(`${root}/.env`)
    lay(root, { '.gitignore': 'dist/\n.env\n' })
    commit(root, 'ignore')
    for (const path of ['dist/app.js', '.env'])
      expect(fact(open(root), path)).toEqual({
        presence: 'unknown',
        why: 'git ignores it now: a build may create it',
      })
  })

  it('D8 names that look like patterns are names', () => {
    const root = repository({ ':(bad)a.ts': 'x', 'src/[b]*.ts': 'y', 'src/c.ts': '' })
    rmSync(`${root}/:(bad)a.ts`)
    rmSync(`${root}/src/[b]*.ts`)
    commit(root, 'remove')
    for (const path of [':(bad)a.ts', 'src/[b]*.ts'])
      expect(fact(open(root), path)).toMatchObject({ why: 'removed', was: path })
  })

  it('also where a vanished path now leads through a link', () => {
    const root = repository({ 'lib/a.ts': 'x', 'lib/b.ts': 'y', 'other/z.ts': '' })
    rmSync(`${root}/lib`, { recursive: true })
    symlinkSync('other', `${root}/lib`)
    commit(root, 'link')
    expect(fact(open(root), 'lib/a.ts')).toMatchObject({ why: 'removed' })
  })

  it('where git cannot be asked: broken, not trusted, not installed', () => {
    const broken = lay(sandbox(), { '.git': 'gitdir: /nowhere\n', 'a.ts': '' })
    expect(open(broken).project).toEqual({
      kind: 'absent',
      why: expect.stringContaining('git cannot be asked'),
    })
    expect(fact(open(broken), 'a.ts')).toMatchObject({ presence: 'unknown' })
    const root = repository({ 'a.ts': '' })
    vi.stubEnv('PATH', '/nowhere')
    expect(open(root).project).toEqual({ kind: 'absent', why: 'git cannot be asked: git is not installed' })
  })

  it('where the folder belongs to someone else', () => {
    const root = repository({ 'a.ts': '' })
    const bin = lay(sandbox(), {
      git: `#!/bin/sh\necho "fatal: detected dubious ownership in repository at '${root}'" >&2\nexit 128\n`,
    })
    git(root, 'version')
    vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
    runnable(`${bin}/git`)
    expect(open(root).project).toMatchObject({
      kind: 'absent',
      why: expect.stringContaining('belongs to another user'),
    })
  })

  it('where a configuration sends git to another folder', () => {
    const root = repository({ 'a.ts': '' })
    git(root, 'config', 'core.worktree', sandbox())
    expect(open(root).project).toMatchObject({ kind: 'absent' })
  })

  it('where the project is not there, or is the home directory', () => {
    expect(open('/nowhere/at/all').project).toMatchObject({
      kind: 'absent',
      why: expect.stringContaining('/nowhere'),
    })
    const home = sandbox()
    expect(openProject({ path: home }, { home, memoryFolders: [] }).project).toMatchObject({ kind: 'absent' })
    expect(openProject({ absent: 'why not' }, { home, memoryFolders: [] }).project).toEqual({
      kind: 'absent',
      why: 'why not',
    })
  })
})

describe('a repository is a stranger', () => {
  it('nothing that its configuration names is run, and nothing is written', () => {
    const root = repository({
      'src/a.ts': 'x',
      'src/b.ts': LONG,
      '.gitattributes': '* filter=evil diff=evil\n',
    })
    renameSync(`${root}/src/b.ts`, `${root}/src/c.ts`)
    commit(root, 'rename')
    const traps = sandbox()
    const trap = (name: string) => {
      lay(traps, { [name]: `#!/bin/sh\ntouch "${traps}/sprung-${name}"\nexit 0\n` })
      runnable(`${traps}/${name}`)
      return `${traps}/${name}`
    }
    git(root, 'config', 'core.hooksPath', traps)
    trap('post-index-change')
    for (const [key, name] of Object.entries({
      'core.fsmonitor': 'monitor',
      'core.pager': 'pager',
      'diff.external': 'external',
      'diff.evil.textconv': 'textconv',
      'diff.evil.command': 'command',
      'filter.evil.clean': 'clean',
      'filter.evil.smudge': 'smudge',
      'filter.evil.process': 'process',
      'gpg.program': 'gpg',
      'core.sshCommand': 'ssh',
      'core.editor': 'editor',
      'credential.helper': 'credential',
    }))
      git(root, 'config', key, trap(name))
    git(root, 'config', 'log.showSignature', 'true')
    sign(root)
    lay(root, { 'src/a.ts': 'changed', 'src/new.ts': 'y' })
    const index = `${root}/.git/index`
    const before = statLine(index)
    const world = open(root)
    expect(fact(world, 'src/b.ts')).toMatchObject({ why: 'renamed', to: 'src/c.ts' })
    expect(fact(world, 'src/none.ts')).toMatchObject({ why: 'never' })
    expect(word(world, 'changed')).toBe('present')
    expect(sprung(traps)).toEqual([])
    expect(statLine(index)).toBe(before)
  })

  it('does not fetch what a partial clone left out', () => {
    const origin = repository({ 'a.ts': LONG, 'b.ts': 'x' })
    renameSync(`${origin}/a.ts`, `${origin}/c.ts`)
    writeFileSync(`${origin}/c.ts`, `${LONG}more\n`)
    commit(origin, 'rename')
    git(origin, 'config', 'uploadpack.allowFilter', 'true')
    const root = `${sandbox()}/clone`
    git(origin, 'clone', '-q', '--filter=blob:none', `file://${origin}`, root)
    const traps = sandbox()
    lay(traps, { pack: `#!/bin/sh\ntouch "${traps}/sprung-pack"\nexec git-upload-pack "$@"\n` })
    runnable(`${traps}/pack`)
    git(root, 'config', 'remote.origin.uploadpack', `${traps}/pack`)
    expect(fact(open(root), 'a.ts').presence).not.toBe('present')
    expect(sprung(traps)).toEqual([])
  })

  it('is not mistaken for another by variables that a hook inherits', () => {
    const root = repository({ 'mine.ts': '' })
    const other = repository({ 'other.ts': '' })
    vi.stubEnv('GIT_DIR', `${other}/.git`)
    vi.stubEnv('GIT_WORK_TREE', other)
    vi.stubEnv('GIT_INDEX_FILE', `${other}/.git/index`)
    expect(open(root).files()).toEqual(['mine.ts'])
  })
})

describe('D5 words', () => {
  it('are looked for in tracked and untracked files, not in ignored, vendored and memory ones', () => {
    const root = repository({
      'src/a.ts': 'alpha',
      'vendor/b.js': 'beta',
      '.claude/agent-memory/x/note.md': 'gamma',
      'notes/MEMORY.md': 'delta',
      '.gitignore': 'out/\n',
    })
    lay(root, { 'new.ts': 'epsilon', 'out/z.ts': 'zeta' })
    const world = open(root, [`${root}/notes`])
    const asked = ['alpha', 'epsilon', 'beta', 'gamma', 'delta', 'zeta']
    expect(asked.map(name => word(world, name))).toEqual([
      'present',
      'present',
      'missing',
      'missing',
      'missing',
      'missing',
    ])
  })
})

/** A commit that claims a signature, so that whoever checks it would start the program that checks. */
function sign(root: string): void {
  const [head, body] = git(root, 'cat-file', 'commit', 'HEAD').split('\n\n') as [string, string]
  const armour = ['-----BEGIN PGP SIGNATURE-----', '', 'x', '-----END PGP SIGNATURE-----'].join('\n ')
  writeFileSync(`${root}/.git/signed`, `${head}\ngpgsig ${armour}\n\n${body}\n`)
  git(root, 'update-ref', 'HEAD', git(root, 'hash-object', '-t', 'commit', '-w', `${root}/.git/signed`))
}

function runnable(path: string): void {
  chmodSync(path, 0o755)
}

function sprung(traps: string): string[] {
  return readdirSync(traps).filter(name => name.startsWith('sprung'))
}

function statLine(path: string): string {
  const { size, mtimeMs, ino } = statSync(path)
  return `${size} ${mtimeMs} ${ino}`
}
