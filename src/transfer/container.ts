import { sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  ANSWERS,
  asFileName,
  asStoredName,
  type Decision,
  DreamError,
  type FileName,
  type FileState,
  type RunRecord,
} from '../model/index.ts'
import { isRecord, type Sighting } from '../store/index.ts'
import { exactText, isLoadedUnasked, jsonFault, showText } from '../text/index.ts'

/** The file that `dream export` writes: a line of JSON for each thing, and a checksum of all of them in the last. */
const FORMAT = 'dream-export'
const VERSION = 1

/** Whose folders they are, and where they lay. */
export interface Origin {
  /** ISO time. */
  readonly at: string
  /** The version of Dream that wrote it. */
  readonly dream: string
  readonly home: string
}

/** A memory folder with all that Dream knows of its past. */
export interface MovedFolder {
  readonly root: string
  readonly label: string
  readonly layout: 'index' | 'journal'
  /** Where the project lay that it is about. */
  readonly project?: string
  readonly files: readonly MovedFile[]
  /** Of every version, those in the history too, by their hash. */
  readonly bytes: ReadonlyMap<string, Buffer>
  readonly records: readonly RunRecord[]
  readonly decisions: readonly Decision[]
  readonly seen: readonly Sighting[]
}

export interface MovedFile extends Pick<FileState, 'hash' | 'size' | 'modified' | 'mode'> {
  readonly file: FileName
}

export interface Container {
  readonly origin: Origin
  readonly folders: readonly MovedFolder[]
}

export function writeContainer({ origin, folders }: Container): string {
  const lines = [
    { format: FORMAT, version: VERSION, ...origin },
    ...folders.flatMap(({ files, bytes, records, decisions, seen, ...folder }) => [
      { folder },
      ...[...bytes].map(([hash, content]) => ({ bytes: { hash, ...spelled(content) } })),
      ...files.map(file => ({ file })),
      ...records.map(record => ({ record })),
      ...decisions.map(decision => ({ decision })),
      ...seen.map(({ pack: _, ...sighting }) => ({ seen: sighting })),
    ]),
  ].map(line => `${JSON.stringify(line)}\n`)
  const end = { end: { lines: lines.length, sha256: sha256(lines.join('')) } }
  return `${lines.join('')}${JSON.stringify(end)}\n`
}

function spelled(content: Buffer): { readonly text: string } | { readonly base64: string } {
  const text = exactText(content)
  return text === undefined ? { base64: content.toString('base64') } : { text }
}

class Damaged extends Error {}

/** All of it, or an error that says what is wrong with it. Every name, hash and shape in it was looked at. */
export function readContainer(text: string, name: string, now: number): Container {
  const refuse = (why: string) => new DreamError(say().transfer.refused(showText(name), why), 2)
  const lines = text.split('\n')
  const origin = originIn(lines[0] ?? '', refuse)
  try {
    const body = checkedLines(text, lines)
    const folders: Draft[] = []
    body.forEach((line, at) => {
      try {
        take(folders, object(JSON.parse(line)), now)
      } catch (error) {
        const why = error instanceof Damaged ? error.message : jsonFault(error)
        throw new Damaged(say().transfer.line(at + 2, why))
      }
    })
    return { origin, folders: folders.map(finished) }
  } catch (error) {
    if (error instanceof Damaged) throw refuse(say().transfer.damaged(error.message))
    throw error
  }
}

function originIn(line: string, refuse: (why: string) => DreamError): Origin {
  const head = (() => {
    try {
      return JSON.parse(line) as Record<string, unknown> | null
    } catch {
      return null
    }
  })()
  if (head?.['format'] !== FORMAT) throw refuse(say().transfer.foreign)
  const { version, at, dream, home } = head
  if (typeof version === 'number' && version > VERSION) throw refuse(say().transfer.newer(version, VERSION))
  if (version !== VERSION || !isText(at) || !isText(dream) || !isText(home))
    throw refuse(say().transfer.damaged(say().transfer.line(1, say().transfer.notAsWritten)))
  return { at, dream, home }
}

/** The lines between the first and the last, which vouches for them. */
function checkedLines(text: string, lines: readonly string[]): string[] {
  const last = lines.length - 2
  const end = text.endsWith('\n') && last > 0 ? endOf(lines[last]!) : undefined
  if (end === undefined) throw new Damaged(say().transfer.noEnd)
  const before = text.slice(0, text.length - lines[last]!.length - 1)
  if (end['lines'] !== last || end['sha256'] !== sha256(before)) throw new Damaged(say().transfer.checksum)
  return lines.slice(1, last)
}

function endOf(line: string): Record<string, unknown> | undefined {
  try {
    return object(object(JSON.parse(line))['end'])
  } catch {
    return undefined
  }
}

/** A folder of which only some lines were read. */
interface Draft {
  readonly about: Pick<MovedFolder, 'root' | 'label' | 'layout' | 'project'>
  readonly files: Map<string, MovedFile>
  readonly bytes: Map<string, Buffer>
  readonly records: RunRecord[]
  readonly decisions: Decision[]
  readonly seen: Sighting[]
}

const finished = ({ about, files, ...rest }: Draft): MovedFolder => ({
  ...about,
  ...rest,
  files: [...files.values()],
})

/** One line. Whatever it names was named before it, so that a line is right or wrong by itself. */
function take(folders: Draft[], line: Record<string, unknown>, now: number): void {
  const [kind = ''] = Object.keys(line)
  const value = object(line[kind])
  if (kind === 'folder') return void folders.push(folderOf(value))
  const folder = folders.at(-1)
  if (folder === undefined) throw new Damaged(say().transfer.noFolder)
  if (kind === 'bytes') takeBytes(folder, value)
  else if (kind === 'file') takeFile(folder, value)
  else if (kind === 'record') folder.records.push(recordOf(value, now))
  else if (kind === 'decision') folder.decisions.push(decisionOf(value))
  else if (kind === 'seen') folder.seen.push(sightingOf(value))
  else throw new Damaged(say().transfer.unknownLine(showText(kind)))
}

function folderOf({ root, label, layout, project }: Record<string, unknown>): Draft {
  const isPlace = isText(root) && root.startsWith('/') && isText(label)
  if (!isPlace || (layout !== 'index' && layout !== 'journal')) throw new Damaged(say().transfer.notAsWritten)
  const about: Draft['about'] = { root, label, layout, ...(isText(project) && { project }) }
  return { about, files: new Map(), bytes: new Map(), records: [], decisions: [], seen: [] }
}

function takeBytes({ bytes }: Draft, { hash, text, base64 }: Record<string, unknown>): void {
  const content = isText(text) ? Buffer.from(text) : Buffer.from(isText(base64) ? base64 : '', 'base64')
  if (!isText(hash) || sha256(content) !== hash) throw new Damaged(say().transfer.wrongHash)
  bytes.set(hash, content)
}

function takeFile({ files, bytes, about: { layout } }: Draft, value: Record<string, unknown>): void {
  const { file, hash, modified, mode } = value
  const name = isText(file) ? movableName(file, layout) : undefined
  if (name === undefined) throw new Damaged(say().transfer.wrongName(showText(String(file))))
  const content = isText(hash) ? bytes.get(hash) : undefined
  if (content === undefined || typeof modified !== 'number' || typeof mode !== 'number')
    throw new Damaged(say().transfer.notAsWritten)
  if (files.has(name)) throw new Damaged(say().transfer.twice(showText(name)))
  files.set(name, {
    file: name,
    hash: hash as string,
    size: content.length,
    modified: time(modified),
    mode: 0o600 | (mode & 0o044),
  })
}

/**
 * Notes, journals and what Dream keeps beside journals; never a hidden file, a lock, a trace of a run, or what an agent
 * loads by itself. Beside journals lies whatever else the user has: of that only the snapshot.
 */
export function movableName(file: string, layout: MovedFolder['layout']): FileName | undefined {
  const name = layout === 'index' ? asFileName(file) : asStoredName(file)
  const last = file.slice(file.lastIndexOf('/') + 1)
  const isNote = /\.(?:md|json|txt)$/i.test(last) && (/\.md$/i.test(last) || file.startsWith('@vault/'))
  const isOther = layout === 'journal' && last === file && !/^memory\.md$/i.test(file)
  return name === undefined ||
    last.startsWith('.') ||
    !isNote ||
    isOther ||
    isLoadedUnasked(file) ||
    /[\u0000-\u001f\\]/.test(last)
    ? undefined
    : name
}

const LATEST = 8.64e15
const time = (microseconds: number): number => Math.min(Math.max(0, Math.round(microseconds)), LATEST)

const DAY_MS = 86_400_000
const RUN = /^[0-9A-Za-z][0-9A-Za-z-]{0,99}$/

/**
 * Owners are those of another machine, and are left out. A run of the future would be the first to be undone: clocks may
 * differ a little, and then it counts as made just now. To undo one must not give an agent what it loads by itself.
 */
function recordOf(value: Record<string, unknown>, now: number): RunRecord {
  if (!isRecord(value)) throw new Damaged(say().transfer.notAsWritten)
  const at = Date.parse(value.at)
  const runs = [value.run, ...(value.undoes === undefined ? [] : [value.undoes])]
  if (!runs.every(run => RUN.test(run)) || Number.isNaN(at) || at > now + DAY_MS)
    throw new Damaged(say().transfer.wrongRun(showText(value.run)))
  const changes = value.changes
    .filter(({ file }) => !isLoadedUnasked(file))
    .map(change => ({ ...change, from: owned(change.from), to: owned(change.to) }))
  return { ...value, ...(at >= now && { at: new Date(now - 1).toISOString() }), changes }
}

function owned(state: FileState | null): FileState | null {
  if (state === null) return null
  const { hash, size, modified, mode } = state
  return { hash, size, modified: time(modified), mode: 0o600 | (mode & 0o044) }
}

function decisionOf(value: Record<string, unknown>): Decision {
  const { key: question, id, answer, at } = value
  const isAnswer = (ANSWERS as readonly unknown[]).includes(answer)
  if (![question, id, at].every(isText) || !isAnswer) throw new Damaged(say().transfer.notAsWritten)
  return { key: question, id, answer, at } as Decision
}

function sightingOf({ file, hash, modified, at }: Record<string, unknown>): Sighting {
  const name = isText(file) ? asFileName(file) : undefined
  const isRight = typeof modified === 'number' && isText(at) && (hash === null || isText(hash))
  if (name === undefined || !isRight) throw new Damaged(say().transfer.notAsWritten)
  return { file: name, hash, modified: time(modified), at }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function object(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>
  throw new Damaged(say().transfer.notAsWritten)
}
