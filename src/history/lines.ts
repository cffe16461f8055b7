import type { Dir } from '../disk/dir.ts'
import { sha256 } from '../disk/sum.ts'

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
    const text = this.dir.read(this.file)?.bytes.toString('utf8') ?? ''
    const lines = text.split('\n').filter(line => line !== '')
    const parsed = lines.map(line => this.parse(line))
    return {
      entries: parsed.filter(entry => entry !== undefined),
      damage: parsed.flatMap((entry, at) =>
        entry === undefined ? [`line ${at + 1} of ${this.file} is not what was written`] : [],
      ),
    }
  }

  /** Half a line of one who was cut off while writing it goes: he was told of no success, and nobody read it. */
  settle(): number {
    const bytes = this.dir.read(this.file)?.bytes ?? Buffer.alloc(0)
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

  private parse(line: string): Entry | undefined {
    const [sum, body] = [line.slice(0, 32), line.slice(33)]
    if (line[32] !== ' ' || sumOf(body) !== sum) return undefined
    const entry = JSON.parse(body) as Entry
    return this.isEntry(entry) ? entry : undefined
  }
}

const sumOf = (body: string): string => sha256(body).slice(0, 32)
