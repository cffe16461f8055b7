import type { Looked } from './score.ts'
import { GRADES, type Grade } from './signs.ts'

/** Why the owners of these clean-ups removed what they did, as far as their messages tell, in our words. */
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ed19256c: { pruned: 'the code it is about left the project' },
  '01a27a3c': {
    pruned: 'absorbed into rules, in other words',
    promoted: 'absorbed into rules, in other words',
  },
  aeac2cb6: { pruned: 'finished work', promoted: 'moved to rules, word for word' },
  '24bdd574': { pruned: 'finished work' },
  '035454e1': { pruned: 'older versions and old reports' },
  ab7cb1a4: { pruned: 'replaced by a summary written in the same commit' },
  c2db6ee3: { pruned: 'the service it is about was replaced' },
  f5f5ff2c: { pruned: 'finished work', promoted: 'finished work' },
  d1c99a07: { promoted: 'absorbed into rules, in other words' },
  ca58d56c: { promoted: 'absorbed into rules, in other words' },
  '6e8216ec': { promoted: 'documents reorganised' },
}

export interface ReasonRow {
  readonly reason: string
  readonly removed: number
  /** By the furthest that Dream went with each. */
  readonly by: Readonly<Record<Grade | 'nothing', number>>
}

/** For each reason of the owners: what Dream saw of it. */
export function byReason(looked: readonly Looked[]): ReasonRow[] {
  const rows = new Map<string, Record<Grade | 'nothing', number>>()
  for (const { case: one, memories, signs } of looked) {
    for (const [path, truth] of memories) {
      if (truth !== 'removed') continue
      const commit = one.name.slice(one.name.lastIndexOf('@') + 1)
      const reason = REASONS[commit]?.[one.label(path) ?? ''] ?? 'not told'
      const row = rows.get(reason) ?? { alone: 0, sure: 0, likely: 0, seen: 0, nothing: 0 }
      const own = signs.filter(sign => sign.path === path).map(({ grade }) => grade)
      row[GRADES.find(grade => own.includes(grade)) ?? 'nothing']++
      rows.set(reason, row)
    }
  }
  return [...rows]
    .map(([reason, by]) => ({ reason, by, removed: Object.values(by).reduce((a, b) => a + b, 0) }))
    .sort((a, b) => b.removed - a.removed)
}
