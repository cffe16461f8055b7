import { says } from '../languages/index.ts'
import { CLOCKS, type Memory, type Policy, type Snapshot } from '../model/index.ts'
import { textOf } from '../text/index.ts'

export type Protection = 'user' | 'pinned' | 'rule' | 'recent'

/** Why a memory waits for a person instead of being archived, to follow "it". */
export const PROTECTION_WORDS: Record<Protection, string> = {
  user: 'is about you',
  pinned: 'is pinned',
  rule: 'is a rule',
  recent: 'was touched in the last few days',
}

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

const demands = says(({ cues }) => cues?.rule?.demand)

/** Whether any sentence demands something, wherever in it the word stands. */
export function demandsSomething(memory: Memory): boolean {
  return said(memory).some(sentence => demands(sentence.trim()))
}

const DAY = 86_400_000_000

function isRecent({ file }: Memory, { clocks, now }: Snapshot, { recentDays }: Policy): boolean {
  const known = clocks.get(file) ?? {}
  const best = CLOCKS.find(clock => known[clock] !== undefined)
  return best !== undefined && now - known[best]! < recentDays * DAY
}
