import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Dir, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Change, type FileName, isOwnFile, type RunRecord } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { type Behind, holds, type Mark, markAt, START } from './lines.ts'
import { isRecord } from './write-log.ts'

const FILE = FOLDER_STATE.history

/** What `history.jsonl` holds, and what of it cannot be trusted. */
export interface HistoryRead {
  readonly records: readonly RunRecord[]
  /** A sentence for each line that is not what was written. */
  readonly damage: readonly string[]
  /** Bytes after the last whole line: an append that was cut off. */
  readonly tornTail: number
}

/** The same, with what the writer of the next line needs. */
interface Scan extends HistoryRead {
  readonly bytes: Buffer
  /** Bytes in whole lines. */
  readonly whole: number
  /** The checksum that the next line follows. */
  readonly last: string
}

interface Line<Kept = PackedRecord> {
  readonly prev: string
  readonly record: Kept
  readonly sum: string
}

/** Where history ends, as far as the writer of the next line has to know. */
type End = Pick<Scan, 'bytes' | 'whole' | 'last'> & { readonly record?: RunRecord | undefined }

/**
 * Every change ever made, a line each. A line carries its own checksum and that of the line before, so a flipped
 * bit, a cut tail and a missing line all show.
 */
export class HistoryLog {
  private known: Scan | undefined
  private held: { readonly stamp: string; readonly bytes: Buffer } | undefined

  constructor(private readonly dir: Dir) {}

  /** All of it, every line looked at. What a run needs to know is asked for below, and costs no more as history grows. */
  read(): HistoryRead {
    const { records, damage, tornTail } = this.scan()
    return { records, damage, tornTail }
  }

  last(): RunRecord | undefined {
    return this.end().record
  }

  /** The newest record of a run that did something. */
  lastDone(): RunRecord | undefined {
    const { record } = this.end()
    return record !== undefined && didSomething(record) ? record : this.scan().records.findLast(didSomething)
  }

  /** The records from that ISO time on, found from the end: history may be years long, and a day of it is asked for. */
  recent(since: string): readonly RunRecord[] {
    const bytes = this.bytes()
    let from = bytes.lastIndexOf(10) + 1
    while (from > 0) {
      const start = bytes.subarray(0, from - 1).lastIndexOf(10) + 1
      const line = parseLine(bytes.toString('utf8', start, from - 1))
      if (line !== undefined && line.record.at < since) break
      from = start
    }
    return scanLines(bytes.subarray(from)).records
  }

  /** The records behind a mark that an earlier look was given; all of them where it does not hold any more. */
  after(mark: Mark | undefined): Behind<RunRecord> {
    const bytes = this.bytes()
    const from = mark !== undefined && holds(mark, bytes) ? mark : START
    const { records, whole } = scanLines(bytes.subarray(from.bytes))
    return { entries: records, isAll: from === START, mark: markAt(bytes, from.bytes + whole) }
  }

  /** The newest records that tell of a file of the user's, at most so many; lines that do not name it are not parsed. */
  naming(file: FileName, most: number): RunRecord[] {
    return this.newestWith(`"file":${JSON.stringify(file)}`, change => change.file === file, most)
  }

  /** The newest records with a change to a file of the user's for that reason, found in the same way. */
  because(why: Change['reason']['why'], most: number): RunRecord[] {
    return this.newestWith(`"why":"${why}"`, change => change.reason.why === why, most)
  }

  private newestWith(text: string, isMeant: (change: Change) => boolean, most: number): RunRecord[] {
    const bytes = this.bytes()
    const found: RunRecord[] = []
    let at = bytes.lastIndexOf(text)
    while (at !== -1 && found.length < most) {
      const start = bytes.lastIndexOf(10, at) + 1
      const record = parseLine(bytes.toString('utf8', start, bytes.indexOf(10, at)))?.record
      if (record?.changes.some(isMeant) === true) found.push(record)
      at = start === 0 ? -1 : bytes.subarray(0, start).lastIndexOf(text)
    }
    return found.reverse()
  }

  /** What is recorded of a run: more than one where it took more than one transaction. */
  of(run: string): RunRecord[] {
    return this.since(run).filter(record => record.run === run)
  }

  /** The records from the first line on that names the run; a line that does not name it is not even parsed. */
  since(run: string): readonly RunRecord[] {
    const bytes = this.bytes()
    const found = bytes.indexOf(naming(run))
    return found === -1 ? [] : scanLines(bytes.subarray(bytes.lastIndexOf(10, found) + 1)).records
  }

  /** The vault that a run wrote to last; nothing where none did, or its line is damaged. */
  vault(): string | undefined {
    const bytes = this.bytes()
    const found = bytes.lastIndexOf('"vault":"')
    const line = found === -1 ? bytes.subarray(0, 0) : bytes.subarray(bytes.lastIndexOf(10, found) + 1)
    return scanLines(line).records[0]?.vault
  }

  /** Adds a record, on disk when this returns. A run that is already recorded is not recorded twice. */
  append(record: RunRecord): void {
    if (this.of(record.run).some(known => idOf(known) === idOf(record))) return
    const { bytes, whole, last } = this.end()
    if (whole < bytes.length) this.setTornTailAside(whole)
    const kept = packed(record)
    const line: Line = { prev: last, record: kept, sum: lineSum(last, kept) }
    const added = Buffer.from(`${JSON.stringify(line)}\n`)
    this.held = undefined
    this.dir.append(FILE, added, whole)
    this.dir.sync()
    // Where another wrote in the same moment the size is not this one, and the file is read again.
    const stamp = `${whole + added.length} ${this.dir.stat(FILE)?.modified}`
    this.held = { stamp, bytes: Buffer.concat([bytes.subarray(0, whole), added]) }
  }

  /** Before anything is built on what history says: a line that was cut off is set aside, the others are on disk. */
  settle(): void {
    const { bytes, whole } = this.end()
    if (whole < bytes.length) this.setTornTailAside(whole)
    if (whole > 0) this.dir.syncFile(FILE)
    this.dir.sync()
  }

  /** A name for the newest run that did something, by which `isFollowed` finds it again. */
  newest(): string {
    const last = this.lastDone()
    return last === undefined ? '' : idOf(last)
  }

  /** Whether another run came after that one. Where its line is damaged nobody can tell, and the answer is no. */
  isFollowed(id: string, by: { readonly run: string; readonly command: string }): boolean {
    const records = id === '' ? this.scan().records : this.since(id.slice(0, id.indexOf(' ')))
    const place = id === '' ? -1 : records.findIndex(record => idOf(record) === id)
    if (id !== '' && place === -1) return false
    return records
      .slice(place + 1)
      .some(record => didSomething(record) && idOf(record) !== `${by.run} ${by.command}`)
  }

  private scan(): Scan {
    const bytes = this.bytes()
    if (this.known?.bytes !== bytes) this.known = scanLines(bytes)
    return this.known
  }

  /** From the last line alone; all are looked at where it is torn or damaged, or tells of a run that was told before. */
  private end(): End {
    const bytes = this.bytes()
    if (this.known?.bytes === bytes) return { ...this.known, record: this.known.records.at(-1) }
    const whole = bytes.lastIndexOf(10) + 1
    const start = whole < 2 ? 0 : bytes.lastIndexOf(10, whole - 2) + 1
    const line = parseLine(bytes.toString('utf8', start, Math.max(start, whole - 1)))
    if (line === undefined || bytes.indexOf(naming(line.record.run)) < start) {
      const scan = this.scan()
      return { ...scan, record: scan.records.at(-1) }
    }
    return { bytes, whole, last: line.sum, record: line.record }
  }

  /** The file is looked at every time, for others write to it too; it is read again only where it changed. */
  private bytes(): Buffer {
    const stat = this.dir.stat(FILE)
    const stamp = `${stat?.size} ${stat?.modified}`
    if (this.held?.stamp !== stamp) {
      const found = this.dir.read(FILE)
      this.held = {
        stamp: `${found?.stat.size} ${found?.stat.modified}`,
        bytes: found?.bytes ?? Buffer.alloc(0),
      }
    }
    return this.held.bytes
  }

  /** The half-written line is kept beside the history before it is cut from it. */
  private setTornTailAside(whole: number): void {
    const tail = this.dir.read(FILE)!.bytes.subarray(whole)
    const aside = `history.torn-${sha256(tail).slice(0, 16)}`
    this.dir.discard(aside)
    this.dir.create(aside, tail, { mode: 0o600 })
    this.dir.sync()
    this.held = undefined
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
      damage.push(say().storage.wrongLine(number, FILE))
      continue
    }
    const id = idOf(line.record)
    // A holder that lost its lock in the very moment of writing may repeat a run that was finished for it.
    if (seen.has(id)) continue
    if (line.prev !== last) damage.push(say().storage.outOfOrder(number, FILE))
    seen.add(id)
    records.push(line.record)
    last = line.sum
  }
  return { bytes, records, damage, tornTail: bytes.length - whole, whole, last }
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

/** How a line names its run. Other lines may quote it: then they are looked at too. */
function naming(run: string): string {
  return `"run":${JSON.stringify(run)}`
}

function lineSum(prev: string, record: PackedRecord): string {
  return sha256(`${prev}\n${JSON.stringify(record)}`).slice(0, 32)
}

function parseLine(text: string): Line<RunRecord> | undefined {
  // Most of what is no line of ours is told from one here, for far less than it costs to parse.
  if (!text.startsWith('{"prev":"')) return undefined
  try {
    const line = JSON.parse(text) as Line
    if (lineSum(line.prev, line.record) !== line.sum) return undefined
    const record = unpacked(line.record)
    return isRecord(record) ? { ...line, record } : undefined
  } catch {
    return undefined
  }
}

/**
 * A record as it stands in history. What a run did to files of the user stands there in words, so that a person can find
 * the bytes of a note without Dream; what it did to Dream's own files, which is most of it, is packed.
 */
interface PackedRecord extends RunRecord {
  /** Changes of Dream's own files with their places among all changes: `~`, then JSON, deflated, in base64. */
  readonly own?: string
}

const MARK = '~'

/**
 * What nearly every such list says, so that it need not be said again. Lines that were packed with it cannot be read
 * without it: it stays as it is, letter by letter.
 */
const dictionary = Buffer.from(
  `"not-started","detail":"it needs "changed-meanwhile""failed","detail":"{"kind":"archive""append"
@vault/ledger.md@vault/ledger-index.json@vault/meta/dream-state.txt@vault/meta/removed-entries.json
{"why":"undo","run":"20{"why":"remembered"}{"why":"forgotten"}{"why":"reviewed"}"result":"done","to":null}]
"@vault/obsidian-index/_index.md""@vault/meta/seen.json""@vault/meta/active-days.json""@vault/meta/counts.json"
"@vault/meta/last-review.txt""@vault/meta/review-2026-01.md""file":"@vault/obsidian-index/topics/
.md","from":null,"reason":{"why":"updated"},"result":"done","to":{"hash":"0123456789abcdef","size":1000,"modified":17
,"mode":384,"owner":{"uid":1000,"gid":1000}}}],[0,{"kind":"write","file":"@vault/meta/,"from":{"hash":"","size":
,"modified":17,"mode":420,"owner":{"uid":0,"gid":0}},"reason":{"why":"reviewed"},"result":"done","to":{"hash":"
","size":,"modified":17,"mode":420,"owner":{"uid":0,"gid":0}}}],[1,{"kind":"write","file":"@vault/`,
)

function packed(record: RunRecord): PackedRecord {
  const own = record.changes.flatMap((change, at) => (isOwnFile(change.file) ? [[at, change] as const] : []))
  if (own.length === 0) return record
  const changes = record.changes.filter(({ file }) => !isOwnFile(file))
  const deflated = deflateRawSync(JSON.stringify(own), { dictionary })
  return { ...record, changes, own: MARK + deflated.toString('base64') }
}

/** Throws where it is not what `packed` made. */
function unpacked({ own, ...record }: PackedRecord): RunRecord {
  if (own === undefined) return record
  const changes = [...record.changes]
  for (const [at, change] of JSON.parse(jsonIn(own)) as [number, Change][]) changes.splice(at, 0, change)
  return { ...record, changes }
}

/** Lines without the mark are from before there was a dictionary. */
function jsonIn(own: string): string {
  if (!own.startsWith(MARK)) return inflateRawSync(Buffer.from(own, 'base64')).toString()
  return inflateRawSync(Buffer.from(own.slice(MARK.length), 'base64'), { dictionary }).toString()
}
