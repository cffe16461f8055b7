import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../src/model/folder.ts'
import { activitiesFor } from '../../src/pipeline/read-folders.ts'
import { openProject } from '../../src/project/open-project.ts'
import { lastActivity, type Sign } from '../../src/sources/activity.ts'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { commit, found, git, lay, repository, sandbox } from './sandbox.ts'

const DAY = 86_400
const OLD = Date.UTC(2024, 0, 1) / 1000
const NOW = Date.UTC(2026, 0, 1) / 1000
const MICRO = 1_000_000

/** Every file and folder below, as old as can be. */
function age(folder: string, seconds = OLD): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === '.git') continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) age(path, seconds)
    else utimesSync(path, seconds, seconds)
  }
  utimesSync(folder, seconds, seconds)
}

/** A project of which the last commit is of 2024-03-01 and every file of 2024-01-01. */
function scene(kind: 'git' | 'tree') {
  const home = sandbox()
  const files = {
    'src/a.ts': 'x',
    '.claude/agent-memory/foo/plan.md': 'x',
    '.claude/agent-memory/foo/MEMORY.md': 'x',
  }
  const root = sandbox()
  if (kind === 'tree') lay(root, files)
  else {
    git(root, 'init', '-q', '-b', 'main')
    lay(root, files)
    commit(root, 'first', '2024-03-01T12:00:00Z')
  }
  age(root)
  const memory = join(root, '.claude/agent-memory/foo')
  const env = { XDG_STATE_HOME: join(home, 'state') }
  const ask = (more: { enabled?: boolean; inactiveDays?: number } = {}): Activity | undefined => {
    const where = { cwd: root, home, env, paths: [], allProjects: false }
    const world = openProject({ path: root }, { home, memoryFolders: [memory] })
    const project = { enabled: true, inactiveDays: 180, ...more }
    return activitiesFor(where, { project }, NOW * MICRO)(found(memory, { project: { path: root } }), world)
  }
  return { home, root, memory, ask }
}

const on = (date: string): number => Date.parse(date) * 1000

describe('M10 the last sign of life of a project', () => {
  it('M10 is its newest commit, on whatever branch or at a detached head', () => {
    const { root, ask } = scene('git')
    expect(ask()).toEqual({ newest: on('2024-03-01T12:00:00Z'), what: 'commit' })
    git(root, 'checkout', '-q', '-b', 'side')
    commit(root, 'on the side', '2025-02-01T12:00:00Z')
    git(root, 'checkout', '-q', 'main')
    age(root)
    expect(ask()).toEqual({ newest: on('2025-02-01T12:00:00Z'), what: 'commit' })
    git(root, 'checkout', '-q', '--detach')
    commit(root, 'on no branch', '2025-12-01T12:00:00Z')
    age(root)
    expect(ask()).toEqual({ newest: on('2025-12-01T12:00:00Z'), what: 'commit' })
  })

  it.each(['git', 'tree'] as const)('M10 is an edit of a file that was never committed (%s)', kind => {
    const { root, ask } = scene(kind)
    utimesSync(join(root, 'src/a.ts'), NOW - DAY, NOW - DAY)
    expect(ask()).toEqual({ newest: (NOW - DAY) * MICRO, what: 'edit' })
  })

  it('M10 is an edit of a memory, while the index, which Dream writes itself, counts for nothing', () => {
    const { memory, ask } = scene('git')
    utimesSync(join(memory, 'MEMORY.md'), NOW, NOW)
    expect(ask()?.what).toBe('commit')
    utimesSync(join(memory, 'plan.md'), NOW - DAY, NOW - DAY)
    expect(ask()).toEqual({ newest: (NOW - DAY) * MICRO, what: 'edit' })
  })

  it('M10 is a session, also one that goes on right now, and one whose transcript the agent has thrown away', () => {
    const { home, root, ask } = scene('git')
    const transcripts = join(home, '.claude/projects', projectSlug(root))
    mkdirSync(transcripts, { recursive: true })
    const file = join(transcripts, '1.jsonl')
    writeFileSync(file, '{}\n')
    utimesSync(file, NOW, NOW)
    utimesSync(transcripts, OLD, OLD)
    expect(ask()).toEqual({ newest: NOW * MICRO, what: 'session' })
    rmSync(file)
    const thrown = statSync(transcripts).mtimeMs
    expect(ask()).toEqual({ newest: Math.round(thrown * 1000), what: 'session' })
    utimesSync(transcripts, OLD, OLD)
    expect(ask()?.what).toBe('commit')
  })

  it('M10 is not known without a project, with git that cannot be asked, or for what belongs to the user', () => {
    const { home, root, memory } = scene('git')
    const project = { enabled: true, inactiveDays: 180 }
    const where = { cwd: root, home, env: {}, paths: [], allProjects: false }
    const ask = (path: string, origin: 'given' | 'home-agent-memory', chosen?: string) =>
      activitiesFor(
        { ...where, ...(chosen && { project: chosen }) },
        { project },
        NOW * MICRO,
      )(found(memory, { origin }), openProject({ path }, { home, memoryFolders: [memory] }))
    expect(ask(root, 'given')).toBeDefined()
    expect(ask(root, 'home-agent-memory', root)).toBeUndefined()
    expect(ask(join(root, 'nowhere'), 'given')).toBeUndefined()
    writeFileSync(join(root, '.git/HEAD'), 'nonsense')
    expect(ask(root, 'given')).toBeUndefined()
  })

  it('M10 is not looked for where nobody wants to know', () => {
    expect(scene('git').ask({ enabled: false })).toBeUndefined()
  })

  it('M10 is looked for until one is recent enough; what cannot be told makes it unknown', () => {
    const looked: string[] = []
    const sign = (name: string, at: number | undefined, what: Activity['what'] = 'edit'): Sign => ({
      what,
      look() {
        looked.push(name)
        return at
      },
    })
    expect(lastActivity([sign('a', 5), sign('b', 90, 'session'), sign('c', 99)], 80)).toEqual({
      newest: 90,
      what: 'session',
    })
    expect(looked).toEqual(['a', 'b'])
    expect(lastActivity([sign('d', undefined), sign('e', 5)], 80)).toBeUndefined()
    expect(lastActivity([sign('f', undefined), sign('g', 85)], 80)).toEqual({ newest: 85, what: 'edit' })
    expect(lastActivity([sign('h', 0), sign('i', 0)], 80)).toBeUndefined()
    expect(lastActivity([sign('j', 7), sign('k', 5)], 80)).toEqual({ newest: 7, what: 'edit' })
  })

  it('M10 works in a repository that has no commit yet', () => {
    const root = sandbox()
    git(root, 'init', '-q')
    lay(root, { 'a.ts': 'x', 'memory/MEMORY.md': 'x', 'memory/a.md': 'x' })
    age(root)
    const home = sandbox()
    const where = { cwd: root, home, env: {}, paths: [], allProjects: false }
    const world = openProject({ path: root }, { home, memoryFolders: [join(root, 'memory')] })
    const project = { enabled: true, inactiveDays: 180 }
    const ask = activitiesFor(where, { project }, NOW * MICRO)
    expect(ask(found(join(root, 'memory')), world)).toEqual({ newest: OLD * MICRO, what: 'edit' })
  })

  it('M10 keeps a second work tree awake with the commits of the first', () => {
    const root = repository({ 'a.ts': 'x' })
    const tree = join(sandbox(), 'tree')
    git(root, 'worktree', 'add', '-q', tree)
    commit(root, 'later', '2025-12-24T12:00:00Z')
    lay(tree, { 'memory/MEMORY.md': 'x', 'memory/a.md': 'x' })
    age(tree)
    const home = sandbox()
    const where = { cwd: tree, home, env: {}, paths: [], allProjects: false }
    const world = openProject({ path: tree }, { home, memoryFolders: [join(tree, 'memory')] })
    const project = { enabled: true, inactiveDays: 180 }
    const ask = activitiesFor(where, { project }, NOW * MICRO)
    expect(ask(found(join(tree, 'memory')), world)?.newest).toBeGreaterThanOrEqual(on('2025-12-24T12:00:00Z'))
  })
})
