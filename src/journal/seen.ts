import { addDays } from '../languages/index.ts'

/** Something a journal said that is not in the snapshot, or not only there: the evidence for "on two or more dates". */
export interface Seen {
  readonly text: string
  /** Its first and its last day, and on how many it was said. */
  readonly first: string
  readonly last: string
  readonly days: number
  /** Where it was said last: `memory/2026-02-27.md:12`. */
  readonly source: string
}

/** What is not said again for so long is no recurrence any more. */
const WINDOW_DAYS = 90
const MOST = 3000

export function readSeen(text: string): Seen[] {
  try {
    const data: unknown = JSON.parse(text)
    return Array.isArray(data) ? data.filter(isSeen) : []
  } catch {
    // Made again from the journals to come; nothing in it is kept nowhere else.
    return []
  }
}

function isSeen(data: unknown): data is Seen {
  if (typeof data !== 'object' || data === null) return false
  const { text, first, last, days, source } = data as Record<string, unknown>
  return [text, first, last, source].every(field => typeof field === 'string') && typeof days === 'number'
}

export function seenText(seen: readonly Seen[]): string {
  return `[${seen.map(each => `\n${JSON.stringify(each)}`).join(',')}\n]\n`
}

export function stillFresh(seen: readonly Seen[], today: string): Seen[] {
  const oldest = addDays(today, -WINDOW_DAYS)
  return seen.filter(each => each.last >= oldest).slice(-MOST)
}
