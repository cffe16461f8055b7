import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { namesIn, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { entriesIn, filesIn, isTranscriptName, type ListedFile } from './listing.ts'
import { SOURCES } from './registry.ts'
import type { SessionFolder, SessionPlace } from './source.ts'

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

export interface Sessions {
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

export type Given =
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
  const below =
    depth === 0 ? [] : entriesIn(folder).filter(entry => entry.isDirectory() && entry.name !== 'subagents')
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
