import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sayEarly } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { lifeOf, lifeOfPid, type ProcessId, thisProcess } from './lock.ts'
import { readRegularFile } from './read.ts'
import { errorCode, errorWords } from './sys.ts'

/** Files and folders outside of every memory folder: Dream's own small ones, what the user names, what is worked on. */

export interface WriteOptions {
  /** For the user alone where absent. */
  readonly mode?: number
  /** `soon`: cheap, and after a power cut the file may hold nothing; else it is on disk when this returns. */
  readonly when?: 'sync' | 'soon'
  /**
   * `shared`: one name for all, so that what a killed process left is written over and drafts do not pile up where nobody
   * looks for them. Two processes at once may mix, so the content must tell whether it is whole.
   */
  readonly draft?: 'own' | 'shared'
}

/** A link under the name of the draft may have come with a repository. */
const DRAFT = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW

/** Replaces a file, whole or not at all. */
export function writeSmallFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, when = 'sync', draft: whose = 'own' }: WriteOptions = {},
): void {
  makeFolder(dirname(path), 'private')
  const draft = whose === 'own' ? `${path}.${process.pid}.new` : `${path}.tmp`
  try {
    const descriptor = openSync(draft, DRAFT, mode)
    try {
      writeWhole(descriptor, Buffer.from(content))
      if (when === 'sync') fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Puts other bytes into a file that still holds these, or takes it away; its mode stays. What somebody saved meanwhile
 * stays too.
 */
export function replaceFile(
  path: string,
  before: Buffer | undefined,
  after: Buffer | undefined,
): 'done' | 'changed' {
  const holdsThese = () => {
    const read = readRegularFile(path, LARGEST_BYTES)
    return read.kind === 'gone'
      ? before === undefined
      : read.kind === 'read' && before?.equals(read.bytes) === true
  }
  if (!holdsThese()) return 'changed'
  if (after === undefined) {
    rmSync(path, { force: true })
    return 'done'
  }
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  const draft = `${path}.${process.pid}.new`
  try {
    const descriptor = openSync(draft, 'w', mode ?? 0o644)
    try {
      if (mode !== undefined) fchmodSync(descriptor, mode & 0o7777)
      writeWhole(descriptor, after)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (!holdsThese()) return 'changed'
    renameSync(draft, path)
    return 'done'
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Takes away a folder that holds nothing. */
export function removeEmptyFolder(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    // Somebody has put something into it.
  }
}

/** Adds a line. Past `most` bytes the file becomes `<path>.1`, and what was that before is gone. */
export function appendLine(path: string, line: string, most: number): void {
  makeFolder(dirname(path), 'private')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > most) renameSync(path, `${path}.1`)
  const descriptor = openSync(path, 'a', 0o600)
  try {
    writeWhole(descriptor, Buffer.from(`${line}\n`))
  } finally {
    closeSync(descriptor)
  }
}

/** A file without contents, whose time is the message; `at` in milliseconds. */
export function touchFile(path: string, at: number): void {
  makeFolder(dirname(path), 'private')
  closeSync(openSync(path, 'a', 0o600))
  utimesSync(path, at / 1000, at / 1000)
}

export function removeFile(path: string): void {
  rmSync(path, { force: true })
}

/** Removes the files of a folder that `isOld` says so of, by name and time in milliseconds. */
export function sweepFolder(folder: string, isOld: (name: string, modified: number) => boolean): void {
  for (const name of namesIn(folder)) {
    const stat = statSync(`${folder}/${name}`, { throwIfNoEntry: false })
    if (stat?.isFile() === true && isOld(name, stat.mtimeMs)) rmSync(`${folder}/${name}`, { force: true })
  }
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
}

/** `name.<pid>.new` of a process that is gone, and `name.new`, as 0.1.0 called it. */
export function isDeadDraft(name: string): boolean {
  const draft = /\.(?:(\d{1,10})\.)?new$/.exec(name)
  if (draft === null) return false
  return draft[1] === undefined || lifeOfPid(Number(draft[1])) === 'gone'
}

/** Files that the user names on the command line: a plan to read, a report to write. Never files of a memory folder. */

const LARGEST_BYTES = 256_000_000
const PIECE = 1_000_000

export function readTextFile(path: string): string {
  try {
    const stat = statSync(path)
    if (stat.isCharacterDevice() || stat.isBlockDevice())
      throw new DreamError(sayEarly().places.files.cannotRead(path, sayEarly().places.files.isDevice), 2)
    if (stat.size > LARGEST_BYTES) throw tooLarge(path)
    return readBounded(path)
  } catch (error) {
    throw asRefusal(error, path, sayEarly().places.files.cannotRead)
  }
}

/** What somebody pipes in. */
export function readStandardInput(descriptor = 0): string {
  const { cannotRead, standardInput, nothingPiped } = sayEarly().places.files
  if (fstatSync(descriptor).isCharacterDevice())
    throw new DreamError(cannotRead(standardInput, nothingPiped), 2)
  return readWhole(descriptor, standardInput)
}

function readBounded(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    return readWhole(descriptor, path)
  } finally {
    closeSync(descriptor)
  }
}

const PAUSE_MS = 5

/** Another program may not have written yet: some hand over a pipe that says "not yet" instead of waiting. */
function readPiece(descriptor: number, piece: Buffer, tries: number): number {
  for (let tried = 1; ; tried++) {
    try {
      return readSync(descriptor, piece, 0, piece.length, null)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tried === tries) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

/** To its end; nothing where more comes than `largest` bytes. A pipe tells no size, so what comes is counted. */
export function readDescriptor(
  descriptor: number,
  largest: number,
  tries = Number.POSITIVE_INFINITY,
): string | undefined {
  const pieces: Buffer[] = []
  for (let size = 0; ; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, largest + 1))
    const length = readPiece(descriptor, piece, tries)
    if (length === 0) return Buffer.concat(pieces).toString('utf8')
    size += length
    if (size > largest) return undefined
    pieces.push(piece.subarray(0, length))
  }
}

function readWhole(descriptor: number, name: string): string {
  const text = readDescriptor(descriptor, LARGEST_BYTES)
  if (text === undefined) throw tooLarge(name)
  return text
}

/** A link may have come with a repository, and lead to an index. Standard output is one too. */
export function writeTextFile(path: string, text: string): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  if (isLink && !/^\/dev\/(?:std(?:out|err)|fd\/\d+)$/.test(path)) {
    const { cannotWrite, isLink: why } = sayEarly().places.files
    throw new DreamError(cannotWrite(path, why), 2)
  }
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw asRefusal(error, path, sayEarly().places.files.cannotWrite)
  }
}

const tooLarge = (path: string): DreamError =>
  new DreamError(sayEarly().places.files.cannotRead(path, sayEarly().places.files.tooLarge), 2)

function asRefusal(error: unknown, path: string, words: (path: string, why: string) => string): Error {
  const code = errorCode(error)
  if (code === undefined) return error as Error
  return new DreamError(words(path, errorWords(error)), code === 'ENOSPC' ? 1 : 2)
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The names in a folder, in order; none where it cannot be listed. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** Makes a folder and those above it, where they are not there; `private`: for the user alone. */
export function makeFolder(path: string, whose: 'shared' | 'private' = 'shared'): 'made' | 'there' {
  try {
    const mode = whose === 'private' ? 0o700 : 0o777
    return mkdirSync(path, { recursive: true, mode }) === undefined ? 'there' : 'made'
  } catch (error) {
    throw new DreamError(sayEarly().places.files.cannotMakeFolder(path, errorWords(error)), 1)
  }
}

/** Puts a text into a file of its own for someone to work on; what they leave there, or nothing where they gave up. */
export function scratchFile(
  name: string,
  text: string,
  work: (path: string) => 'done' | 'given-up',
): string | undefined {
  const place = mkdtempSync(join(tmpdir(), 'dream-edit-'))
  try {
    const path = join(place, basename(name))
    writeFileSync(path, text, { mode: 0o600 })
    return work(path) === 'done' ? readFileSync(path, 'utf8') : undefined
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** A private folder for files that somebody untrusted works on. */
export interface ScratchCopy {
  /** Holds the files and nothing else. */
  readonly path: string
  remove(): void
}

export interface CopiedFile {
  readonly bytes: Uint8Array
  /** Microseconds since 1970. */
  readonly modified: number
}

const PREFIX = 'dream-agent-'
const FILES = 'memory'
const OWNER = 'owner.json'
/** Without a word about who made it, it is left alone for a day: somebody may be making it right now. */
const DAY_MS = 86_400_000

/** Makes the folder (0700) with these files in it. What earlier runs left behind when they were killed goes first. */
export function scratchCopy(
  files: Iterable<readonly [name: string, file: CopiedFile]>,
  place: string = tmpdir(),
): ScratchCopy {
  sweepScratchCopies(place)
  const top = mkdtempSync(join(place, PREFIX))
  const remove = () => rmSync(top, { recursive: true, force: true })
  try {
    writeFileSync(join(top, OWNER), JSON.stringify(thisProcess()), { mode: 0o600 })
    const path = join(top, FILES)
    mkdirSync(path, { mode: 0o700 })
    for (const [name, { bytes, modified }] of files) {
      writeFileSync(join(path, name), bytes, { mode: 0o600, flag: 'wx' })
      utimesSync(join(path, name), modified / 1e6, modified / 1e6)
    }
    return { path, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes what dead runs of this user left. */
function sweepScratchCopies(place: string): void {
  for (const name of namesIn(place).filter(each => each.startsWith(PREFIX))) {
    const top = join(place, name)
    if (isLeftOver(top)) rmSync(top, { recursive: true, force: true })
  }
}

function isLeftOver(top: string): boolean {
  // A link, or a folder of somebody else's in a common place, is none of ours whatever its name.
  const stat = lstatSync(top, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isDirectory() || stat.uid !== process.getuid?.()) return false
  const owner = ownerOf(top)
  return owner === undefined ? Date.now() - stat.mtimeMs > DAY_MS : lifeOf(owner) === 'gone'
}

function ownerOf(top: string): ProcessId | undefined {
  try {
    const owner = JSON.parse(readFileSync(join(top, OWNER), 'utf8')) as ProcessId | null
    return typeof owner?.pid === 'number' ? owner : undefined
  } catch {
    return undefined
  }
}
