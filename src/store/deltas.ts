import type { Dir } from '../disk/index.ts'
import { DeltaFile } from './delta-file.ts'
import { nameOf, tagOf } from './delta-line.ts'

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

  /** How many bytes they would take. */
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

  /** How many versions there are, and the bytes that they take. */
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
