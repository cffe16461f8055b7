import { storeContext, type Where } from '../app/index.ts'
import { appendLine, readSmallText } from '../disk/index.ts'
import { STATE } from '../state/index.ts'
import { findSecrets } from '../text/index.ts'

/** What people asked for, for the recall gate: what could be found yesterday has to be found tomorrow. Nothing leaves the machine. */
const MOST_BYTES = 50_000
const LONGEST = 300
const MOST = 100

export function noteSearch(where: Where, query: string): void {
  const asked = query.trim().slice(0, LONGEST)
  if (asked === '' || findSecrets(asked).length > 0) return
  try {
    appendLine(fileOf(where), JSON.stringify(asked), MOST_BYTES)
  } catch {
    // An answer is worth more than the note that somebody asked.
  }
}

/** Newest first, each once. */
export function pastSearches(where: Where): readonly string[] {
  const text = readSmallText(fileOf(where)) ?? ''
  const asked = text.split('\n').flatMap(line => {
    try {
      const query: unknown = JSON.parse(line)
      return typeof query === 'string' ? [query] : []
    } catch {
      return []
    }
  })
  return [...new Set(asked.reverse())].slice(0, MOST)
}

const fileOf = (where: Where): string => `${storeContext(where).stateHome}/${STATE.searches}`
