import { spawnSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Where } from '../../src/app/app.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/model/plan.ts'
import { sha } from '../store/context.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url))

/** A project with a memory folder, a home and a state directory, all in a temporary place. */
export interface Place {
  readonly top: string
  readonly project: string
  readonly memory: string
  readonly where: Where
  remove(): void
}

const DAY = 86_400

/** `fixtures/<name>`: `memory/` is the agent's folder, `project/` the code, `removed/` what the code once had. */
export function placeOf(name: string, git: 'git' | 'no-git'): Place {
  const place = emptyPlace()
  const from = join(FIXTURES, name)
  cpSync(join(from, 'project'), place.project, { recursive: true })
  cpSync(join(from, 'memory'), place.memory, { recursive: true })
  if (git === 'git') commitAndRemove(place.project, join(from, 'removed'))
  ageFiles(place.memory)
  return place
}

export function emptyPlace(): Place {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-night-')))
  const project = join(top, 'shop')
  const home = join(top, 'home')
  const memory = join(project, '.claude/agent-memory/foo')
  mkdirSync(memory, { recursive: true })
  mkdirSync(home)
  const env = { XDG_STATE_HOME: join(top, 'state'), XDG_CACHE_HOME: join(top, 'cache') }
  const where = { cwd: project, home, env, paths: [], allProjects: false }
  return { top, project, memory, where, remove: () => rmSync(top, { recursive: true, force: true }) }
}

/**
 * File times 40 to 60 days before the commits; names that begin with `old` or `dup` are the older ones. What is written
 * when its files are gone already may be about that.
 */
export function ageFiles(folder: string): void {
  const commits = Date.UTC(2026, 0, 15) / 1000
  const names = readdirSync(folder).sort()
  names.forEach((name, at) => {
    const days = /^(?:old|dup)/.test(name) ? 60 : 40
    utimesSync(join(folder, name), Date.now() / 1000, commits - days * DAY - at * 600 + 0.123456)
  })
}

export function commitAndRemove(project: string, removed?: string): void {
  runGit(project, ['init', '-q', '-b', 'main'])
  if (removed !== undefined) cpSync(removed, project, { recursive: true })
  runGit(project, ['add', '--', ':!.claude'])
  runGit(project, ['commit', '-q', '-m', 'All there'])
  if (removed === undefined) return
  for (const path of filesBelow(removed)) runGit(project, ['rm', '-q', path])
  runGit(project, ['commit', '-q', '-m', 'Drop the legacy session'])
}

function runGit(cwd: string, args: readonly string[]): string {
  const date = '2026-01-15T12:00:00Z'
  const env = {
    ...process.env,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org']
  const run = spawnSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
  return run.stdout
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
}

/** Everything below a folder, with bytes, times and modes; folders too where their times matter. */
export function treeBelow(folder: string, times: 'files' | 'all' = 'files'): Record<string, string> {
  const tree: Record<string, string> = {}
  const visit = (path: string) => {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return
    const name = relative(folder, path) || '.'
    if (stat.isDirectory()) {
      tree[name] = times === 'all' ? `folder ${stat.mtimeNs} ${stat.mode}` : 'folder'
      for (const each of readdirSync(path)) visit(join(path, each))
    } else {
      const content = stat.isFile()
        ? sha(readFileSync(path))
        : stat.isSymbolicLink()
          ? readlinkSync(path)
          : 'other'
      tree[name] = `${stat.mtimeNs / 1000n} ${stat.mode} ${content}`
    }
  }
  visit(folder)
  return tree
}

export function policy(changes: Partial<Policy> = {}): Policy {
  return { ...DEFAULT_POLICY, ...changes }
}
