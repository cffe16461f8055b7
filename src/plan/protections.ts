import { CLOCKS, type Memory, type Policy, type Snapshot } from '../model/index.ts'
import { sentences } from '../text/index.ts'

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

const RULE =
  /^(?:never|always|do not|don['’]t|must|you must|we must)\s|^(?:不要|别|切勿|禁止|必须|总是|始终|从不|绝不|永远)/i

/** A sentence that opens like an order: what it names may be gone, what it demands may hold. */
function isRule({ description, body }: Memory): boolean {
  return [description ?? '', ...sentences(body)].some(sentence => RULE.test(sentence.trim()))
}

const DEMAND =
  /\b(?:never|always|must not|do not|don['’]t|should not|shouldn['’]t)\b|^(?:prefer|avoid|ensure|make sure)\b|不要|切勿|禁止|必须|务必|总是|始终|从不|绝不|永远/i

/** Whether any sentence demands something, wherever in it the word stands. */
export function demandsSomething({ description, body }: Memory): boolean {
  return [description ?? '', ...sentences(body)].some(sentence => DEMAND.test(sentence.trim()))
}

const DAY = 86_400_000_000

function isRecent({ file }: Memory, { clocks, now }: Snapshot, { recentDays }: Policy): boolean {
  const known = clocks.get(file) ?? {}
  const best = CLOCKS.find(clock => known[clock] !== undefined)
  return best !== undefined && now - known[best]! < recentDays * DAY
}
