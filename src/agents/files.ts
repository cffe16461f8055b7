import { resolve } from 'node:path'
import { storeContext, type Where } from '../app/index.ts'
import { readSmallText, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import {
  type Cursor,
  cursorsText,
  type FoundFolder,
  givenTranscripts,
  parseCursors,
  projectTranscripts,
  type Transcript,
  targetFor,
} from '../sources/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'

/** The conversations that are meant: files and folders that were named, else the sessions of this project. */
export function transcriptsFor(
  where: Where,
  given: readonly string[],
  sessions: readonly string[],
): readonly Transcript[] {
  const found = given.length > 0 ? given.flatMap(path => givenAt(where, path)) : sessionsOf(where)
  if (sessions.length === 0) return found
  const wanted = found.filter(({ session }) => sessions.some(id => session.includes(id)))
  if (wanted.length === 0) throw new DreamError(say().agents.noSession(sessions.join(', '), found.length), 2)
  return wanted
}

function givenAt(where: Where, path: string): readonly Transcript[] {
  const given = givenTranscripts(resolve(where.cwd, path))
  if (given.kind === 'found') return given.transcripts
  if (given.kind === 'gone') throw new DreamError(say().agents.noTranscript(path), 2)
  throw new DreamError(say().agents.badTranscript(path, given.why), 2)
}

function sessionsOf(where: Where): Transcript[] {
  // The memory folder may lie anywhere: whose sessions are meant, the project says.
  const { path, spellings } = targetFor({ ...where, paths: [] })
  const { home, env } = where
  return projectTranscripts({ project: path, spellings, home, env })
}

/** How far each transcript was read for a memory folder. */
export function readCursors(where: Where, { root }: Pick<FoundFolder, 'root'>): Map<string, Cursor> {
  return parseCursors(readSmallText(cursorFile(where, root), 50_000_000))
}

export function writeCursors(
  where: Where,
  { root }: Pick<FoundFolder, 'root'>,
  moved: ReadonlyMap<string, Cursor>,
): void {
  if (moved.size === 0) return
  const all = new Map([...readCursors(where, { root }), ...moved])
  writeSmallFile(cursorFile(where, root), cursorsText(all))
}

const cursorFile = (where: Where, root: string): string =>
  `${storeContext(where).stateHome}/${rootId(root)}/${FOLDER_STATE.transcripts}`
