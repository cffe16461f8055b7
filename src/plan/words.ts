import type { Clock, MissingReference } from '../model/index.ts'
import { cutAtWord } from '../text/index.ts'
import { type RemovalReason, replacementOf } from './removal.ts'

/** "a, b, c and 4 more". */
export function listed(items: readonly string[], most = 4): string {
  if (items.length > most) return `${items.slice(0, most).join(', ')} and ${items.length - most} more`
  return items.join(', ')
}

const CLOCK_WORDS: Record<Clock, string> = {
  frontmatter: 'by the date it gives itself',
  git: 'by git',
  mtime: 'by file time',
}

/** Why a memory goes, as a sentence. */
export function removalWords(reason: RemovalReason): string {
  if (reason.kind === 'duplicate') {
    const how =
      reason.how === 'identical' ? 'identical body' : `${percent(reason.overlap)} of the words shared`
    return `duplicate of ${reason.of}: ${how}; ${orderWords(reason)}`
  }
  if (reason.kind === 'contradiction') {
    const quotes = `"${cutAtWord(reason.quote, 80)}" against "${cutAtWord(reason.byQuote, 80)}"`
    return `contradicted by ${reason.by}: ${quotes}; ${orderWords(reason)}`
  }
  if (reason.kind === 'promoted') return `it stands in ${reason.document}`
  if (reason.kind === 'finished') return `it says itself that it is done: "${cutAtWord(reason.quote, 80)}"`
  if (reason.kind === 'superseded') return `an older version of ${reason.by}; ${orderWords(reason)}`
  if (reason.kind === 'project-inactive')
    return `its project is inactive: no commit, session or edit since ${reason.last}`
  if (reason.kind === 'taken-out-of-index')
    return `its line was taken out of MEMORY.md by ${reason.seen.date}`
  return `nothing it names is there: ${listed(reason.missing.map(missingWords))}`
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function orderWords(reason: Extract<RemovalReason, { order: unknown }>): string {
  const { order } = reason
  const replacement = replacementOf(reason)!
  if (order.known === 'by-clock') return `${replacement} is newer ${CLOCK_WORDS[order.clock]}`
  if (order.known === 'by-words') return `${replacement} says that it replaces it ("${order.words}")`
  return `neither is known to be newer, and ${replacement} sorts first`
}

export function missingWords({ reference, fact }: MissingReference): string {
  const isRemoved = fact.presence === 'missing' && fact.why === 'removed'
  return isRemoved
    ? `${reference.text} (removed in ${fact.commit.slice(0, 8)} on ${fact.date.slice(0, 10)})`
    : reference.text
}
