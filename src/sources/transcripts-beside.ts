import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { realPath } from '../disk/index.ts'

/** A folder of transcripts, and the sessions in it that were touched since a moment. */
export interface Transcripts {
  /** Absolute, links resolved. */
  readonly folder: string
  /** The newest first. */
  readonly sessionIds: readonly string[]
}

const ENDING = '.jsonl'

/** Those of Claude Code lie beside its memory: `projects/<slug>/*.jsonl` and `projects/<slug>/memory/`. */
export function transcriptsBeside(root: string, since: number): Transcripts | undefined {
  if (basename(root) !== 'memory' || basename(dirname(dirname(root))) !== 'projects') return undefined
  const found = transcriptsIn(dirname(root), since)
  return found === undefined || !holdsAny(found.folder) ? undefined : found
}

/** Those of a folder that somebody names; nothing where there is no such folder. */
export function transcriptsIn(folder: string, since: number): Transcripts | undefined {
  const real = realPath(folder)
  if (real === undefined) return undefined
  const sessions = namesIn(real)
    .map(name => ({ id: name.slice(0, -ENDING.length), time: timeOf(join(real, name)) }))
    .filter(({ time }) => time > since)
    .sort((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1))
  return { folder: real, sessionIds: sessions.map(({ id }) => id) }
}

const holdsAny = (folder: string): boolean => namesIn(folder).length > 0

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => entry.isFile() && entry.name.endsWith(ENDING))
      .map(entry => entry.name)
  } catch {
    return []
  }
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
