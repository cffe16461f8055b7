import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type FileRead, namesIn, readRegularFile, sha256, wayWithin } from '../../disk/index.ts'
import { say } from '../../languages/index.ts'
import { DreamError, type FileName, storedName, VAULT } from '../../model/index.ts'
import { exactText } from '../../text/index.ts'
import { isDatedName } from '../listing.ts'
import type { Workspace } from './workspace.ts'

/** A file of a workspace or its vault as it was read: its text, and the hash that an action expects to find. */
export interface ReadText {
  readonly file: FileName
  /** Empty where it is absent. */
  readonly text: string
  readonly hash: string | 'absent'
  readonly bytes: number
  /** Microseconds since 1970; 0 where it is absent. */
  readonly modified: number
}

const LARGEST = 20_000_000

/** Where a stored name lies on disk. */
export function pathOf({ root, vault }: Pick<Workspace, 'root' | 'vault'>, file: string): string {
  return file.startsWith(`${VAULT}/`) ? below(vault.path, file.slice(VAULT.length + 1)) : below(root, file)
}

/** What lies in a sub-folder of a workspace may have been put elsewhere by a link: that is another folder's. */
function below(folder: string, file: string): string {
  if (file.includes('/')) refuseLinkOut(folder, dirname(join(folder, file)))
  return join(folder, file)
}

function refuseLinkOut(folder: string, path: string): void {
  const way = wayWithin(folder, path)
  if (way.at !== 'outside') return
  throw new DreamError(say().places.files.linkOut(way.lead.file, folder), 1)
}

/** A file that may be absent; whatever else keeps it from being read is a sentence, and stops the command. */
export function readText(workspace: Workspace, name: string): ReadText {
  const file = storedName(name)
  const path = pathOf(workspace, name)
  const read = readRegularFile(path, LARGEST)
  if (read.kind === 'gone') return { file, text: '', hash: 'absent', bytes: 0, modified: 0 }
  if (read.kind !== 'read') throw new DreamError(say().places.files.cannotRead(path, whyNot(read)), 1)
  const text = exactText(read.bytes)
  if (text === undefined)
    throw new DreamError(say().places.files.cannotRead(path, say().places.files.notUtf8), 1)
  const modified = Number(read.stat.mtimeNs / 1000n)
  return { file, text, hash: sha256(read.bytes), bytes: read.bytes.length, modified }
}

function whyNot(read: Exclude<FileRead, { kind: 'read' | 'gone' }>): string {
  if (read.kind === 'unreadable') return read.why
  if (read.kind === 'too-large') return say().places.files.tooLarge
  return read.kind === 'symlink' ? say().places.files.isLink : say().places.files.notRegular
}

interface Journals {
  /** Oldest first. */
  readonly days: readonly { readonly name: string; readonly day: string }[]
  /** Files that are named like a day and are none: `2026-13-45.md`. */
  readonly odd: readonly string[]
}

export function listJournals({ root }: Pick<Workspace, 'root'>): Journals {
  let names: string[]
  refuseLinkOut(root, join(root, 'memory'))
  try {
    names = readdirSync(join(root, 'memory')).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { days: [], odd: [] }
    throw new DreamError(say().places.files.cannotList(join(root, 'memory'), (error as Error).message), 1)
  }
  const dated = names.filter(isDatedName).map(name => ({ name, day: name.slice(0, 10) }))
  const odd = dated.filter(({ day }) => !isDay(day)).map(({ name }) => name)
  return { days: dated.filter(({ day }) => isDay(day)), odd }
}

function isDay(day: string): boolean {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  if (month < 1 || month > 12 || date < 1) return false
  // Every month has that many; only the others are worth a calendar, for there may be thousands of journals.
  return date <= 28 || new Date(`${day}T00:00:00Z`).getUTCDate() === date
}

const BOOT_FILES = ['AGENTS', 'SOUL', 'USER', 'IDENTITY', 'TOOLS', 'HEARTBEAT', 'BOOT', 'BOOTSTRAP']

/** The texts that the agent is given at every start: what a journal repeats of them is no news. */
export function readBootFiles({ root }: Pick<Workspace, 'root'>): string[] {
  return BOOT_FILES.flatMap(name => {
    const read = readRegularFile(join(root, `${name}.md`), 1_000_000)
    return read.kind === 'read' ? [read.bytes.toString('utf8')] : []
  })
}

/** The topics that the Obsidian index has files for. */
export function topicsOf({ vault }: Pick<Workspace, 'vault'>): string[] {
  const names = namesIn(join(vault.path, 'obsidian-index', 'topics'))
  return names.filter(name => name.endsWith('.md')).map(name => name.slice(0, -3))
}

/** A file from the outside. */
export interface Glance {
  readonly bytes: number
  /** Microseconds since 1970. */
  readonly modified: number
}

export function glanceAt(workspace: Workspace, name: string): Glance | undefined {
  try {
    const stat = lstatSync(pathOf(workspace, name), { bigint: true })
    return { bytes: Number(stat.size), modified: Number(stat.mtimeNs / 1000n) }
  } catch {
    return undefined
  }
}

export function glanceAtJournals(workspace: Workspace): (Glance & Journals['days'][number])[] {
  return listJournals(workspace).days.map(({ name, day }) => ({
    name,
    day,
    ...(glanceAt(workspace, `memory/${name}`) ?? { bytes: 0, modified: 0 }),
  }))
}
