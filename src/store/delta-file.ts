import { sha256 } from '../disk/index.ts'
import { deltaOf, NO_TEXT, type Pieces, withDelta } from './delta.ts'
import { deltaIn, headOf, type LineHead, lineOf, nameOf } from './delta-line.ts'

/** A version in a file of deltas. */
interface Entry extends LineHead {
  readonly line: Buffer
  /** The version of the same file that stands before it, where it is made from that. */
  readonly from: Entry | undefined
  /** Bytes of the lines that it takes to make it. */
  readonly chain: number
  /** How many lines these are. */
  readonly links: number
}

/** Versions are asked for one after the other: each is made of the one before, not of all before it. */
const MOST_KEPT = 64

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
  private readonly kept = new Map<Entry, Pieces>()

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

  /** How many versions it holds. */
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
      const line = lineOf({ name, tag, made: 'from-the-last' }, deltaOf(old, bytes), [old])
      const isShort = last.chain + line.length < Math.max(SHORT_CHAIN, 2 * bytes.length)
      if (isShort && last.links < MOST_LINKS) return line
    }
    return lineOf({ name, tag, made: 'alone' }, [bytes], [])
  }

  private take(line: Buffer): void {
    this.lines += 1
    const head = headOf(line)
    if (head === undefined) {
      this.damage.push(`line ${this.lines} of ${this.name} is not what was written`)
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
    const pieces = this.piecesOf(entry)
    const bytes = pieces && Buffer.concat(pieces.list)
    return bytes !== undefined && nameOf(sha256(bytes)) === entry.name ? bytes : undefined
  }

  private piecesOf(entry: Entry): Pieces | undefined {
    const chain: Entry[] = []
    let known: Pieces | undefined
    for (let at: Entry | undefined = entry; at !== undefined && known === undefined; at = at.from) {
      known = this.kept.get(at)
      if (known === undefined) chain.push(at)
    }
    let pieces = known === undefined ? NO_TEXT() : { ...known, list: [...known.list] }
    for (const { line } of chain.reverse()) {
      const delta = deltaIn(line, pieces.list)
      const next = delta && withDelta(pieces, delta)
      if (next === undefined) return undefined
      pieces = next
    }
    if (this.kept.size >= MOST_KEPT) this.kept.clear()
    this.kept.set(entry, pieces)
    return pieces
  }
}
