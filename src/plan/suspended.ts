import { referenceStatus } from '../checks/index.ts'
import type { Rules, Snapshot } from '../model/index.ts'

const MOST_REASONS = 5

/** What could not be verified and why, a sentence each. */
export function suspended({ folder, evidence }: Snapshot, rules: Rules): string[] {
  if (evidence.project.kind === 'absent') return [`${evidence.project.why}: staleness is not judged`]
  const statuses = folder.memories.map(memory => referenceStatus(memory, evidence, rules))
  const unknown = statuses.flatMap(one => one.unknown).length
  if (unknown === 0) return []
  const known = statuses.some(one => one.present.length + one.missing.length + one.never.length > 0)
  const whole = known ? [] : [`none of ${unknown} references could be looked up: staleness is not judged`]
  return [...whole, ...reasons(evidence.paths.values()), ...unreadWords(evidence.words.values())]
}

/** A word that was not found may stand in a file that could not be read. */
function unreadWords(presences: Iterable<string>): string[] {
  const count = [...presences].filter(presence => presence === 'unknown').length
  if (count === 0) return []
  const what = count === 1 ? 'a name in the code is' : `${count} names in the code are`
  return [`${what} neither there nor gone: not every file of the project could be read`]
}

/** The commonest reasons first. */
function reasons(facts: Iterable<{ presence: string; why?: string }>): string[] {
  const counts = new Map<string, number>()
  for (const { presence, why } of facts) {
    if (presence === 'unknown' && why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return sorted.slice(0, MOST_REASONS).map(([why, count]) => {
    const what = count === 1 ? 'a path is' : `${count} paths are`
    return `${what} neither there nor gone: ${why}`
  })
}
