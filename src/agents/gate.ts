import { say } from '../languages/index.ts'
import type { Snapshot } from '../model/index.ts'
import { askedWords, askGate } from '../search/index.ts'
import type { AgentChange } from './dream-agent-diff.ts'
import { type AgentPlan, linesThatWait } from './dream-agent-plan.ts'

/** What the folder answers today it has to answer afterwards: whatever an answer would be lost with waits for a person. */
export function throughGate(snapshot: Snapshot, planned: AgentPlan): AgentPlan {
  const verdict = askGate(snapshot, planned.plan.actions)
  if (verdict.outcome === 'nothing-changes') return planned
  const changes = planned.changes.map((change): AgentChange => {
    const lost = verdict.lost.find(({ blame }) => blame.some(id => id.endsWith(`/${change.file}`)))
    if (lost === undefined || change.held !== undefined) return change
    return { ...change, held: say().agents.waits.unanswered(askedWords(lost.query)) }
  })
  const { asked, before, after } = verdict
  const kept = changes.filter((change, at) => change !== planned.changes[at]).map(({ file }) => file)
  const recall = { asked, before: before.found, after: after.found, kept }
  const gated = { ...planned, changes, plan: { ...planned.plan, recall } }
  const { index } = planned
  // A line belongs to its memory, also where that waits only now.
  return index === undefined ? gated : { ...gated, index: { ...index, held: linesThatWait(gated) } }
}
