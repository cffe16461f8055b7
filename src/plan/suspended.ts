import { standing } from '../checks/standing.ts'
import type { Rules } from '../memory/plan.ts'
import type { Snapshot } from '../memory/snapshot.ts'

/** What could not be verified, a sentence each. */
export function suspended({ folder, evidence }: Snapshot, rules: Rules): string[] {
  if (evidence.project.kind === 'absent') return [`${evidence.project.why}: staleness is not judged`]
  const standings = folder.memories.map(memory => standing(memory, evidence, rules))
  const unknown = standings.flatMap(one => one.unknown).length
  const known = standings.some(one => one.present.length + one.missing.length + one.never.length > 0)
  if (unknown === 0 || known) return []
  return [`none of ${unknown} references could be looked up: staleness is not judged`]
}
