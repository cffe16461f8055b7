import { say } from '../languages/index.ts'
import type { SeenBy } from '../model/index.ts'
import { quoted, showText } from '../text/index.ts'
import type { MissingReference, Order } from './fields.ts'

/** "a, b, c and 4 more". */
export function listed(items: readonly string[], most = 4): string {
  if (items.length <= most) return items.join(', ')
  return say().checks.more(items.slice(0, most).join(', '), items.length - most)
}

/** Nothing but all of it is 100 %. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Lines are counted in the file; 0 is the description. */
export const lineWords = (line: number): string => say().checks.line(line)

/** "in 4f2a91c0 on 2026-03-01". */
export const commitWords = (commit: string, date: string): string =>
  say().checks.inCommit(showText(commit.slice(0, 8)), showText(date.slice(0, 10)))

/** What the project said about something that a memory names. */
export function factWords(fact: MissingReference['fact']): string {
  const words = say().checks.facts
  if (fact.presence === 'present') return words.present(showText(fact.at))
  if (fact.presence === 'unknown') return words.unknown(showText(fact.why))
  switch (fact.why) {
    case 'removed':
      return words.removed(commitWords(fact.commit, fact.date))
    case 'renamed':
      return words.renamed(showText(fact.to), commitWords(fact.commit, fact.date))
    default:
      return words[fact.why]
  }
}

/** Why `stays` counts as the newer of two. */
export function orderWords(order: Order, stays: string): string {
  const words = say().checks
  if (order.known === 'by-clock') return words.order.byClock(showText(stays), words.clocks[order.clock])
  if (order.known === 'by-words') return words.order.byWords(showText(stays), quoted(order.words))
  return words.order.unknown
}

/** How it is known that a file was here and left. */
export function leftWords(file: string, { by, date, commit = '' }: SeenBy): string {
  const words = say().checks.entryGone
  if (by === 'dream') return words.archived(showText(file), showText(date))
  return by === 'git'
    ? words.leftGit(showText(file), commitWords(commit, date))
    : words.seen(showText(file), showText(date))
}
