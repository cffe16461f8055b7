import { type Entry, sourceWords } from './entry.ts'
import { junkIn } from './junk.ts'
import { differ, isNear } from './likeness.ts'
import type { ReviewInput } from './review-input.ts'
import { type Seen, stillFresh } from './seen.ts'
import { normalise, type Statement, statementOf } from './statement.ts'

/** What has been said by now and when; the evidence for later reviews. What the user forgot (`except`) is none. */
export function seenAfter(
  { seen, entries, boot, now, meaning }: ReviewInput,
  except: ReadonlySet<Entry>,
): Seen[] {
  const known = seen.map(each => ({ each, statement: statementOf(each.text, meaning) }))
  const exact = new Map(known.map((each, at) => [each.statement.form, at]))
  for (const entry of entries) {
    if (except.has(entry) || entry.shape === 'heading' || junkIn(entry, boot) !== undefined) continue
    const statement = statementOf(entry.text, meaning)
    const at = exact.get(normalise(entry.text)) ?? known.findIndex(other => says(other.statement, statement))
    const source = sourceWords(entry.source)
    const { date } = entry
    if (at === -1) {
      exact.set(statement.form, known.length)
      known.push({ each: { text: entry.text, first: date, last: date, days: 1, source }, statement })
    } else {
      const { each } = known[at]!
      if (each.last !== date)
        known[at] = { statement, each: { ...each, last: date, days: each.days + 1, source } }
    }
  }
  return stillFresh(
    known.map(({ each }) => each),
    now.day,
  )
}

function says(a: Statement, b: Statement): boolean {
  return isNear(a, b) && differ(a, b) === 'none'
}
