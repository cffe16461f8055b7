import type { Distilled } from './carry-out.ts'
import { distilWith, judgeInputOf } from './distil.ts'
import type { Entry } from './entry.ts'
import { judgeByRules, lineFor } from './judge.ts'
import type { Operation } from './operation.ts'
import type { ReviewInput } from './review-input.ts'
import { type Item, parseSnapshot, type Section } from './sections.ts'
import { statedLines } from './stated-already.ts'
import { traitsOf } from './traits.ts'

export type CaptureKind = 'user' | 'feedback' | 'project' | 'reference' | 'correction' | 'decision' | 'note'

/** What words alone tell. */
type KindByWords = Extract<CaptureKind, 'correction' | 'decision' | 'project' | 'note'>

/** J4: what somebody tells the agent to remember is, by its words; a correction goes before a decision. */
export function captureKind(text: string, today: string): KindByWords {
  const { has } = traitsOf(text, today)
  if (has.has('tentative')) return 'note'
  return (['correction', 'decision', 'project'] as const).find(kind => has.has(kind)) ?? 'note'
}

export function captureSection(kind: CaptureKind): Extract<Section, 'current' | 'stable'> | undefined {
  const sections: Record<CaptureKind, 'current' | 'stable' | undefined> = {
    user: 'stable',
    feedback: 'stable',
    correction: 'stable',
    decision: 'current',
    project: 'current',
    // What is found elsewhere, and what is of no kind, stays in the journal until a review.
    reference: undefined,
    note: undefined,
  }
  return sections[kind]
}

/** What a snapshot becomes by something that was remembered. */
export interface Captured {
  readonly known: Item | undefined
  readonly near: readonly Item[]
  /** The line whose place the new one took. */
  readonly replaced: Item | undefined
  /** Nothing where the snapshot stays as it is. */
  readonly distilled: Distilled | undefined
}

/**
 * One entry straight into the snapshot. Only the same text is known already; a line that comes near stays, unless what is remembered is a
 * correction or a change of it: then it gives way, and the ledger keeps it.
 */
export function capture(input: ReviewInput, entry: Entry, kind: CaptureKind): Captured {
  const file = parseSnapshot(input.snapshot)
  const traits = traitsOf(entry.text, entry.date)
  const line = lineFor(entry, traits)
  const { known, near } = statedLines(file, line, input.now.day)
  const section = captureSection(kind)
  const isKnown = known !== undefined && !isCut(line, entry)
  if (isKnown || section === undefined)
    return { known: isKnown ? known : undefined, near, replaced: undefined, distilled: undefined }
  const judgeInput = judgeInputOf(file, [entry])
  const isChange = kind === 'correction' || traits.has.has('correction') || traits.has.has('change')
  const [judged] = isChange ? judgeByRules({ ...input, judgeInput, seen: [], today: input.now.day }) : []
  const operation: Operation =
    judged?.op === 'update'
      ? { ...judged, old: 'to-ledger' }
      : { op: 'add', section, entries: ['e1'], text: line, reason: 'remembered' }
  const replaced = operation.op === 'update' ? judgeInput.items.get(operation.item) : undefined
  const { limits } = input
  // Below the line at which capture compresses, nothing has to make room.
  const aim = input.snapshot.length > limits.compress ? limits.target : limits.hard
  const distilled = distilWith({ ...input, entries: [entry] }, [operation], aim)
  return { known: undefined, near: near.filter(item => item !== replaced), replaced, distilled }
}

/** A line has only the beginning of a long text: others may begin like it. */
const isCut = (line: string, { text }: Entry): boolean => line.endsWith('…') && !text.endsWith('…')
