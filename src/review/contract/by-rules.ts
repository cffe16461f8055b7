import { type Operation, waitingReview } from '../../journal/index.ts'
import type { BriefRequest } from './brief.ts'
import { journalParts, LONGEST_TEXT } from './journal-brief.ts'

/** J24: the rules as one of those who answer. What the gate refuses of them is left out. */
export function journalByRules({ where, epochMs }: BriefRequest): unknown {
  const review = waitingReview(where, epochMs)
  const [part] = journalParts(review)
  if (part === undefined) return undefined
  const entries = review.entriesIn(part.spans)
  const sourcesOf = (ids: readonly string[]) =>
    ids.flatMap(id => {
      const entry = entries[Number(id.slice(1))]
      return entry === undefined
        ? []
        : [`${entry.date}:${entry.source.block.start}-${entry.source.block.end}`]
    })
  const operations = review
    .byRules(part.spans)
    .filter(({ op }) => op !== 'ignore')
    .map(operation => {
      const first = entries[Number(operation.entries[0]?.slice(1))]?.text ?? operation.reason
      return answerOf(operation, sourcesOf(operation.entries), first, review.items)
    })
  const days = [...new Set(part.spans.map(({ day }) => day))]
  const rest = { op: 'ignore', sources: days.slice(0, 50), reason: 'the rules saw nothing else' }
  return { brief: part.id, operations: [...operations, rest], giveUp: true }
}

function answerOf(
  operation: Operation,
  sources: readonly string[],
  first: string,
  items: readonly { readonly id: string; readonly lastMention?: string }[],
): object {
  const { op, reason } = operation
  if (op === 'add') return { op, section: operation.section, text: cut(operation.text), sources, reason }
  if (op === 'update') return { op, id: operation.item, text: cut(operation.text), sources, reason }
  if (op !== 'archive') return { op: 'ignore', sources, reason }
  const { item, category } = operation
  if (item === undefined) return { op, text: cut(first), sources, category, reason }
  const last = items.find(({ id }) => id === item)?.lastMention
  const proof = sources.length > 0 || last === undefined ? { sources } : { lastMention: last }
  return { op, id: item, ...proof, category, reason }
}

const cut = (text: string): string => text.slice(0, LONGEST_TEXT)
