import type { Clock } from '../model/index.ts'
import { quoted, showText } from '../text/index.ts'
import type { MissingReference, Order } from './fields.ts'

/** "a, b, c and 4 more". */
export function listed(items: readonly string[], most = 4): string {
  if (items.length > most) return `${items.slice(0, most).join(', ')} and ${items.length - most} more`
  return items.join(', ')
}

/** Nothing but all of it is 100 %. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** "in 4f2a91c0 on 2026-03-01". */
export const commitWords = (commit: string, date: string): string =>
  `in ${showText(commit.slice(0, 8))} on ${showText(date.slice(0, 10))}`

/** What the project said about something that a memory names. */
export function factWords(fact: MissingReference['fact']): string {
  if (fact.presence === 'present') return `is there as ${showText(fact.at)}`
  if (fact.presence === 'unknown') return `could not be looked up: ${showText(fact.why)}`
  switch (fact.why) {
    case 'removed':
      return `removed ${commitWords(fact.commit, fact.date)}`
    case 'renamed':
      return `renamed to ${showText(fact.to)} ${commitWords(fact.commit, fact.date)}`
    case 'gone':
      return 'is not there'
    case 'never':
      return 'never was in this repository'
    case 'out-of-scope':
      return 'lies outside this project'
    case 'symbol':
      return 'occurs nowhere in the code'
  }
}

export const CLOCK_WORDS: Record<Clock | 'name', string> = {
  frontmatter: 'by the date it gives itself',
  git: 'by its last commit',
  mtime: 'by its file time',
  name: 'by its name',
}

/** Why `stays` counts as the newer of two. */
export function orderWords(order: Order, stays: string): string {
  if (order.known === 'by-clock') return `${showText(stays)} is newer ${CLOCK_WORDS[order.clock]}`
  if (order.known === 'by-words') return `${showText(stays)} says so itself: ${quoted(order.words)}`
  return 'which of the two is newer is not known'
}
