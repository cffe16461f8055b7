import type { Dir } from '../disk/dir.ts'
import { sha256 } from '../disk/sum.ts'
import type { RunRecord } from '../memory/history.ts'
import { isRecord } from './shapes.ts'

const FILE = 'history.jsonl'

/** What `history.jsonl` holds, and what of it cannot be trusted. */
export interface HistoryRead {
  readonly records: readonly RunRecord[]
  /** A sentence for each line that is not what was written. */
  readonly damage: readonly string[]
  /** Bytes after the last whole line: an append that was cut off. */
  readonly tornTail: number
}

/** The same, with what the writer of the next line needs. */
interface Scan {
  readonly bytes: Buffer
  readonly records: readonly RunRecord[]
  readonly damage: readonly string[]
  /** Bytes in whole lines. */
  readonly whole: number
  /** The checksum that the next line follows. */
  readonly last: string
}

interface Line {
  readonly prev: string
  readonly record: RunRecord
  readonly sum: string
}

/**
 * Every change ever made, a line each. A line carries its own checksum and that of the line before, so a flipped
 * bit, a cut tail and a missing line all show.
 */
export class HistoryLog {
  private known: Scan | undefined

  constructor(private readonly dir: Dir) {}

  read(): HistoryRead {
    const { bytes, records, damage, whole } = this.scan()
    return { records, damage, tornTail: bytes.length - whole }
  }

  /** Adds a record, on disk when this returns. A run that is already recorded is not recorded twice. */
  append(record: RunRecord): void {
    const before = this.scan()
    if (before.records.some(known => idOf(known) === idOf(record))) return
    if (before.whole < before.bytes.length) this.setTornTailAside(before.whole)
    const line: Line = { prev: before.last, record, sum: lineSum(before.last, record) }
    this.dir.append(FILE, Buffer.from(`${JSON.stringify(line)}\n`), before.whole)
    this.dir.sync()
  }

  /** Before anything is built on what history says: a line that was cut off is set aside, the others are on disk. */
  settle(): void {
    const { bytes, whole } = this.scan()
    if (whole < bytes.length) this.setTornTailAside(whole)
    if (whole > 0) this.dir.syncFile(FILE)
    this.dir.sync()
  }

  /** A name for the newest run that did something, by which `isFollowed` finds it again. */
  newest(): string {
    const last = this.scan().records.findLast(didSomething)
    return last === undefined ? '' : idOf(last)
  }

  /** Whether another run came after that one. Where its line is damaged nobody can tell, and the answer is no. */
  isFollowed(id: string, by: { readonly run: string; readonly command: string }): boolean {
    const { records } = this.scan()
    const place = id === '' ? -1 : records.findIndex(record => idOf(record) === id)
    if (id !== '' && place === -1) return false
    return records
      .slice(place + 1)
      .some(record => didSomething(record) && idOf(record) !== `${by.run} ${by.command}`)
  }

  /** The file is read every time, for others write to it too; its lines are looked at only where they are new. */
  private scan(): Scan {
    const bytes = this.dir.read(FILE)?.bytes ?? Buffer.alloc(0)
    if (this.known?.bytes.equals(bytes) !== true) this.known = scanLines(bytes)
    return this.known
  }

  /** The half-written line is kept beside the history before it is cut from it. */
  private setTornTailAside(whole: number): void {
    const tail = this.dir.read(FILE)!.bytes.subarray(whole)
    const aside = `history.torn-${sha256(tail).slice(0, 16)}`
    this.dir.discard(aside)
    this.dir.create(aside, tail, { mode: 0o600 })
    this.dir.sync()
    this.dir.truncate(FILE, whole)
  }
}

function scanLines(bytes: Buffer): Scan {
  const records: RunRecord[] = []
  const damage: string[] = []
  const seen = new Set<string>()
  let whole = 0
  let last = ''
  let number = 0
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, whole)) {
    number += 1
    const line = parseLine(bytes.toString('utf8', whole, end))
    if (line === undefined && isTorn(bytes, whole, end)) break
    whole = end + 1
    if (line === undefined) {
      damage.push(`line ${number} of ${FILE} is not what was written`)
      continue
    }
    const id = idOf(line.record)
    // A holder that lost its lock in the very moment of writing may repeat a run that was finished for it.
    if (seen.has(id)) continue
    if (line.prev !== last) damage.push(`line ${number} of ${FILE} does not follow the line before it`)
    seen.add(id)
    records.push(line.record)
    last = line.sum
  }
  return { bytes, records, damage, whole, last }
}

/** Where the power went in the middle of the last line, its end may be on disk and zeros before it. */
function isTorn(bytes: Buffer, start: number, end: number): boolean {
  return end === bytes.length - 1 && bytes.subarray(start, end).includes(0)
}

function didSomething({ changes }: RunRecord): boolean {
  return changes.length > 0
}

/** One for each run and command; what was kept for others is told whenever there is more of it. */
function idOf({ run, command, salvaged = [] }: RunRecord): string {
  return [run, command, ...salvaged.map(each => each.kept)].join(' ')
}

function lineSum(prev: string, record: RunRecord): string {
  return sha256(`${prev}\n${JSON.stringify(record)}`).slice(0, 32)
}

function parseLine(text: string): Line | undefined {
  // Most of what is no line of ours is told from one here, for far less than it costs to parse.
  if (!text.startsWith('{"prev":"')) return undefined
  try {
    const line = JSON.parse(text) as Line
    if (lineSum(line.prev, line.record) !== line.sum) return undefined
    return isRecord(line.record) ? line : undefined
  } catch {
    return undefined
  }
}
