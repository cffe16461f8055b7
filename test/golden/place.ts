import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Setting } from './run-command.ts'

export const FIXTURES = join(import.meta.dirname, '../fixtures')

/** A project, a home and a state of their own, in a temporary place, at a fixed time. */
export interface Place {
  readonly top: string
  readonly project: string
  readonly setting: Setting
  /** Writes a file below `top`, as old as that day says. */
  put(path: string, text: string, day?: string): void
  remove(): void
}

const GIT = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()

const NOW = '2026-03-20T12:00:00Z'
const WRITTEN = '2026-01-01'
const BEGUN = '2026-01-15T12:00:00Z'
const CHANGED = '2026-02-15T12:00:00Z'

export function emptyPlace(now = NOW): Place {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-golden-')))
  const project = join(top, 'shop')
  for (const folder of [project, join(top, 'home'), join(top, 'bin')]) mkdirSync(folder)
  symlinkSync(GIT, join(top, 'bin/git'))
  const folders = ['STATE', 'CACHE', 'CONFIG', 'DATA'].map(what => [
    `XDG_${what}_HOME`,
    join(top, what.toLowerCase()),
  ])
  // No program but git, whatever else this machine has.
  const env = { ...Object.fromEntries(folders), PATH: join(top, 'bin') }
  return {
    top,
    project,
    setting: { cwd: project, home: join(top, 'home'), env, now: Date.parse(now) },
    put(path, text, day = WRITTEN) {
      mkdirSync(dirname(join(top, path)), { recursive: true })
      writeFileSync(join(top, path), text)
      date(join(top, path), day)
    },
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

const date = (path: string, day: string) => {
  const at = Date.parse(day.includes('T') ? day : `${day}T12:00:00Z`) / 1000
  utimesSync(path, at, at)
}

/** What `case.json` of a fixture may say; without it all of this is as usual. */
interface Case {
  readonly now?: string
  /** `project`: the code is in git and the memory is not. `all`: both. */
  readonly git?: 'project' | 'all' | 'none'
  /** Days on which memories were written that are not of the usual one. */
  readonly written?: Readonly<Record<string, string>>
  /** Paths of the project that had another name in the first commit. */
  readonly moved?: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
}

/**
 * A fixture as a place. `memory/` is the memory folder, `memories/NAME/` are those of sub-agents, `project/` is the code,
 * `removed/` what only the first commit has, `before/` the memory folder as the first commit has it.
 */
export function placeOf(fixture: string): Place {
  const from = join(FIXTURES, fixture)
  const told: Case = existsSync(join(from, 'case.json'))
    ? JSON.parse(readFileSync(join(from, 'case.json'), 'utf8'))
    : {}
  const place = emptyPlace(told.now)
  const memory = join(place.project, '.claude/memory')
  const copy = (part: string, to: string) => {
    if (existsSync(join(from, part))) cpSync(join(from, part), to, { recursive: true })
  }
  copy('project', place.project)
  copy('removed', place.project)
  copy('before', memory)
  for (const [was, is] of Object.entries(told.moved ?? {})) move(place.project, is, was)
  if (told.git !== 'none') commit(place.project, BEGUN, told.git)
  rmSync(memory, { recursive: true, force: true })
  for (const path of existsSync(join(from, 'removed')) ? filesBelow(join(from, 'removed')) : [])
    rmSync(join(place.project, path))
  for (const [was, is] of Object.entries(told.moved ?? {})) move(place.project, was, is)
  copy('memory', memory)
  copy('memories', join(place.project, '.claude/agent-memory'))
  for (const [name, target] of Object.entries(told.links ?? {})) symlinkSync(target, join(memory, name))
  if (told.git !== 'none') commit(place.project, CHANGED, told.git)
  for (const path of filesBelow(place.project))
    if (!path.startsWith('.git/')) date(join(place.project, path), CHANGED)
  for (const folder of memoryFolders(place.project)) ageFiles(folder, told.written ?? {})
  return place
}

function move(project: string, from: string, to: string): void {
  mkdirSync(dirname(join(project, to)), { recursive: true })
  renameSync(join(project, from), join(project, to))
}

function memoryFolders(project: string): string[] {
  const agents = join(project, '.claude/agent-memory')
  const names = existsSync(agents) ? readdirSync(agents).sort() : []
  return [join(project, '.claude/memory'), ...names.map(name => join(agents, name))].filter(existsSync)
}

/** Ten minutes apart, in the order of their names. */
function ageFiles(folder: string, written: Readonly<Record<string, string>>): void {
  for (const [at, name] of readdirSync(folder).sort().entries()) {
    const day = written[name] ?? new Date(Date.parse(WRITTEN) - at * 600_000).toISOString()
    if (existsSync(join(folder, name))) date(join(folder, name), day)
  }
}

/** All of a project, or all but its memory, on that day. */
function commit(project: string, day: string, what: Case['git'] = 'project'): void {
  git(project, ['init', '-q', '-b', 'main'], day)
  git(project, ['add', '-A', '--', '.', ...(what === 'all' ? [] : [':!.claude'])], day)
  git(project, ['commit', '-q', '--allow-empty', '-m', 'As of today'], day)
}

function git(cwd: string, args: readonly string[], day: string): void {
  const who = ['-c', 'user.name=A Person', '-c', 'user.email=person@example.org']
  const env = {
    PATH: process.env['PATH'],
    GIT_AUTHOR_DATE: day,
    GIT_COMMITTER_DATE: day,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const run = spawnSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
}

/** Copies that can be written, whatever the originals are. */
export function copyFiles(from: string, to: string): void {
  for (const path of filesBelow(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), readFileSync(join(from, path)))
  }
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
