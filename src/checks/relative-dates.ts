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
import {
  relativeDates as datesIn,
  dayOf,
  mayHaveRelativeDate,
  say,
  stretchWords,
} from '../languages/index.ts'
import { isWhole, type Memory, type Snapshot } from '../model/index.ts'
import { quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { bestClock, writtenOn } from './pairs/order.ts'

const relativeDate = kind({
  kind: 'relative-date',
  words: ({ checks }) => checks.relativeDate,
  isMention: true,
  fields: ({ z, fileName, count, text }) => ({
    file: fileName,
    line: count,
    /** As it stands: "yesterday". */
    text,
    /** `2026-03-01`, `2026-03-01 to 2026-03-07`, `2026-03`; what it meant when it was written. */
    date: text,
    /** The day it was written, and how that is known. */
    written: text,
    clock: z.enum(['frontmatter', 'git', 'mtime', 'name']),
  }),
  about: ['file', 'text', 'date'],
  say: ({ line, text, date }) => say().checks.relativeDate.say(line, quoted(text), showText(date)),
  evidence: ({ written, clock }) => [say().checks.relativeDate.evidence(written, say().checks.clocks[clock])],
  offer(finding, { memories }) {
    const { file, date, written } = finding
    const memory = memories.get(file)!
    const text = dated(memory, finding)
    if (text === undefined || !isWhole(memory)) return undefined
    return { file, text, because: say().checks.relativeDate.because(date, written) }
  },
})

export type RelativeDateFinding = FindingOf<typeof relativeDate>

export const relativeDates = check({
  name: 'relative-dates',
  kinds: [relativeDate],
  notUnderSeed: true,
  find: snapshot => snapshot.folder.memories.flatMap(memory => findDates(memory, snapshot)),
})

function findDates(memory: Memory, snapshot: Snapshot): Found<RelativeDateFinding>[] {
  if (!mayHaveRelativeDate(memory.body)) return []
  const known = writing(memory, snapshot)
  if (known === undefined) return []
  const { linesAbove, proseLines } = textOf(memory)
  return proseLines.flatMap((line, at) =>
    mayHaveRelativeDate(line)
      ? datesIn(line, dayOf(known.written)).map(({ text, meant }) => ({
          kind: 'relative-date' as const,
          file: memory.file,
          line: linesAbove + at + 1,
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

interface Place {
  readonly line: number
  readonly text: string
  readonly date: string
}

/** The day behind the words: only their own line is touched; nothing where the words are not there any more. */
function dated({ head, body }: Memory, { line, text, date }: Place): string | undefined {
  const lines = (head + body).split(/(?<=\n)|(?<=\r)(?!\n)/)
  const own = lines[line - 1] ?? ''
  const at = own.indexOf(text)
  if (at === -1) return undefined
  const end = at + text.length
  lines[line - 1] = `${own.slice(0, end)} (${date})${own.slice(end)}`
  return lines.join('')
}
