import type { Distilled } from './carry-out.ts'
import { distilWith, docketOf } from './distil.ts'
import type { Entry } from './entry.ts'
import { judgeByRules, lineFor } from './judge.ts'
import type { Night } from './night.ts'
import type { Operation } from './operation.ts'
import { parseSnapshot, type Section } from './sections.ts'
import { traitsOf } from './traits.ts'

export type CaptureKind = 'correction' | 'decision' | 'project' | 'note'

/** J4: what somebody tells the agent to remember is, by its words; a correction goes before a decision. */
export function captureKind(text: string, today: string): CaptureKind {
  const { has } = traitsOf(text, today)
  if (has.has('tentative')) return 'note'
  return (['correction', 'decision', 'project'] as const).find(kind => has.has(kind)) ?? 'note'
}

export function captureSection(kind: CaptureKind): Extract<Section, 'current' | 'stable'> | undefined {
  if (kind === 'note') return undefined
  return kind === 'correction' ? 'stable' : 'current'
}

/** One entry straight into the snapshot: the line it corrects is replaced, else it is added to its section. */
export function capture(
  night: Night,
  entry: Entry,
  section: Extract<Section, 'current' | 'stable'>,
): Distilled {
  const file = parseSnapshot(night.snapshot)
  const docket = docketOf(file, [entry])
  const [judged] = judgeByRules({ ...night, docket, seen: [], today: night.now.day })
  const text = lineFor(entry, traitsOf(entry.text, entry.date))
  const reason = 'remembered'
  const operation: Operation =
    judged?.op === 'update' || (judged?.op === 'ignore' && judged.reason === 'already there')
      ? judged
      : { op: 'add', section, entries: ['e1'], text, reason }
  const { limits } = night
  // Below the line at which capture compresses, nothing has to make room.
  const aim = night.snapshot.length > limits.compress ? limits.target : limits.hard
  return distilWith({ ...night, entries: [entry] }, [operation], aim)
}
