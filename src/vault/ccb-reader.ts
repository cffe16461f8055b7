import { homedir } from 'node:os'
import { foldersOf, newRunId, storeContext, type Where } from '../app/index.ts'
import { say } from '../languages/index.ts'
import {
  choiceArgument,
  DreamError,
  type Folder,
  type IndexFile,
  type Memory,
  type Oddity,
  optionsArgument,
  type Policy,
  textArgument,
  type WriteAction,
} from '../model/index.ts'
import { halvedBy } from '../plan/index.ts'
import { readFolder } from '../sources/index.ts'
import { commit, rootId, throwUnlessDone } from '../store/index.ts'
import type { MagmaRecord } from './record.ts'
import { type Update, updateArgument } from './update-argument.ts'
import { type ChangedMemory, updatedText, withBody } from './updated-text.ts'

/** What a memory directory holds. */
export interface MemoryDirectory {
  readonly path: string
  readonly memoryFiles: readonly LocatedMemory[]
  readonly index: IndexFile | undefined
  /** Files that are there and could not be taken as memories. */
  readonly oddities: readonly Oddity[]
}

export interface CCBReaderOptions extends Partial<Pick<Where, 'cwd' | 'home' | 'env'>> {
  /** `allow`: `update` may leave less than half of a file. */
  readonly large?: Policy['large']
}

/** The memory files of one directory, for programs: read them, and change one so that it can be taken back. */
export class CCBReader {
  private readonly where: Where
  private readonly large: Policy['large']

  constructor(
    readonly directory: string,
    options: CCBReaderOptions = {},
  ) {
    textArgument('new CCBReader(directory)', 'the path of a memory folder', directory)
    optionsArgument('new CCBReader(directory, options)', options)
    choiceArgument('new CCBReader(directory, options)', 'large', ['refuse', 'allow'], options.large)
    const { cwd = process.cwd(), home = homedir(), env = process.env, large = 'refuse' } = options
    this.where = { cwd, home, env, paths: [directory], allProjects: false }
    this.large = large
  }

  async readMemoryDirectory(): Promise<MemoryDirectory> {
    const { root, label, memories, index, oddities } = this.read()
    return { path: root, memoryFiles: memories.map(memory => ({ ...memory, root, label })), index, oddities }
  }

  async readAll(): Promise<readonly LocatedMemory[]> {
    return (await this.readMemoryDirectory()).memoryFiles
  }

  /**
   * Writes a memory as it is given: its body, and name, description and type where they differ; or `text`, the whole of it.
   * A record of MAGMA gives its text to the memory that it was made from. What was there is kept in history. A file that
   * changed since the memory was read stays as it is, and that is an error.
   */
  async update(
    memory: ChangedMemory | MagmaRecord | (Pick<Memory, 'file' | 'hash'> & { readonly body?: string }),
    text?: string,
  ): Promise<{ readonly run: string | undefined }> {
    const update = updateArgument(memory, text)
    const folder = this.read()
    refuseFolder(folder)
    const now = memoryIn(folder, update)
    const whole = textOf(now, update)
    if (whole === now.head + now.body) return { run: undefined }
    const action: WriteAction = {
      kind: 'write',
      file: now.file,
      expect: now.hash,
      pieces: [{ text: whole }],
      reason: { why: 'updated' },
      needs: [],
    }
    if (this.large === 'refuse' && halvedBy([action], [now]) !== undefined)
      throw new DreamError(say().vault.tooMuchGoes(now.file), 1)
    return this.write(folder, action)
  }

  private async write({ root, label }: Folder, action: WriteAction): Promise<{ readonly run: string }> {
    const run = newRunId(Date.now())
    const order = { root, label, run, command: 'update', actions: [action] }
    throwUnlessDone(await commit(storeContext(this.where), order), say().vault.notWritten(action.file))
    return { run }
  }

  private read(): Folder {
    const [found] = foldersOf(this.where)
    if (found === undefined) throw new DreamError(say().vault.notFolder(this.directory), 2)
    return readFolder(found, {})
  }
}

/** What holds for every writer: a folder that nobody understands, or that could not be listed, is left alone. */
function refuseFolder({ label, layout, listing }: Folder): void {
  if (listing.state === 'failed') throw new DreamError(say().vault.cannotList(label, listing.why), 1)
  if (layout === 'unclear') throw new DreamError(say().vault.unclear(label), 2)
}

function memoryIn({ root, label, memories }: Folder, update: Update): Memory {
  if (update.kind === 'record' && update.source.folder !== rootId(root))
    throw new DreamError(say().vault.otherFolder(update.id, label), 2)
  const now = memories.find(({ file }) => file === update.file)
  if (now === undefined) throw new DreamError(say().vault.noMemory(label, update.file), 2)
  if (now.hash !== update.hash) throw new DreamError(say().vault.changedSince(update.file), 1)
  return now
}

function textOf(now: Memory, update: Update): string {
  if (update.kind === 'text') return update.text
  return update.kind === 'record' ? withBody(now, update.text) : updatedText(now, update.memory)
}

/** A memory, and where it lies: with this a program can hand it to the other engine. */
export interface LocatedMemory extends Memory {
  /** The memory folder, links resolved, and as people know it. */
  readonly root: string
  readonly label: string
}
