import { homedir } from 'node:os'
import { applyActions } from '../../apply/apply.ts'
import { DreamError } from '../../memory/dream-error.ts'
import { fileName } from '../../memory/file-name.ts'
import type { IndexFile } from '../../memory/index-file.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Oddity } from '../../memory/snapshot.ts'
import { readFolder } from '../../read/folder.ts'
import { deskOf, foldersOf, newRunId, type Where } from '../where.ts'

/** What a memory directory holds. */
export interface MemoryDirectory {
  readonly path: string
  readonly memoryFiles: readonly Memory[]
  readonly index: IndexFile | undefined
  /** Files that are there and could not be taken as memories. */
  readonly oddities: readonly Oddity[]
}

/** The memory files of one directory, for programs: read them, and change one so that it can be taken back. */
export class CCBReader {
  private readonly where: Where

  constructor(
    readonly directory: string,
    options: Partial<Pick<Where, 'cwd' | 'home' | 'env'>> = {},
  ) {
    const { cwd = process.cwd(), home = homedir(), env = process.env } = options
    this.where = { cwd, home, env, paths: [directory], allProjects: false }
  }

  async readMemoryDirectory(): Promise<MemoryDirectory> {
    const { root, memories, index, oddities } = this.read()
    return { path: root, memoryFiles: memories, index, oddities }
  }

  async readAll(): Promise<readonly Memory[]> {
    return this.read().memories
  }

  /** Writes a memory's whole text. What was there is kept in history; what changed since it was read stays. */
  async update(memory: Pick<Memory, 'file' | 'hash'>, text: string): Promise<{ readonly run: string }> {
    const { root, label } = this.read()
    const run = newRunId(Date.now())
    const outcome = await applyActions(deskOf(this.where), {
      root,
      label,
      run,
      command: 'update',
      actions: [
        {
          kind: 'write',
          file: fileName(memory.file),
          expect: memory.hash,
          pieces: [{ text }],
          reason: { why: 'updated' },
          needs: [],
        },
      ],
    })
    const [first] = outcome.outcomes
    if (first?.result === 'done') return { run }
    const why =
      outcome.failure?.sentence ??
      (first !== undefined && 'detail' in first ? first.detail : 'nothing was done')
    throw new DreamError(`${memory.file} was not written: ${why}`, outcome.failure?.kind === 'locked' ? 4 : 1)
  }

  private read() {
    const [found] = foldersOf(this.where)
    if (found === undefined) throw new DreamError(`${this.directory} is not a memory folder`, 2)
    return readFolder(found, {})
  }
}
