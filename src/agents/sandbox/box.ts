import { type BoundedFile, Dir, errorCode, realSys, withBoundedFile } from '../../disk/index.ts'
import { maskSecrets, showText } from '../../text/index.ts'

/** A root that is held open. Below it every folder is opened by itself and no link is followed. */
interface Mount extends MountName {
  readonly dir: Dir
  /** Whether a file is anybody's business here, by its path from the root. */
  readonly shows: (segments: readonly string[]) => boolean
  /** Whether there is anything of that kind below a folder. */
  readonly enters?: (folders: readonly string[]) => boolean
  /** Folders, from the root, that are not entered. */
  readonly avoids: readonly string[]
  readonly writable: boolean
}

export type Spot = Place<Mount>

export interface Entry {
  readonly name: string
  readonly spot: Spot
  readonly kind: 'file' | 'directory' | 'symlink' | 'other'
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** All that a tool can reach: the copy of the memory folder, and transcripts to read where there are some. */
export interface Box {
  locate(path: string): Spot
  entry(spot: Spot): Entry
  list(spot: Spot): Entry[]
  /** Every file below, in order; the place itself where it is a file. */
  walk(spot: Spot, deepest?: number): Generator<Entry>
  /**
   * Whole lines, as many as fit into a piece, with secrets hidden. `by-line`: whoever asks tells of each line that is shown;
   * without it the whole file counts as shown.
   */
  pieces(spot: Spot, counting?: 'by-line'): Generator<string>
  /** This line of a file is shown; numbers begin with 1. */
  showsLine(spot: Spot, line: number): void
  /** The whole text, with secrets hidden. */
  text(spot: Spot): string
  close(): void
}

export interface ProjectRoot {
  /** Absolute, links resolved. */
  readonly root: string
  readonly files: readonly string[]
}

export interface BoxRoots {
  /** The private copy, and the folder that it is a copy of: the model knows that name alone. */
  readonly memory: { readonly copy: string; readonly shown: string }
  /** Absolute, links resolved. */
  readonly transcripts?: string
  /** To read: its files, relative to its root. What git ignores is none of them. */
  readonly project?: ProjectRoot
  /** Called for every file, or line of one, whose text is shown, before it is. */
  readonly onRead: (spot: Spot, line?: number) => void
}

const DEEPEST = 8
const MOST_ENTRIES = 20_000
const PIECE = 1_000_000
/** A line that is longer is looked at as several. */
const LONGEST_LINE = 4_000_000
const LARGEST_TEXT = 8_000_000
/** What one question may read of files in all. */
export const MOST_BYTES = 64_000_000

export function openBox({ memory, transcripts, project, onRead }: BoxRoots): Box {
  // The folder itself is known as its copy, and by no other way.
  const avoidsIn = (root: string) =>
    [memory.shown, transcripts].flatMap(path =>
      path?.startsWith(`${root}/`) ? [path.slice(root.length + 1)] : [],
    )
  const mounts: [Mount, ...Mount[]] = [
    {
      shown: memory.shown,
      dir: Dir.open(realSys, memory.copy),
      shows: ([name = '.']) => !name.startsWith('.'),
      avoids: [],
      writable: true,
    },
  ]
  if (transcripts !== undefined)
    mounts.push({
      shown: transcripts,
      dir: Dir.open(realSys, transcripts),
      shows: segments => /^[^.].*\.(?:jsonl|txt)$/.test(segments.at(-1) ?? ''),
      avoids: avoidsIn(transcripts),
      writable: false,
    })
  if (project !== undefined && mounts.every(({ shown }) => shown !== project.root))
    mounts.push(projectMount(project, avoidsIn(project.root)))
  return {
    locate: path => placeOf(path, mounts),
    entry: entryAt,
    list: listAt,
    walk: walkFrom,
    pieces(spot, counting) {
      if (counting === undefined) onRead(spot)
      return piecesOf(spot)
    },
    showsLine: onRead,
    text(spot) {
      onRead(spot)
      return textAt(spot)
    },
    close: () => {
      for (const { dir } of mounts) dir.close()
    },
  }
}

/** Hidden files stay hidden here too: keys lie in them, and agents keep their own state there. */
function projectMount({ root, files }: ProjectRoot, avoids: readonly string[]): Mount {
  const known = new Set(files)
  const folders = new Set<string>()
  for (const file of files)
    for (
      let at = file.lastIndexOf('/');
      at > 0 && !folders.has(file.slice(0, at));
      at = file.lastIndexOf('/', at - 1)
    )
      folders.add(file.slice(0, at))
  return {
    shown: root,
    dir: Dir.open(realSys, root),
    shows: segments => known.has(segments.join('/')),
    enters: segments => folders.has(segments.join('/')),
    avoids,
    writable: false,
  }
}

function within<Result>(spot: Spot, folders: readonly string[], work: (dir: Dir) => Result): Result {
  const { mount } = spot
  const path = folders.join('/')
  if (
    mount.avoids.some(avoided => path === avoided || path.startsWith(`${avoided}/`)) ||
    hidesFolder(folders) ||
    (folders.length > 0 && mount.enters?.(folders) === false)
  )
    throw new NotShown(`${showPlace(spot)} is not there`)
  const opened: Dir[] = []
  try {
    let dir = mount.dir
    for (const folder of folders) {
      dir = dir.sub(folder)
      opened.push(dir)
    }
    return work(dir)
  } catch (error) {
    throw inWords(error, spot)
  } finally {
    for (const dir of opened) dir.close()
  }
}

const hidesFolder = (folders: readonly string[]): boolean => folders.some(name => name.startsWith('.'))

function inWords(error: unknown, spot: Spot): unknown {
  const code = errorCode(error)
  if (code === 'ENOENT' || code === 'ENAMETOOLONG') return new NotShown(`${showPlace(spot)} is not there`)
  if (code === 'ENOTDIR') return new NotShown(`${showPlace(spot)}: a part of the path is no folder`)
  if (code === 'ELOOP')
    return new NotShown(`${showPlace(spot)} leads through a link, and links are not followed`)
  return code === 'EACCES' ? new NotShown(`${showPlace(spot)} cannot be read`) : error
}

function entryAt(spot: Spot): Entry {
  const name = spot.segments.at(-1)
  if (name === undefined) return { name: '.', spot, kind: 'directory', size: 0, modified: 0 }
  return within(spot, spot.segments.slice(0, -1), dir => {
    const found = entryIn(dir, spot, name)
    if (found === undefined) throw new NotShown(`${showPlace(spot)} is not there`)
    return found
  })
}

function entryIn(dir: Dir, spot: Spot, name: string): Entry | undefined {
  const { mount } = spot
  const stat = dir.stat(name)
  if (stat === undefined || name.startsWith('.')) return undefined
  if (mount.avoids.includes(spot.segments.join('/'))) return undefined
  const isMeant =
    stat.kind === 'directory' ? mount.enters?.(spot.segments) !== false : mount.shows(spot.segments)
  if (!isMeant) return undefined
  return { name, spot, kind: stat.kind, size: stat.size, modified: stat.modified / 1000 }
}

function listAt(spot: Spot): Entry[] {
  return within(spot, spot.segments, dir =>
    dir
      .list()
      .slice(0, MOST_ENTRIES)
      .flatMap(name => entryIn(dir, { ...spot, segments: [...spot.segments, name] }, name) ?? []),
  )
}

function* walkFrom(spot: Spot, deepest: number = DEEPEST): Generator<Entry> {
  const top = entryAt(spot)
  yield top
  if (top.kind !== 'directory') return
  let seen = 0
  const open = [{ spot, depth: 1 }]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (next.depth > Math.min(deepest, DEEPEST)) continue
    for (const entry of listAt(next.spot)) {
      if (++seen > MOST_ENTRIES) return
      yield entry
      if (entry.kind === 'directory') open.push({ spot: entry.spot, depth: next.depth + 1 })
    }
  }
}

function opened<Result>(spot: Spot, work: (file: BoundedFile) => Result): Result {
  const name = spot.segments.at(-1)
  if (name === undefined) throw new NotShown(`${showPlace(spot)} is a folder`)
  return within(spot, spot.segments.slice(0, -1), dir => {
    const { kind } = entryAt(spot)
    if (kind === 'directory') throw new NotShown(`${showPlace(spot)} is a folder`)
    const read = withBoundedFile(dir, name, file => {
      // A second name may stand anywhere on the disk: what it shows belongs there, not here.
      if (file.names > 1) throw new NotShown(`${showPlace(spot)} has another name elsewhere and is not read`)
      return work(file)
    })
    if ('result' in read) return read.result
    throw new NotShown(
      read.not === 'a-file'
        ? `${showPlace(spot)} is not a regular file`
        : `${showPlace(spot)} cannot be read`,
    )
  })
}

function textAt(spot: Spot): string {
  return opened(spot, file => {
    if (file.size > LARGEST_TEXT)
      throw new NotShown(`${showPlace(spot)} is ${file.size} bytes large; grep it narrowly instead`)
    return maskSecrets(file.read(0, Math.min(file.size, LARGEST_TEXT)).toString('utf8'))
  })
}

/** The file is opened anew for each piece: between two of them anybody else may be at work. */
function* piecesOf(spot: Spot): Generator<string> {
  const size = opened(spot, file => file.size)
  for (let from = 0; from < Math.min(size, MOST_BYTES); ) {
    const piece = opened(spot, file => wholeLines(file, from))
    if (piece.length === 0) return
    from += piece.length
    yield maskSecrets(piece.toString('utf8'))
  }
}

function wholeLines(file: BoundedFile, from: number): Buffer {
  for (let length = PIECE; ; length *= 2) {
    const bytes = file.read(from, length)
    if (bytes.length < length) return bytes
    const end = bytes.lastIndexOf(0x0a)
    if (end !== -1) return bytes.subarray(0, end + 1)
    if (length > LONGEST_LINE) return bytes
  }
}

/** A folder that tools may look into, under the name by which the model knows it. */
export interface MountName {
  /** Absolute, links resolved. */
  readonly shown: string
}

/** Where a path leads: below one of the roots, segment by segment. Every tool goes through this and nothing else. */
export interface Place<Mount extends MountName> {
  readonly mount: Mount
  readonly segments: readonly string[]
}

const LONGEST_PATH = 4096
const LONGEST_SEGMENT = 255
const DEEPEST_PATH = 32

/**
 * The place that a path names. It is compared, never resolved: `..` is refused wherever it stands, `~` and `$` mean
 * nothing, an absolute path has to begin with a root and a slash. Relative ones begin at the first root.
 */
function placeOf<Mount extends MountName>(text: string, mounts: readonly [Mount, ...Mount[]]): Place<Mount> {
  if (text.length > LONGEST_PATH) throw new Refused('the path is too long')
  if (text === '') throw new Refused('the path is empty; . is the memory folder')
  if (showText(text) !== text) throw new Refused('the path holds characters that cannot be shown')
  if (text.startsWith('~')) throw new Refused('~ is not expanded; write the path out')
  const mount = text.startsWith('/') ? mountOf(text, mounts) : mounts[0]
  const rest = text.startsWith('/') ? text.slice(mount.shown.length) : text
  const segments = rest.split('/').filter(segment => segment !== '' && segment !== '.')
  if (segments.includes('..')) throw new Refused('.. is not allowed in a path')
  if (segments.length > DEEPEST_PATH) throw new Refused('the path is too deep')
  if (segments.some(segment => Buffer.byteLength(segment) > LONGEST_SEGMENT))
    throw new Refused('a part of the path is too long')
  return { mount, segments }
}

/** The longest root that the path begins with: `/root-evil` does not begin with `/root`. */
function mountOf<Mount extends MountName>(text: string, mounts: readonly Mount[]): Mount {
  const hits = mounts.filter(({ shown }) => text === shown || text.startsWith(`${shown}/`))
  const longest = hits.toSorted((a, b) => b.shown.length - a.shown.length)[0]
  if (longest !== undefined) return longest
  const roots = mounts.map(({ shown }) => showText(shown)).join(' and ')
  throw new Refused(`${text} lies outside; only ${roots} can be looked at`)
}

/** As the model knows it. */
export function showPlace({ mount, segments }: Place<MountName>): string {
  return [mount.shown, ...segments].join('/')
}

/** What a tool will not do, in a sentence that the model reads. */
export class Refused extends Error {
  constructor(readonly reason: string) {
    super(reason)
    this.name = 'Refused'
  }
}

/** A file that is not shown, whatever it is asked for. A search through a folder goes past it. */
export class NotShown extends Refused {}

/** What a tool gives back, a line at a time, up to a size that a model can take in. */
export interface Output {
  /** Answers whether there is room for more. */
  line(text: string): boolean
  /** A remark of ours. */
  note(text: string): void
  end(empty?: string): string
  /** What was said so far, without remarks. */
  readonly lines: readonly string[]
}

const LONGEST_RESULT = 20_000
/** What one command hands to the next. */
export const LONGEST_PIPED = 8_000_000
const LONGEST_SHOWN = 2_000

export function newOutput(longest = LONGEST_RESULT): Output {
  const lines: string[] = []
  const notes: string[] = []
  let length = 0
  let left = 0
  return {
    line(text) {
      const shown =
        text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} … (${text.length} characters)` : text
      if (length + shown.length > longest) {
        left++
        return false
      }
      length += shown.length + 1
      lines.push(shown)
      return true
    },
    note: text => notes.push(`(${text})`),
    lines,
    end(empty = '(nothing)') {
      if (left > 0)
        notes.push(`(${length} characters are shown and that is the limit: ask for less at a time)`)
      return [...(lines.length === 0 ? [empty] : lines), ...notes].join('\n')
    },
  }
}

/** `2026-03-01 12:30`. */
export const timeWords = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')

/** Names of files are untrusted: one that holds a line break does not make a second line. */
export const nameWords = (name: string): string => showText(name)
