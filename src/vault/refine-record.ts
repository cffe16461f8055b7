import { dateOfDay, dayOf, say } from '../languages/index.ts'
import { isUntrusted, type Memory } from '../model/index.ts'
import type { Layer } from '../search/index.ts'
import { findSecrets } from '../text/index.ts'
import { mirrorState } from './conflicts.ts'
import { layerOf, RECENT_DAYS, statesDecision } from './layers.ts'
import type { MagmaRecord } from './record.ts'

/** Why a memory that is settled stays where it is; a vault may be shared, and untrusted text does not become knowledge. */
export function heldBack({ body, head, origin }: Memory): string | undefined {
  if (findSecrets(head + body).length > 0) return say().vault.looksSecret
  return isUntrusted(origin) ? say().vault.is(say().plan.origins[origin ?? 'none']) : undefined
}

export interface Taken {
  readonly memory: Memory
  readonly layer: Layer
  /** The record that is there already. */
  readonly before: MagmaRecord | undefined
}

const DAY_US = 86_400_000_000

/**
 * M14: what goes from the files to MAGMA. A memory that belongs to a lasting layer (L4, L5) and did not change for two weeks
 * becomes a record; a record whose memory was written since is brought up to date at once. Where the note was changed after
 * the file nothing is taken: that is a conflict, and `dream magma check` has it.
 */
export function refinePlan(
  memories: readonly Memory[],
  mirrorOf: (memory: Memory) => MagmaRecord | undefined,
  today: string,
): Taken[] {
  return memories.flatMap((memory): Taken[] => {
    const before = mirrorOf(memory)
    const day = dateOfDay(Math.floor((memory.dated ?? memory.modified) / DAY_US))
    const layer = layerFor(memory, day, today)
    if (before === undefined) {
      const isSettled = layer >= 'L4' && dayOf(today) - dayOf(day) >= RECENT_DAYS
      return isSettled ? [{ memory, layer, before }] : []
    }
    const isBehind = mirrorState(memory, before) === 'file-newer' || hasOtherHead(memory, before)
    return isBehind ? [{ memory, layer: before.layerBy === 'person' ? before.layer : layer, before }] : []
  })
}

function layerFor({ type, body }: Memory, day: string, today: string): Layer {
  const facts = { part: 'memory', type: type ?? null, day, today } as const
  return layerOf({ ...facts, decides: statesDecision(body), superseded: false })
}

/** The same text under another name, description or type. */
function hasOtherHead(memory: Memory, record: MagmaRecord): boolean {
  if (record.source?.hash === memory.hash || mirrorState(memory, record) !== 'same') return false
  const folded = (text = '') => text.replace(/\s+/g, ' ').trim()
  return (
    folded(memory.description) !== folded(record.description) ||
    (memory.type ?? null) !== record.type ||
    folded(memory.name) !== folded(record.name)
  )
}
