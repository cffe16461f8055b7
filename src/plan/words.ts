import type { Clock, MissingReference } from '../model/index.ts'
import { cutAtWord } from '../text/index.ts'
import { type Ground, heirOf } from './removal.ts'

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
export function groundWords(ground: Ground): string {
  if (ground.kind === 'duplicate') {
    const how =
      ground.how === 'identical' ? 'identical body' : `${percent(ground.overlap)} of the words shared`
    return `duplicate of ${ground.of}: ${how}; ${orderWords(ground)}`
  }
  if (ground.kind === 'contradiction') {
    const quotes = `"${cutAtWord(ground.quote, 80)}" against "${cutAtWord(ground.byQuote, 80)}"`
    return `contradicted by ${ground.by}: ${quotes}; ${orderWords(ground)}`
  }
  if (ground.kind === 'promoted') return `it stands in ${ground.document}`
  if (ground.kind === 'finished') return `it says itself that it is done: "${cutAtWord(ground.quote, 80)}"`
  if (ground.kind === 'superseded') return `an older version of ${ground.by}; ${orderWords(ground)}`
  if (ground.kind === 'project-inactive')
    return `its project is inactive: no commit, session or edit since ${ground.last}`
  if (ground.kind === 'taken-out-of-index')
    return `its line was taken out of MEMORY.md by ${ground.seen.date}`
  return `nothing it names is there: ${listed(ground.missing.map(missingWords))}`
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

function orderWords(ground: Extract<Ground, { order: unknown }>): string {
  const { order } = ground
  const heir = heirOf(ground)!
  if (order.known === 'by-clock') return `${heir} is newer ${CLOCK_WORDS[order.clock]}`
  if (order.known === 'by-words') return `${heir} says that it replaces it ("${order.words}")`
  return `neither is known to be newer, and ${heir} sorts first`
}

export function missingWords({ reference, fact }: MissingReference): string {
  const isRemoved = fact.presence === 'missing' && fact.why === 'removed'
  return isRemoved
    ? `${reference.text} (removed in ${fact.commit.slice(0, 8)} on ${fact.date.slice(0, 10)})`
    : reference.text
}
