import { rootId } from '../../history/store.ts'
import { conflictFinder, differencesOf, mirrorState } from '../../magma/conflicts.ts'
import { DreamError } from '../../memory/dream-error.ts'
import type { Arbitration, Conflict, ConsistencyReport, MagmaRecord } from '../../memory/magma.ts'
import type { Memory } from '../../memory/memory.ts'
import type { MagmaAdapter } from '../magma/adapter.ts'
import type { CCBReader } from '../search/ccb-reader.ts'
import { ConflictSettler } from './settle.ts'

/** M8: what the two engines say about the same things, compared. Looks, and changes nothing. */
export class ConsistencyChecker {
  constructor(
    private readonly ccbReader: CCBReader,
    private readonly magmaAdapter: MagmaAdapter,
  ) {}

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
    _ccbReader: CCBReader,
    magmaAdapter: MagmaAdapter,
    options: { readonly rules?: 'careful' | 'seed' | 'propose' } = {},
  ) {
    this.settler = new ConflictSettler(magmaAdapter, options.rules ?? magmaAdapter.settings.rules)
  }

  /**
   * Settles a conflict. Under `careful` and `propose` a memory file is not written over alone: then the answer says who
   * would win, and the question waits (`dream check`).
   */
  async resolveConflict(conflict: Conflict): Promise<Arbitration> {
    const { did, detail, strategy } = await this.settler.settle(conflict)
    if (did === 'failed' || did === 'changed-meanwhile')
      throw new DreamError(`${conflict.ccb.file} was not settled: ${detail}`, 1)
    return strategy
  }
}
