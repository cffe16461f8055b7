import type { Memory } from '../model/index.ts'
import { analyse, differingValues, overlap, significantWords, textOf } from '../text/index.ts'
import { textHash } from './note.ts'
import type { MagmaRecord } from './record.ts'

export type Arbitration = 'ccb-wins' | 'magma-wins' | 'manual-review'

/** M8: the same memory, and the two engines say different things. */
export interface Conflict {
  readonly ccb: Memory
  readonly magma: MagmaRecord
  readonly type: 'content-mismatch'
  readonly severity: 'high'
  /** What differs, a few words each. */
  readonly differences: readonly string[]
  /** The folder of the memory. */
  readonly root: string
  readonly label: string
}

/** How a record stands to the memory that it was made from. */
export type MirrorState =
  | 'same'
  /** The memory was written after the note: the note is brought up to date, nobody disagrees. */
  | 'file-newer'
  /** The note was changed after the file: the two disagree. */
  | 'note-newer'

export function mirrorState(memory: Memory, record: MagmaRecord): MirrorState {
  if (textHash(memory.body) === textHash(record.text)) return 'same'
  if (record.state === 'as-written') return 'file-newer'
  if (record.source?.hash === memory.hash) return 'note-newer'
  return record.modified > memory.modified ? 'note-newer' : 'file-newer'
}

/** From here on two texts speak of the same, where their names do too. */
const SAME_WORDS = 0.6

/**
 * Finds the records that say something else than a memory which they were not made from, about one subject: most words in
 * common, a word of their names in common, and values in which they differ. Near in meaning alone is no conflict.
 */
export function conflictFinder(records: readonly MagmaRecord[]): (memory: Memory) => MagmaRecord[] {
  const known = records.map(record => ({
    record,
    words: significantWords(record.text),
    subject: significantWords(`${record.name} ${record.description}`),
  }))
  return memory => {
    const words = textOf(memory).words
    const subject = significantWords(`${memory.name ?? memory.file} ${memory.description ?? ''}`)
    return known
      .filter(other => overlap(words, other.words) >= SAME_WORDS && overlap(subject, other.subject) > 0)
      .map(({ record }) => record)
      .filter(record => differencesOf(memory, record).length > 0)
  }
}

export function differencesOf(memory: Memory, record: MagmaRecord): string[] {
  return differingValues(textOf(memory), analyse(record.text)).slice(0, 8)
}

/** M8, in this order: what the user is and said follows CCB, lasting knowledge follows MAGMA, the rest a person decides. */
export function arbitrate(memory: Pick<Memory, 'type'>, record: Pick<MagmaRecord, 'layer'>): Arbitration {
  if (memory.type === 'user' || memory.type === 'feedback') return 'ccb-wins'
  return record.layer === 'L5' ? 'magma-wins' : 'manual-review'
}
