import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Dir, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { exactText } from '../text/index.ts'
import { type Delta, deltaOf, withDelta } from './delta.ts'

const NAME = /^deltas\.(\d{1,9})(?:\.old)?$/
const FIRST = 'deltas.1'
const DRAFT = 'deltas.new'

export type Stored = { state: 'whole'; bytes: Buffer } | { state: 'absent' } | { state: 'damaged' }

/**
 * Versions of Dream's own files, each as what differs from the one before it: `deltas.1`, a line each, only ever added
 * to. Only a purge writes it anew, under the next number. The file that was there is moved aside before it goes and
 * looked at once more, because one who was stopped past his lease may have added to it until then.
 */
export class Deltas {
  private readonly known = new Map<string, { readonly stamp: string; readonly file: DeltaFile }>()

  constructor(private readonly dir: Dir) {}

  has(hash: string): boolean {
    return this.files().some(file => file.has(hash))
  }

  get(hash: string): Stored {
    const holding = this.files().filter(file => file.has(hash))
    for (const file of holding) {
      const bytes = file.get(hash)
      if (bytes !== undefined) return { state: 'whole', bytes }
    }
    return { state: holding.length === 0 ? 'absent' : 'damaged' }
  }

  /** Keeps versions, each of its `file`, on disk when this returns; how many bytes they take. */
  addAll(versions: readonly { readonly file: string; readonly bytes: Buffer }[]): number {
    this.settle()
    const last = this.files().at(-1) ?? new DeltaFile(FIRST)
    const before = last.whole
    this.append(
      last,
      versions.map(({ file, bytes }) => last.add(tagOf(file), bytes)),
    )
    return last.whole - before
  }

  roomFor(versions: readonly { readonly file: string; readonly bytes: Buffer }[]): number {
    const trial = new DeltaFile(FIRST)
    for (const { file, bytes } of versions) trial.add(tagOf(file), bytes)
    return trial.whole
  }

  /** Lines that are there are on disk after this, also those of one who was killed before he could say so. */
  sync(): void {
    for (const { name } of this.files()) this.dir.syncFile(name)
    this.dir.sync()
  }

  room(): { readonly versions: number; readonly bytes: number } {
    const files = this.files()
    return {
      versions: files.reduce((sum, { count }) => sum + count, 0),
      bytes: files.reduce((sum, { whole }) => sum + whole, 0),
    }
  }

  /** Looks at every byte: the beginnings of the hashes of versions that cannot be made any more, and lines that are none. */
  check(): { readonly damaged: readonly string[]; readonly damage: readonly string[] } {
    const files = this.files()
    const damaged = files.flatMap(file =>
      [...file.versions()].flatMap(({ name, bytes }) => (bytes === undefined ? [name] : [])),
    )
    return { damaged, damage: files.flatMap(({ damage }) => damage) }
  }

  /** Erases versions for good; the others are what they were. */
  erase(hashes: ReadonlySet<string>): void {
    const files = this.files()
    if (![...hashes].some(hash => this.has(hash))) return
    const next = new DeltaFile(`deltas.${numberOf(files.at(-1)!.name) + 1}`)
    const names = new Set([...hashes].map(nameOf))
    const lines = files.flatMap(file => linesFor(next, file, names))
    this.dir.discard(DRAFT)
    this.dir.create(DRAFT, Buffer.concat(lines), { mode: 0o600 })
    if (this.dir.place(DRAFT, next.name) === 'taken') throw new Error(`another process made ${next.name}`)
    this.dir.sync()
    for (const { name } of files) this.replaceFile(name, next, names)
  }

  /** What a crash left: half a line, a draft, and a file that a purge was about to replace. */
  settle(): void {
    this.dir.discard(DRAFT)
    const files = this.files()
    for (const { name, whole } of files) {
      if (this.dir.stat(name)!.size > whole) this.dir.truncate(name, whole)
    }
    for (const { name } of files.slice(0, -1)) this.replaceFile(name, files.at(-1)!, new Set())
  }

  /** Moves a file out of the way, takes over what it has and `next` has not, and lets it go. */
  private replaceFile(name: string, next: DeltaFile, except: ReadonlySet<string>): void {
    const aside = name.endsWith('.old') ? name : `${name}.old`
    if (aside !== name) this.dir.rename(name, aside)
    this.dir.sync()
    const late = new DeltaFile(aside)
    late.read(this.dir.read(aside)!.bytes)
    this.append(next, linesFor(next, late, except))
    this.dir.discard(aside)
    this.dir.sync()
  }

  /** Writes lines that `file` has taken in already. */
  private append(file: DeltaFile, lines: readonly Buffer[]): void {
    if (lines.length === 0) return
    const bytes = Buffer.concat(lines)
    this.dir.append(file.name, bytes, file.whole - bytes.length)
    this.dir.sync()
    this.remember(file)
  }

  private remember(file: DeltaFile): DeltaFile {
    this.known.set(file.name, { stamp: this.stampOf(file.name), file })
    return file
  }

  /** Oldest first. They are read again only where they are not what they were. */
  private files(): DeltaFile[] {
    const names = this.dir.list().filter(name => NAME.test(name))
    return names.sort((a, b) => numberOf(a) - numberOf(b)).map(name => this.file(name))
  }

  private file(name: string): DeltaFile {
    const known = this.known.get(name)
    if (known?.stamp === this.stampOf(name)) return known.file
    const bytes = this.dir.read(name)?.bytes ?? Buffer.alloc(0)
    const file = known === undefined || bytes.length < known.file.whole ? new DeltaFile(name) : known.file
    file.read(bytes)
    return this.remember(file)
  }

  private stampOf(name: string): string {
    const stat = this.dir.stat(name)
    return `${stat?.size} ${stat?.modified}`
  }
}

/** Gives `next` what `file` has, but for what is to go and what cannot be made any more; the lines for that. */
function linesFor(next: DeltaFile, file: DeltaFile, except: ReadonlySet<string>): Buffer[] {
  const lines: Buffer[] = []
  for (const { name, tag, bytes } of file.versions()) {
    if (bytes !== undefined && !except.has(name) && !next.has(name)) lines.push(next.add(tag, bytes))
  }
  return lines
}

function numberOf(name: string): number {
  return Number(NAME.exec(name)![1])
}

interface Entry extends LineHead {
  readonly line: Buffer
  /** The version of the same file that stands before it, where it is made from that. */
  readonly from: Entry | undefined
  /** Bytes of the lines that it takes to make it. */
  readonly chain: number
  readonly links: number
}

/** Lines that come to more than this, and to more than twice the version, are too many: it is stored whole again. */
const SHORT_CHAIN = 2000

/** So are more than this, however short they are: each is looked at by whoever makes the version. */
const MOST_LINKS = 500

/**
 * The versions in one file of deltas. A version is made from an earlier one or stands alone. Because a chain ends where
 * its lines come to more than twice what they make, or to some hundreds, all versions together take little more than what
 * was new in each, and to make one takes no longer however many there are.
 */
export class DeltaFile {
  /** Bytes in whole lines. */
  whole = 0
  readonly damage: string[] = []
  private lines = 0
  private readonly entries = new Map<string, Entry>()
  private readonly newest = new Map<string, Entry>()
  /** The version of each file that was made last: they are asked for one after the other. */
  private readonly made = new Map<string, { readonly entry: Entry; readonly bytes: Buffer }>()

  constructor(readonly name: string) {}

  /** Takes in the lines behind those that are known. */
  read(bytes: Buffer): void {
    for (let end = bytes.indexOf(10, this.whole); end !== -1; end = bytes.indexOf(10, this.whole)) {
      const line = bytes.subarray(this.whole, end)
      // Where the power went in the middle of the last line, its end may be on disk and zeros before it.
      if (end === bytes.length - 1 && line.includes(0)) return
      this.whole = end + 1
      this.take(line)
    }
  }

  /** Whether there is a version under that name, or under the name of that hash. */
  has(nameOrHash: string): boolean {
    return this.entries.has(nameOf(nameOrHash))
  }

  /** The bytes of a version; nothing where a line that it needs is not what was written. */
  get(hash: string): Buffer | undefined {
    const entry = this.entries.get(nameOf(hash))
    return entry && this.soundBytes(entry)
  }

  get count(): number {
    return this.entries.size
  }

  /** Every version in its order; without bytes where it cannot be made any more. */
  *versions(): Generator<{
    readonly name: string
    readonly tag: string
    readonly bytes: Buffer | undefined
  }> {
    for (const entry of this.entries.values()) {
      yield { name: entry.name, tag: entry.tag, bytes: this.soundBytes(entry) }
    }
  }

  /** Takes in a version, and gives the line to write for it: what differs from the newest of its file, or all of it. */
  add(tag: string, bytes: Buffer): Buffer {
    const line = this.lineFor(tag, bytes)
    this.whole += line.length
    this.take(line.subarray(0, -1))
    return line
  }

  private lineFor(tag: string, bytes: Buffer): Buffer {
    const name = nameOf(sha256(bytes))
    const last = this.newest.get(tag)
    const old = last && this.soundBytes(last)
    if (last !== undefined && old !== undefined) {
      const line = lineOf({ name, tag, made: 'from-the-last' }, deltaOf(old, bytes), old)
      const isShort = last.chain + line.length < Math.max(SHORT_CHAIN, 2 * bytes.length)
      if (isShort && last.links < MOST_LINKS) return line
    }
    return lineOf({ name, tag, made: 'alone' }, [bytes], NO_TEXT)
  }

  private take(line: Buffer): void {
    this.lines += 1
    const head = headOf(line)
    if (head === undefined) {
      this.damage.push(say().storage.wrongLine(this.lines, this.name))
      return
    }
    const { name, tag, made } = head
    const from = made === 'alone' ? undefined : this.newest.get(tag)
    const chain = (from?.chain ?? 0) + line.length
    const links = (from?.links ?? 0) + 1
    const entry: Entry = { name, tag, made, line, from, chain, links }
    this.entries.set(name, entry)
    this.newest.set(tag, entry)
  }

  private soundBytes(entry: Entry): Buffer | undefined {
    const known = this.made.get(entry.tag)
    const chain: Entry[] = []
    let at: Entry | undefined = entry
    for (; at !== undefined && at !== known?.entry; at = at.from) chain.push(at)
    let bytes = at === undefined ? NO_TEXT : known!.bytes
    for (const { line } of chain.reverse()) {
      const delta = deltaIn(line, bytes)
      const next = delta && withDelta(bytes, delta)
      if (next === undefined) return undefined
      bytes = next
    }
    this.made.set(entry.tag, { entry, bytes })
    return nameOf(sha256(bytes)) === entry.name ? bytes : undefined
  }
}

const NO_TEXT = Buffer.alloc(0)

/** What a line is about. A file has one for every version of every file, so all that is not the delta is short. */
interface LineHead {
  /** The beginning of the SHA-256 of the version that it gives; whoever rebuilds the version compares all of it. */
  readonly name: string
  /** Whose version it is. */
  readonly tag: string
  /** Whether it is made from the version of the same file that stands before it. */
  readonly made: 'alone' | 'from-the-last'
}

const SUM_DIGITS = 8
const HEAD_BYTES = 40
const [SPACE, ALONE, FROM_THE_LAST, JSON_LIST, DEFLATED] = Buffer.from(' *^[~')
/** Deflated it takes so much longer to read that a few bytes are no reason. */
const WORTH_DEFLATING = 32
/** How far back deflated text can refer. */
const WINDOW = 32_768

export const nameOf = (hash: string): string => hash.slice(0, 24)
const tagOf = (file: string): string => sha256(file).slice(0, 4)

/**
 * `<checksum> <name> <tag> <*: all of it, ^: what differs from the one before><delta>` and the end of the line. `old` is the
 * text that the delta is about: whoever reads the line has it too, so what it says need not be said again.
 */
function lineOf({ name, tag, made }: LineHead, delta: Delta, old: Buffer): Buffer {
  const head = Buffer.from(`${name} ${tag} ${made === 'alone' ? '*' : '^'}`)
  const body = Buffer.concat([head, written(delta, dictionaryOf(old))])
  return Buffer.concat([Buffer.from(`${sumOf(body)} `), body, Buffer.from('\n')])
}

/** Nothing where it is no line of ours. Its checksum is looked at when its delta is asked for. */
function headOf(line: Buffer): LineHead | undefined {
  if (line[8] !== SPACE || line[33] !== SPACE || line[38] !== SPACE) return undefined
  if (line[39] !== ALONE && line[39] !== FROM_THE_LAST) return undefined
  const made = line[39] === ALONE ? 'alone' : 'from-the-last'
  return { name: line.toString('latin1', 9, 33), tag: line.toString('latin1', 34, 38), made }
}

/** Nothing where the line is not what was written. */
function deltaIn(line: Buffer, old: Buffer): Delta | undefined {
  if (sumOf(line.subarray(SUM_DIGITS + 1)) !== line.toString('latin1', 0, SUM_DIGITS)) return undefined
  try {
    const json = jsonIn(line.subarray(HEAD_BYTES), old)
    const parts = JSON.parse(json.toString()) as (string | [number, number] | { bytes: string })[]
    return parts.map(part => {
      if (typeof part === 'string') return Buffer.from(part)
      return Array.isArray(part) ? part : Buffer.from(part.bytes, 'base64')
    })
  } catch {
    // Its checksum is right, and it is no delta: nothing that we wrote, or not about that text.
    return undefined
  }
}

/** JSON, and deflated where that takes less room. What is no text is in base64. */
function written(delta: Delta, dictionary: Buffer): Buffer {
  const parts = delta.map(part => {
    if (!Buffer.isBuffer(part)) return part
    return exactText(part) ?? { bytes: part.toString('base64') }
  })
  const json = Buffer.from(JSON.stringify(parts))
  const deflated = Buffer.from(`~${escaped(deflateRawSync(json, { dictionary }))}`, 'latin1')
  return deflated.length + WORTH_DEFLATING < json.length ? deflated : json
}

function jsonIn(body: Buffer, old: Buffer): Buffer {
  if (body[0] === JSON_LIST) return body
  if (body[0] === DEFLATED)
    return inflateRawSync(unescaped(body.subarray(1)), { dictionary: dictionaryOf(old) })
  // As it was until deltas referred to the text before them.
  return inflateRawSync(Buffer.from(body.toString('latin1'), 'base64'))
}

const dictionaryOf = (old: Buffer): Buffer => old.subarray(-WINDOW)

/** Without the byte that ends a line, and without zeros: those tell of a line whose middle is not on disk. */
function escaped(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('=', '=e').replaceAll('\n', '=n').replaceAll('\0', '=0')
}

function unescaped(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  return Buffer.from(text.replaceAll('=0', '\0').replaceAll('=n', '\n').replaceAll('=e', '='), 'latin1')
}

function sumOf(body: Buffer): string {
  return sha256(body).slice(0, SUM_DIGITS)
}
