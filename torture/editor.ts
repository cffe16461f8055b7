import { O_APPEND, O_CREAT, O_WRONLY } from '../src/disk/sys.ts'
import type { Node, SimDisk, SimProcess } from './sim-disk.ts'
import { ROOT, STATE } from './stage.ts'

/**
 * Ways in which an editor or an agent writes to a file. The `held` ones opened it before we began and write into it
 * whatever name it has by now.
 */
export const EDITS = ['in-place', 'rename', 'append', 'delete', 'held', 'held-append'] as const
export type EditKind = (typeof EDITS)[number]

export interface Edit {
  readonly kind: EditKind
  readonly file: string
  /** Before which call of ours. */
  readonly at: number
}

/** Someone else at work in the folder. */
export class Editor {
  private readonly process: SimProcess
  private readonly held = new Map<string, number>()
  /** What was written, or that there was nothing to write to. */
  readonly log: { edit: Edit; text: string; result: 'saved' | 'deleted' | 'nothing' }[] = []

  constructor(disk: SimDisk, edits: readonly Edit[]) {
    this.process = disk.connect()
    for (const { kind, file } of edits) if (kind.startsWith('held')) this.hold(file)
  }

  private hold(file: string): void {
    try {
      this.held.set(file, this.process.open(`${ROOT}/${file}`, O_WRONLY))
    } catch {
      // A file that is not there cannot be held open.
    }
  }

  carryOut(edit: Edit): void {
    const text = `edit ${this.log.length}, by hand\n`
    const result = this.save(edit, Buffer.from(text))
    this.log.push({ edit, text, result })
  }

  private save({ kind, file }: Edit, bytes: Buffer): 'saved' | 'deleted' | 'nothing' {
    const path = `${ROOT}/${file}`
    if (kind === 'delete') return this.remove(path, file)
    if (kind.startsWith('held')) return this.saveHeld(kind, file, bytes)
    if (kind === 'rename') {
      this.write(`${path}.tmp`, 0, bytes)
      this.replacing(file, () => this.process.rename(`${path}.tmp`, path))
    } else this.write(path, kind === 'append' ? O_APPEND : O_TRUNC, bytes)
    return 'saved'
  }

  private write(path: string, flags: number, bytes: Buffer): void {
    const fd = this.process.open(path, O_WRONLY | O_CREAT | flags, 0o644)
    this.process.write(fd, bytes, 0, bytes.length)
    this.process.close(fd)
  }

  /** Who takes away the last name of a file that he holds open himself writes into nothing from then on. */
  private replacing(file: string, change: () => void): void {
    const fd = this.held.get(file)
    const node = fd === undefined ? undefined : this.process.nodeOf(fd)
    const before = node !== undefined && this.isNamed(node)
    change()
    if (before && !this.isNamed(node)) this.held.delete(file)
  }

  private isNamed(node: Node): boolean {
    return [ROOT, `${STATE}/trash`].some(path => {
      const dir = this.process.disk.look(path)
      return dir?.kind === 'directory' && [...dir.now.values()].includes(node)
    })
  }

  private remove(path: string, file: string): 'deleted' | 'nothing' {
    try {
      this.replacing(file, () => this.process.unlink(path))
      return 'deleted'
    } catch {
      return 'nothing'
    }
  }

  private saveHeld(kind: EditKind, file: string, bytes: Buffer): 'saved' | 'nothing' {
    const fd = this.held.get(file)
    if (fd === undefined) return 'nothing'
    if (kind === 'held') this.process.ftruncate(fd, 0)
    this.process.seek(fd, kind === 'held' ? 0 : this.process.fstat(fd).size)
    this.process.write(fd, bytes, 0, bytes.length)
    return 'saved'
  }
}

const O_TRUNC = 0o1000
