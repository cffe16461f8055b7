import { type Dir, sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'

/**
 * A file of lines, each with its checksum, only ever added to. What can be trusted is read; a line that was cut off or
 * changed is told, and counts for nothing.
 */
export class Lines<Entry> {
  constructor(
    private readonly dir: Dir,
    private readonly file: string,
    private readonly isEntry: (entry: Entry) => boolean,
  ) {}

  read(): { readonly entries: readonly Entry[]; readonly damage: readonly string[] } {
    const parsed = this.parseAll(this.bytes())
    return {
      entries: parsed.filter(entry => entry !== undefined),
      damage: parsed.flatMap((entry, at) =>
        entry === undefined ? [say().storage.wrongLine(at + 1, this.file)] : [],
      ),
    }
  }

  /** What stands behind a mark that an earlier look was given; all of it where the mark does not hold any more. */
  after(mark: Mark | undefined): Behind<Entry> {
    const bytes = this.bytes()
    const from = mark !== undefined && holds(mark, bytes) ? mark : START
    const whole = bytes.lastIndexOf(10) + 1
    const entries = this.parseAll(bytes.subarray(from.bytes, whole)).filter(entry => entry !== undefined)
    return { entries, isAll: from === START, mark: markAt(bytes, whole) }
  }

  /** Half a line of one who was cut off while writing it goes: he was told of no success, and nobody read it. */
  settle(): number {
    const bytes = this.bytes()
    const whole = bytes.lastIndexOf(10) + 1
    if (whole < bytes.length) this.dir.truncate(this.file, whole)
    return whole
  }

  /** On disk when this returns. */
  add(entries: readonly Entry[]): void {
    const size = this.settle()
    const lines = entries.map(entry => {
      const body = JSON.stringify(entry)
      return `${sumOf(body)} ${body}\n`
    })
    this.dir.append(this.file, Buffer.from(lines.join('')), size)
    this.dir.sync()
  }

  private bytes(): Buffer {
    return this.dir.read(this.file)?.bytes ?? Buffer.alloc(0)
  }

  private parseAll(bytes: Buffer): (Entry | undefined)[] {
    const lines = bytes
      .toString('utf8')
      .split('\n')
      .filter(line => line !== '')
    return lines.map(line => this.parse(line))
  }

  private parse(line: string): Entry | undefined {
    const [sum, body] = [line.slice(0, 32), line.slice(33)]
    if (line[32] !== ' ' || sumOf(body) !== sum) return undefined
    const entry = JSON.parse(body) as Entry
    return this.isEntry(entry) ? entry : undefined
  }
}

const sumOf = (body: string): string => sha256(body).slice(0, 32)

/** How far a file of lines was read. */
export interface Mark {
  /** Bytes in whole lines. */
  readonly bytes: number
  /** Of the last of these lines: by it the file is known again. */
  readonly sum: string
}

export interface Behind<Entry> {
  readonly entries: readonly Entry[]
  /** The mark did not hold, or there was none: these are all there are. */
  readonly isAll: boolean
  readonly mark: Mark
}

export const START: Mark = { bytes: 0, sum: '' }

export function markAt(file: Buffer, bytes: number): Mark {
  if (bytes === 0) return START
  const start = file.subarray(0, bytes - 1).lastIndexOf(10) + 1
  return { bytes, sum: sha256(file.subarray(start, bytes)).slice(0, 32) }
}

/** Whether the file still has that line there. Such files only grow, so what stands before it was read too. */
export function holds({ bytes, sum }: Mark, file: Buffer): boolean {
  return bytes <= file.length && markAt(file, bytes).sum === sum
}
