import { say, says } from '../languages/index.ts'
import type { Memory, Policy, Snapshot } from '../model/index.ts'
import { textOf } from '../text/index.ts'
import { bestClock } from './pairs/order.ts'

export type Protection = 'user' | 'pinned' | 'rule' | 'recent'

/** Why a memory waits for a person instead of being archived; `subject` is its file, "it" where it is known. */
export const protectionWords = (held: readonly Protection[], subject: string = say().checks.it): string =>
  say().checks.protectedBy(
    subject,
    held.map(one => say().checks.protections[one]),
  )

export function protections(memory: Memory, snapshot: Snapshot, policy: Policy): Protection[] {
  const found: Protection[] = []
  if (memory.type === 'user') found.push('user')
  if (memory.pinned) found.push('pinned')
  if (isRule(memory)) found.push('rule')
  if (isRecent(memory, snapshot, policy)) found.push('recent')
  return found
}

const said = (memory: Memory): string[] => [memory.description ?? '', ...textOf(memory).sentences]

const opensLikeRule = says(({ cues }) => cues?.rule?.opening)

/** A sentence that opens like an order: what it names may be gone, what it demands may hold. */
function isRule(memory: Memory): boolean {
  return said(memory).some(sentence => opensLikeRule(sentence.trim()))
}

export const demandsInSentence = says(({ cues }) => cues?.rule?.demand)

/** Whether any sentence demands something, wherever in it the word stands. */
export function demandsSomething(memory: Memory): boolean {
  return said(memory).some(sentence => demandsInSentence(sentence.trim()))
}

const DAY = 86_400_000_000

function isRecent(memory: Memory, snapshot: Snapshot, { recentDays }: Policy): boolean {
  const best = bestClock(memory, snapshot)
  return best !== undefined && snapshot.now - snapshot.clocks.get(memory.file)![best]! < recentDays * DAY
}
