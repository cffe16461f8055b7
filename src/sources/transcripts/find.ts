import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type SessionRequest, transcriptFolders } from '../sessions.ts'

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
  request: Pick<SessionRequest, 'project' | 'spellings' | 'home' | 'env'>,
): Transcript[] {
  return transcriptFolders({ ...request, since: 0 })
    .flatMap(folder => transcriptsBelow(folder, 0))
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
  if (!stat.isFile()) return { kind: 'odd', why: 'it is no regular file' }
  if (/\.(?:zst|gz|xz|bz2)$/.test(path)) return { kind: 'odd', why: 'it is compressed: unpack it first' }
  return { kind: 'found', transcripts: [transcriptAt(path)] }
}

function transcriptsBelow(folder: string, depth: number): Transcript[] {
  const entries = namesIn(folder)
  const here = entries
    .filter(entry => entry.isFile() && isSession(entry.name))
    .map(entry => transcriptAt(join(folder, entry.name)))
  const below = depth === 0 ? [] : entries.filter(entry => entry.isDirectory())
  return [...here, ...below.flatMap(entry => transcriptsBelow(join(folder, entry.name), depth - 1))]
}

/** What was reset or deleted is no conversation any more. */
const isSession = (name: string): boolean => name.endsWith('.jsonl') && !/\.(?:reset|deleted)\./.test(name)

function transcriptAt(path: string): Transcript {
  const form = /\.(?:jsonl|ndjson|json)$/i.test(path) ? 'records' : 'text'
  const stat = statSync(path, { throwIfNoEntry: false })
  const session = basename(path).replace(/\.[A-Za-z]{1,8}$/, '')
  return { path, session, form, size: stat?.size ?? 0, modified: stat?.mtimeMs ?? 0 }
}

const byTime = (a: Transcript, b: Transcript): number => a.modified - b.modified || (a.path < b.path ? -1 : 1)

/** Sessions that Dream started itself, by the names of the files that mark them. */
export function ownSessions(folder: string): ReadonlySet<string> {
  return new Set(namesIn(folder).map(entry => entry.name))
}

export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function namesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
