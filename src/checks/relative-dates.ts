/**
 * # Relative dates
 *
 * Finds "yesterday", "last week", "three days ago" and their like, and tells the day that was meant (D32): counted
 * from the date in the memory's name, else the date it gives itself, its last commit, its file time. The proposal writes
 * the day behind the words.
 *
 * Refuses where it is not sure: "today" as often means nowadays, "next Friday" is two days to two people, "in
 * four days" is as often how long something took; a line that gives the day itself needs none; quotations, labels and
 * conditions are not about a day.
 *
 * Wrong to use where a file was written over months: the line may be older than the file's last change. So it is always
 * a proposal, and says which clock was asked.
 *
 * Before: "The token expired yesterday.", written on 2026-03-02.
 * After, once accepted: "The token expired yesterday (2026-03-01)."
 */
import { relativeDates as datesIn, dayOf, mayHaveRelativeDate, stretchWords } from '../languages/index.ts'
import type { Memory, RelativeDateFinding, Snapshot } from '../model/index.ts'
import { proseLines } from '../text/index.ts'
import type { Check } from './check.ts'
import { bestClock, writtenOn } from './written-on.ts'

export const relativeDates: Check = {
  name: 'relative-dates',
  find(snapshot, rules) {
    if (rules === 'seed') return []
    return snapshot.folder.memories.flatMap(memory =>
      findDates(memory, snapshot).map(finding => ({ source: 'observed' as const, ...finding })),
    )
  },
}

function findDates(memory: Memory, snapshot: Snapshot): RelativeDateFinding[] {
  if (!mayHaveRelativeDate(memory.body)) return []
  const known = writing(memory, snapshot)
  if (known === undefined) return []
  const above = memory.head.split(/\r\n|\r|\n/).length - 1
  return proseLines(memory.body).flatMap((line, at) =>
    mayHaveRelativeDate(line)
      ? datesIn(line, dayOf(known.written)).map(({ text, meant }) => ({
          kind: 'relative-date',
          file: memory.file,
          line: above + at + 1,
          text,
          date: stretchWords(meant),
          ...known,
        }))
      : [],
  )
}

function writing(
  memory: Memory,
  snapshot: Snapshot,
): Pick<RelativeDateFinding, 'written' | 'clock'> | undefined {
  const named = /(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/.exec(memory.file)
  if (named !== null) return { written: named.slice(1).join('-'), clock: 'name' }
  const [clock, written] = [bestClock(memory, snapshot), writtenOn(memory, snapshot)]
  return clock === undefined || written === undefined ? undefined : { written, clock }
}
