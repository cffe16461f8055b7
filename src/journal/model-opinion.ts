import { CONFIDENT, isQuoteOf } from '../model/index.ts'
import type { Entry } from './entry.ts'
import { lineFor } from './judge.ts'
import { isUnsafe, junkIn } from './junk.ts'
import type { JudgeInput, Operation } from './operation.ts'
import type { Section } from './sections.ts'
import { weigh } from './weigh.ts'

/**
 * What a model says about a review, beside the rules. It can raise: an entry that the rules passed over gets a line, in
 * the journal's own words. It can keep: a line that the rules would archive stays. It can remove and rewrite nothing, and
 * what does not quote its entry or line word for word does not count.
 */
export interface ReviewOpinion {
  readonly raise: readonly {
    readonly entry: string
    readonly section: Exclude<Section, 'dream'>
    readonly quote: string
    readonly confidence: number
  }[]
  readonly keep: readonly { readonly line: string; readonly quote: string; readonly confidence: number }[]
}

export interface CountedOpinion {
  readonly operations: readonly Operation[]
  readonly raised: number
  readonly kept: number
  readonly dropped: readonly string[]
}

/** In one review: the snapshot is read in every conversation, and a model may like everything. */
const MOST_RAISED = 5
const MOST_KEPT = 5

export function countOpinion(
  said: ReviewOpinion,
  operations: readonly Operation[],
  judgeInput: JudgeInput,
  boot: ReadonlySet<string>,
): CountedOpinion {
  const dropped: string[] = []
  const raised = new Map<string, Exclude<Section, 'dream'>>()
  const kept = new Set<string>()
  for (const { entry: id, section, quote, confidence } of said.raise) {
    const entry = judgeInput.entries.get(id)
    const fault =
      unfounded(id, entry?.text, quote, confidence) ??
      (isPassedOver(id, operations) ? mayRise(entry!, boot) : `${id} was not passed over`) ??
      (raised.size < MOST_RAISED ? undefined : `more than ${MOST_RAISED} entries were to be raised`)
    if (fault === undefined) raised.set(id, section)
    else dropped.push(fault)
  }
  for (const { line: id, quote, confidence } of said.keep) {
    const fault =
      unfounded(id, judgeInput.items.get(id)?.text, quote, confidence) ??
      (isLeaving(id, operations) ? undefined : `${id} was not about to leave`) ??
      (kept.size < MOST_KEPT ? undefined : `more than ${MOST_KEPT} lines were to be kept`)
    if (fault === undefined) kept.add(id)
    else dropped.push(fault)
  }
  const changed = operations.flatMap(operation => withOpinion(operation, judgeInput, raised, kept))
  return { operations: changed, raised: raised.size, kept: kept.size, dropped }
}

function unfounded(
  id: string,
  text: string | undefined,
  quote: string,
  confidence: number,
): string | undefined {
  const shown = id.slice(0, 20)
  if (text === undefined) return `there is no ${shown}`
  if (!(confidence >= CONFIDENT && confidence <= 1)) return `${shown}: the judge is only ${confidence} sure`
  return isQuoteOf(quote, text) ? undefined : `${shown}: the quote does not stand there`
}

const REPEATED = 'already there'

/** Nothing else was made of it, and it is not in the snapshot anyway. */
function isPassedOver(id: string, operations: readonly Operation[]): boolean {
  const own = operations.filter(({ entries }) => entries.includes(id))
  return own.length > 0 && own.every(({ op, reason }) => op === 'ignore' && reason !== REPEATED)
}

/** What must never be in the always-loaded file does not get there by a model's word either. */
function mayRise(entry: Entry, boot: ReadonlySet<string>): string | undefined {
  const junk = junkIn(entry, boot)
  if (junk !== undefined) return `not raised: ${junk}`
  if (isUnsafe(entry.text)) return 'not raised: a secret or an instruction to the reader'
  if (entry.speaker === 'assistant' || entry.speaker === 'tool') return 'not raised: the user did not say it'
  return entry.shape === 'quote' || entry.shape === 'heading' ? `not raised: a ${entry.shape}` : undefined
}

function isLeaving(id: string, operations: readonly Operation[]): boolean {
  return operations.some(operation => operation.op === 'archive' && operation.item === id)
}

function withOpinion(
  operation: Operation,
  judgeInput: JudgeInput,
  raised: ReadonlyMap<string, Exclude<Section, 'dream'>>,
  kept: ReadonlySet<string>,
): Operation[] {
  if (operation.op === 'archive' && operation.item !== undefined && kept.has(operation.item)) {
    const { entries } = operation
    return entries.length === 0
      ? []
      : [{ op: 'ignore', entries, reason: 'a model says that the line still holds' }]
  }
  if (operation.op !== 'ignore') return [operation]
  const left = operation.entries.filter(id => !raised.has(id))
  const up = operation.entries.filter(id => raised.has(id))
  return [
    ...(left.length === 0 ? [] : [{ ...operation, entries: left }]),
    ...up.map((id): Operation => {
      const entry = judgeInput.entries.get(id)!
      const text = lineFor(entry, weigh(entry))
      return {
        op: 'add',
        section: raised.get(id)!,
        entries: [id],
        text,
        reason: 'a model says it is worth keeping',
      }
    }),
  ]
}
