import { statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { canonicalRoot, gitTopLevel, memoryPaths, namesIn, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Activity, INDEX_FILE } from '../model/index.ts'
import { GitFailed, gitLine, type Project } from '../project/index.ts'
import { AUTOMATIC, STATE } from '../state/index.ts'
import { projectSlug } from './claude-code/places.ts'
import { entriesIn, filesIn, isTranscriptName, type ListedFile, listFolder, timeOf } from './listing.ts'
import { SOURCES } from './registry.ts'
import type { SessionFolder, SessionPlace } from './source.ts'

/** Whose memory is meant to be dreamed over: a repository, whichever of its work trees asks, or a folder by itself. */
export interface Target {
  readonly path: string
  /** Where a dream is started: the work tree or folder that asked. */
  readonly cwd: string
  /** Memory folders that were named instead of found. */
  readonly paths: readonly string[]
  /** Other spellings of the path. */
  readonly spellings: readonly string[]
  /** Where what is known about it lies. */
  readonly folder: string
}

export interface TargetRequest {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly project?: string
  readonly paths: readonly string[]
}

export function targetFor(request: TargetRequest): Target {
  const { env, home, paths } = request
  const asked = resolve(request.cwd, paths[0] ?? request.project ?? '.')
  const start = realPath(asked) ?? asked
  const top = paths.length > 0 ? start : (gitTopLevel(start, realPath(home) ?? home) ?? start)
  const path = paths.length > 0 ? start : canonicalRoot(top)
  return {
    path,
    cwd: paths.length > 0 ? (realPath(request.cwd) ?? request.cwd) : top,
    paths: paths.map(each => resolve(request.cwd, each)),
    spellings: [...new Set([top, start, asked])],
    folder: `${autoHome(env, home)}/${targetName([path, ...paths.slice(1)].join('\n'))}`,
  }
}

/** Below `$XDG_STATE_HOME/dream`, beside the state of every folder. Spelled here too, so that nothing else is loaded. */
export function autoHome(env: TargetRequest['env'], home: string): string {
  const xdg = env['XDG_STATE_HOME']
  return `${xdg?.startsWith('/') ? `${xdg}/dream` : `${home}/.local/state/dream`}/${STATE.automatic}`
}

/** Where hooks leave a file for each session, and where Dream marks its own. */
export const sessionsFolder = (target: Target): string => `${target.folder}/${AUTOMATIC.sessions}`
export const ownFolder = (env: TargetRequest['env'], home: string): string =>
  `${autoHome(env, home)}/${AUTOMATIC.ownSessions}`

const LONGEST_NAME = 60

/** For people the end of the path, for certainty 53 bits of it; another path with the same name is noticed by `target`. */
function targetName(path: string): string {
  return `${projectSlug(path).slice(-LONGEST_NAME)}-${mixed(path).toString(36)}`
}

function mixed(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

/** One way to see that somebody was there. In microseconds since 1970, 0 for never; nothing where it is not known. */
export interface Sign {
  readonly what: Activity['what']
  /** Anything as new as `since` will do. */
  look(since: number): number | undefined
}

/**
 * The last sign of life, in the order in which signs are cheap to see: as soon as one is as new as `since`, nobody looks for
 * more. Where one of them is not known, or there is none at all, it is not known.
 */
export function lastActivity(signs: readonly Sign[], since: number): Activity | undefined {
  let last: Activity | undefined
  let isKnown = true
  for (const { what, look } of signs) {
    const newest = look(since)
    if (newest === undefined) isKnown = false
    else if (newest > (last?.newest ?? 0)) last = { newest, what }
    if (last !== undefined && last.newest >= since) return last
  }
  return isKnown ? last : undefined
}

/** The newest memory. `MEMORY.md` is left out: Dream writes it itself. */
export function editedMemory(root: string): Sign {
  return {
    what: 'edit',
    look(since) {
      const listed = listFolder(root)
      if ('failed' in listed) return undefined
      const names = listed.files.map(({ name }) => name).filter(name => name !== INDEX_FILE)
      return newestOf(root, names, since)
    },
  }
}

/**
 * The newest session. Agents throw transcripts away after some weeks; the folder's own time tells that there were any, and
 * is never older than the last of them.
 */
export function session(
  place: Pick<SessionRequest, 'project' | 'spellings' | 'home' | 'env' | 'noted' | 'own' | 'now'>,
): Sign {
  return {
    what: 'session',
    look() {
      // Whoever talks right now counts as well.
      const request = { ...place, roots: [], since: 0, current: '' }
      const { newest = 0 } = sessionsSince(request)
      const folders = [...sessionFolders(request).map(({ folder }) => folder), place.noted]
      return Math.max(Math.round(newest * 1000), newestOf('/', folders, Number.POSITIVE_INFINITY))
    },
  }
}

/** The newest commit that any branch, tag or stash leads to. */
export function committed({ project }: Project): Sign {
  return {
    what: 'commit',
    look() {
      if (project.kind !== 'git') return 0
      try {
        const seconds = gitLine(project.root, ['log', '-1', '--all', '--format=%ct'])
        return seconds === '' ? 0 : Number(seconds) * 1_000_000
      } catch (error) {
        if (error instanceof GitFailed) return undefined
        throw error
      }
    },
  }
}

/** More than these are not looked at one by one. */
const MOST_FILES = 100_000

/** The newest file of the project, its memories apart: work that was never committed, or a project without git. */
export function editedFile({ project, memoryFolders, files }: Project): Sign {
  return {
    what: 'edit',
    look(since) {
      const listed = files()
      if (project.kind === 'absent' || 'unknown' in listed || listed.length > MOST_FILES) return undefined
      const isMemory = memoryPaths(project.root, memoryFolders)
      const paths = listed.filter(path => !isMemory(path))
      // Nothing but memories: the project has moved away, or was never here.
      return paths.length === 0 ? undefined : newestOf(project.root, paths, since)
    },
  }
}

function newestOf(folder: string, paths: readonly string[], since: number): number {
  let newest = 0
  for (const path of paths) {
    newest = Math.max(newest, Math.round(timeOf(join(folder, path)) * 1000))
    if (newest >= since) break
  }
  return newest
}

/** A2: sessions are counted from what agents leave behind: transcripts by their time, journals, and what hooks noted. */
export interface SessionRequest extends SessionPlace {
  readonly now: number
  /** The session that asks; it never counts. Where nobody says which it is, what is still being written does not. */
  readonly current?: string
  /** A folder of files named by the sessions that hooks noted. */
  readonly noted: string
  /** A folder of files named by sessions of Dream's own. */
  readonly own: string
}

interface Sessions {
  readonly count: number
  readonly newest: number | undefined
}

/** A transcript touched within this time belongs to somebody who is still talking. */
const QUIET_MS = 10 * 60_000

export function sessionsSince(request: SessionRequest): Sessions {
  const { since, now, current } = request
  const own = ownSessions(request.own)
  const times = new Map<string, number>()
  for (const { folder, idOf } of [...sessionFolders(request), { folder: request.noted, idOf: String }])
    for (const { name, time } of filesIn(folder, each => idOf(each) !== undefined)) {
      const id = idOf(name) as string
      times.set(id, Math.max(time, times.get(id) ?? 0))
    }
  const isCurrent = (id: string, time: number) =>
    current === undefined ? Math.abs(now - time) < QUIET_MS : id === current
  const counted = [...times].filter(([id, time]) => time > since && !own.has(id) && !isCurrent(id, time))
  const newest = counted.reduce((latest, [, time]) => Math.max(latest, time), 0)
  return { count: counted.length, newest: counted.length === 0 ? undefined : newest }
}

export function sessionFolders(place: SessionPlace): SessionFolder[] {
  return SOURCES.flatMap(source => source.sessions?.(place) ?? [])
}

/** Sessions that Dream started itself, by the names of the files that mark them. */
export function ownSessions(folder: string): ReadonlySet<string> {
  return new Set(namesIn(folder))
}

/** A file that holds a conversation. */
export interface Transcript {
  readonly path: string
  /** Its name without the ending: the session, for the agents whose files are named so. */
  readonly session: string
  readonly form: 'records' | 'text'
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** The sessions that agents left for a project, oldest first: later words are read later. */
export function projectTranscripts(
  place: Pick<SessionPlace, 'project' | 'spellings' | 'home' | 'env'>,
): Transcript[] {
  return sessionFolders({ ...place, roots: [], since: 0 })
    .flatMap(({ folder }) => transcriptsBelow(folder, 0))
    .sort(byTime)
}

type Given =
  | { readonly kind: 'found'; readonly transcripts: readonly Transcript[] }
  | { readonly kind: 'gone' }
  /** There, and not a form that can be read. */
  | { readonly kind: 'odd'; readonly why: string }

/** Codex files its sessions by year, month and day. */
const DEEPEST = 4

/** What a path on the command line leads to: a file of any name, or a folder and the sessions in it. */
export function givenTranscripts(path: string): Given {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return { kind: 'gone' }
  if (stat.isDirectory()) return { kind: 'found', transcripts: transcriptsBelow(path, DEEPEST).sort(byTime) }
  if (!stat.isFile()) return { kind: 'odd', why: say().places.files.notRegular }
  if (/\.(?:zst|gz|xz|bz2)$/.test(path)) return { kind: 'odd', why: say().places.folders.compressed }
  return { kind: 'found', transcripts: [transcriptAt(path)] }
}

function transcriptsBelow(folder: string, depth: number): Transcript[] {
  const here = filesIn(folder, isTranscriptName).map(({ path }) => transcriptAt(path))
  const below = depth === 0 ? [] : entriesIn(folder).filter(entry => entry.isDirectory())
  return [...here, ...below.flatMap(entry => transcriptsBelow(join(folder, entry.name), depth - 1))]
}

function transcriptAt(path: string): Transcript {
  const form = /\.(?:jsonl|ndjson|json)$/i.test(path) ? 'records' : 'text'
  const stat = statSync(path, { throwIfNoEntry: false })
  const session = basename(path).replace(/\.[A-Za-z]{1,8}$/, '')
  return { path, session, form, size: stat?.size ?? 0, modified: stat?.mtimeMs ?? 0 }
}

const byTime = (a: Transcript, b: Transcript): number => a.modified - b.modified || (a.path < b.path ? -1 : 1)

/** A folder of transcripts, and the sessions in it that were touched since a moment. */
export interface Transcripts {
  /** Absolute, links resolved. */
  readonly folder: string
  /** The newest first. */
  readonly sessionIds: readonly string[]
}

/** Those of a memory folder, where its agent keeps them beside it. */
export function transcriptsBeside(root: string, since: number): Transcripts | undefined {
  const folders = SOURCES.flatMap(source => source.transcriptsBeside?.(root) ?? [])
  const folder = folders.find(each => filesIn(each, isTranscriptName).length > 0)
  return folder === undefined ? undefined : transcriptsIn(folder, since)
}

/** Those of a folder that somebody names; nothing where there is no such folder. */
export function transcriptsIn(folder: string, since: number): Transcripts | undefined {
  const real = realPath(folder)
  if (real === undefined) return undefined
  const newestFirst = (a: ListedFile, b: ListedFile) => b.time - a.time || (a.name < b.name ? -1 : 1)
  const files = filesIn(real, isTranscriptName).filter(({ time }) => time > since)
  return { folder: real, sessionIds: files.sort(newestFirst).map(({ name }) => basename(name, '.jsonl')) }
}
