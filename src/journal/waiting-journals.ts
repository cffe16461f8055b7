import { sha256 } from '../disk/index.ts'
import type { Moment } from '../languages/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type Glance, glanceAt, listJournals, type ReadText, readText } from '../sources/index.ts'
import type { JournalMark, MetaCounts } from './counts.ts'
import type { Entry } from './entry.ts'
import { journalFile } from './journal-files.ts'
import type { JournalWorkspace } from './journal-workspace.ts'
import { readJournal } from './read-journal.ts'

/** What the journals say that no review has read yet. */
export interface Waiting {
  readonly entries: readonly Entry[]
  /** Names of the journals that were read, oldest first. */
  readonly names: readonly string[]
  readonly days: readonly string[]
  readonly marks: ReadonlyMap<string, JournalMark>
  readonly notes: readonly string[]
  /** The texts that were read, whole, and the line from which each is new. */
  readonly texts: readonly WaitingText[]
}

export interface WaitingText {
  readonly day: string
  readonly from: number
  readonly text: string
}

/** Journals newer than the last review, and those that grew since, from where it ended. */
export function readWaiting(
  journals: JournalWorkspace,
  counts: MetaCounts | undefined,
  lastReview: Moment | undefined,
): Waiting {
  const { days, odd } = listJournals(journals.workspace)
  const marks = new Map(counts?.journals ?? [])
  const notes = odd.map(name => say().work.journals.notDay(name))
  const entries: Entry[] = []
  const names: string[] = []
  const read: string[] = []
  const texts: WaitingText[] = []
  for (const { name, day } of days) {
    const known = marks.get(name)
    if (known === undefined && counts === undefined && lastReview !== undefined && day < lastReview.day)
      continue
    if (known !== undefined && isAsRead(known, glanceAt(journals.workspace, journalFile(day)))) continue
    const journal = tryRead(journals, day, notes)
    if (journal === undefined) continue
    marks.set(name, markOf(journal))
    if (journal.hash === known?.hash) continue
    const from = startAfter(journal, known)
    const found = readJournal(journal.text, { file: journalFile(day), date: day }, from)
    entries.push(...found)
    names.push(name)
    read.push(day)
    texts.push({ day, from, text: journal.text })
  }
  return { entries, names, days: read, marks, notes, texts }
}

/** Years of journals are not read every time to find out that nobody touched them. */
function isAsRead({ bytes, modified }: JournalMark, now: Glance | undefined): boolean {
  return now !== undefined && now.bytes === bytes && now.modified === modified
}

function tryRead(journals: JournalWorkspace, day: string, notes: string[]): ReadText | undefined {
  try {
    const journal = readText(journals.workspace, journalFile(day))
    return journal.hash === 'absent' ? undefined : journal
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    notes.push(error.sentence)
    return undefined
  }
}

/** The line to begin with: the first where the journal is new, or was changed above its end. */
function startAfter({ text }: ReadText, known: JournalMark | undefined): number {
  if (known === undefined) return 1
  const bytes = Buffer.from(text)
  if (bytes.length < known.bytes || sha256(bytes.subarray(0, known.bytes)) !== known.hash) return 1
  return known.lines + 1
}

function markOf({ text, hash, bytes, modified }: ReadText): JournalMark {
  return { ...markOfText(text, hash, bytes), modified }
}

/** Of a text that is yet to be written. */
export function markOfText(text: string, hash: string, bytes: number): JournalMark {
  return { bytes, lines: text.split('\n').length - 1, hash }
}
