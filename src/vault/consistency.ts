import { say } from '../languages/index.ts'
import {
  asFileName,
  choiceArgument,
  DreamError,
  type Given,
  type Memory,
  objectArgument,
  optionsArgument,
  RULES,
  type Rules,
  wrongArgument,
} from '../model/index.ts'
import { rootId } from '../store/index.ts'
import type { MagmaAdapter } from './adapter.ts'
import type { CCBReader } from './ccb-reader.ts'
import { type Arbitration, type Conflict, conflictFinder, differencesOf, mirrorState } from './conflicts.ts'
import type { MagmaRecord } from './record.ts'
import type { Resolution } from './settle.ts'
import { ConflictSettler } from './settle.ts'

export interface ConsistencyReport {
  readonly conflicts: readonly Conflict[]
  readonly resolved: readonly Resolution[]
}

/** M8: what the two engines say about the same things, compared. Looks, and changes nothing. */
export class ConsistencyChecker {
  constructor(
    private readonly ccbReader: CCBReader,
    private readonly magmaAdapter: MagmaAdapter,
  ) {
    enginesArgument('new ConsistencyChecker(ccbReader, magmaAdapter)', ccbReader, magmaAdapter)
  }

  async checkConsistency(): Promise<ConsistencyReport> {
    const { path, memoryFiles } = await this.ccbReader.readMemoryDirectory()
    const records = await this.magmaAdapter.readAll()
    const place = { root: path, label: this.ccbReader.directory }
    const othersOn = conflictFinder(records.filter(({ source }) => source === null))
    const conflicts: Conflict[] = []
    for (const memory of memoryFiles) {
      const mirrors = mirrorsOf(memory, path, records)
      conflicts.push(
        ...mirrors
          .filter(record => mirrorState(memory, record) === 'note-newer')
          .map(conflictOf(memory, place)),
      )
      conflicts.push(...othersOn(memory).map(conflictOf(memory, place)))
    }
    return { conflicts, resolved: [] }
  }
}

function mirrorsOf(memory: Memory, root: string, records: readonly MagmaRecord[]): MagmaRecord[] {
  const id = rootId(root)
  return records.filter(({ source }) => source?.folder === id && source.file === memory.file)
}

const conflictOf =
  (ccb: Memory, place: { root: string; label: string }) =>
  (magma: MagmaRecord): Conflict => ({
    ccb,
    magma,
    type: 'content-mismatch',
    severity: 'high',
    differences: differencesOf(ccb, magma),
    ...place,
  })

/** M8: who is right, in the order of the first design; and what follows from it, as far as the rules let it. */
export class ConflictArbiter {
  private readonly settler: ConflictSettler

  constructor(
    private readonly ccbReader: CCBReader,
    magmaAdapter: MagmaAdapter,
    options: { readonly rules?: Rules } = {},
  ) {
    const call = 'new ConflictArbiter(ccbReader, magmaAdapter, options)'
    enginesArgument(call, ccbReader, magmaAdapter)
    optionsArgument(call, options)
    choiceArgument(call, 'rules', RULES, options.rules)
    this.settler = new ConflictSettler(magmaAdapter, options.rules ?? magmaAdapter.settings.rules)
  }

  /**
   * Settles a conflict. Under `careful` and `propose` a memory file is not written over alone: then the answer says who
   * would win, and the question waits (`dream magma check`).
   */
  async resolveConflict(given: FoundConflict): Promise<Arbitration> {
    const conflict = await this.located(conflictArgument(given))
    const { did, detail, strategy } = await this.settler.settle(conflict)
    if (did === 'failed' || did === 'changed-meanwhile')
      throw new DreamError(say().vault.notSettled(conflict.ccb.file, detail ?? ''), 1)
    return strategy
  }

  /** The conflict with the folder that it is in, which is the reader's. */
  private async located(conflict: FoundConflict): Promise<Conflict> {
    const { path } = await this.ccbReader.readMemoryDirectory()
    const { differences = [], root = path, label = this.ccbReader.directory } = conflict
    if (root !== path) throw new DreamError(say().vault.otherConflict(root, label), 2)
    return { type: 'content-mismatch', severity: 'high', ...conflict, differences, root, label }
  }
}

/** A conflict as a program may put it together itself; `checkConsistency` says more. */
export type FoundConflict = Pick<Conflict, 'ccb' | 'magma'> & Partial<Conflict>

function enginesArgument(call: string, reader: unknown, adapter: unknown): void {
  const can = (engine: unknown, ...names: string[]) =>
    typeof engine === 'object' && names.every(name => typeof (engine as Given | null)?.[name] === 'function')
  if (!can(reader, 'readMemoryDirectory')) throw wrongArgument(call, 'a CCBReader first', reader)
  if (!can(adapter, 'readAll', 'write')) throw wrongArgument(call, 'a MagmaAdapter second', adapter)
}

function conflictArgument(given: unknown): FoundConflict {
  const call = 'ConflictArbiter.resolveConflict(conflict)'
  const expected = 'a conflict with ccb and magma, as checkConsistency gives it'
  const { ccb, magma } = objectArgument(call, expected, given)
  const memory = objectArgument(call, expected, ccb)
  const record = objectArgument(call, expected, magma)
  const isText = (from: Given, names: readonly string[]) =>
    names.every(name => typeof from[name] === 'string')
  if (!isText(memory, ['file', 'hash', 'head', 'body'])) throw wrongArgument(call, expected, memory)
  if (!isText(record, ['id', 'note', 'hash', 'layer', 'text'])) throw wrongArgument(call, expected, record)
  const { file, note } = { file: memory['file'] as string, note: record['note'] as string }
  const outside = [file, note].find(name => asFileName(name) === undefined)
  if (outside !== undefined)
    throw new DreamError(`${call}: ${JSON.stringify(outside)} is no plain file name`, 2)
  return given as FoundConflict
}
