import { storeContext, type Where } from '../app/index.ts'
import { sha256 } from '../disk/index.ts'
import type { Language } from '../languages/index.ts'
import { momentWords, say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { listJournals, type ReadText, readText } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { countsDraft } from './count-files.ts'
import { readCounts } from './counts.ts'
import type { Entry } from './entry.ts'
import { describedBy, withoutEntries } from './forget-matches.ts'
import { COUNTS, journalFile, REMOVED, SEEN } from './journal-files.ts'
import {
  type Draft,
  type JournalWorkspace,
  look,
  lookAtSnapshot,
  md5,
  openJournalWorkspace,
  writeDrafts,
} from './journal-workspace.ts'
import { readJournal } from './read-journal.ts'
import { type Removed, readRemoved, removedText } from './removed.ts'
import { editSnapshot, type Item, parseSnapshot, type Section } from './sections.ts'
import { readSeen, seenText } from './seen.ts'
import { type Meaning, withoutMarks } from './statement.ts'
import { markOfText } from './waiting-journals.ts'
import { sectionFor, weigh } from './weigh.ts'

export interface ForgetReport {
  readonly language: Language
  readonly preview: boolean
  readonly run?: string
  readonly matches: readonly { readonly source: string; readonly text: string }[]
  /** Why nothing was removed although something matched. */
  readonly withheld?: string
  readonly warnings: readonly string[]
}

export interface ForgetRequest {
  readonly where: Where
  readonly description: string
  readonly preview?: boolean
  readonly large?: 'refuse' | 'allow'
  readonly epochMs?: number
  readonly meaning?: Meaning | undefined
}

/** More than a tenth of everything, and more than this many, does not go at one word. */
const FREE = 5
const SHARE = 0.1
const TRIES = 5

interface Found {
  readonly snapshot: ReadText
  readonly items: readonly Item[]
  readonly journals: readonly {
    readonly read: ReadText
    readonly name: string
    readonly entries: readonly Entry[]
  }[]
  readonly matches: readonly { readonly source: string; readonly text: string }[]
  readonly outOf: number
}

/** J14: out of journals and snapshot, known by a tombstone; the ledger stays as it is. */
export async function forget(request: ForgetRequest): Promise<ForgetReport> {
  if (request.description.trim() === '') throw new DreamError(say().work.journals.sayWhatToForget, 2)
  if (request.preview !== true) await finishOpenRuns(storeContext(request.where))
  for (let attempt = 1; ; attempt++) {
    const report = await forgetOnce(request)
    if (report !== 'changed') return report
    if (attempt === TRIES) throw new DreamError(say().work.journals.keptChanging, 1)
  }
}

async function forgetOnce(request: ForgetRequest): Promise<ForgetReport | 'changed'> {
  const journal = openJournalWorkspace(request.where, request.epochMs)
  const found = findDescribed(journal, request)
  const { language } = parseSnapshot(found.snapshot.text)
  const base = { language, matches: found.matches, warnings: [] }
  if (request.preview === true || found.matches.length === 0)
    return { ...base, preview: request.preview === true }
  const withheld = request.large === 'allow' ? undefined : tooMuch(found)
  if (withheld !== undefined) return { ...base, preview: false, withheld }
  const drafts = forgetDrafts(journal, found, describedBy(request.description, request.meaning))
  const written = await writeDrafts(journal, drafts, {
    command: 'forget',
    why: { why: 'forgotten' },
    lease: 'none',
  })
  if (written === 'nothing') return { ...base, preview: false }
  if (written.conflicts.length > 0) return 'changed'
  return { ...base, preview: false, run: written.run, warnings: written.outcome.warnings }
}

function tooMuch({ matches, outOf }: Found): string | undefined {
  if (matches.length <= Math.max(FREE, Math.floor(outOf * SHARE))) return undefined
  return say().work.journals.tooManyMatches(matches.length, outOf)
}

function findDescribed(journal: JournalWorkspace, { description, meaning }: ForgetRequest): Found {
  const matches = describedBy(description, meaning)
  const snapshot = lookAtSnapshot(journal)
  const lines = parseSnapshot(snapshot.text).items.filter(item => item.section !== 'dream' && !item.managed)
  const items = lines.filter(item => matches(item.text))
  let outOf = lines.length
  const journals = listJournals(journal.workspace).days.flatMap(({ name, day }) => {
    const read = readText(journal.workspace, journalFile(day))
    const all = readJournal(read.text, { file: journalFile(day), date: day })
    outOf += all.length
    const entries = all.filter(entry => entry.shape !== 'heading' && matches(entry.text))
    return entries.length === 0 ? [] : [{ read, name, entries }]
  })
  return {
    snapshot,
    items,
    journals,
    outOf,
    matches: [
      ...items.map(item => ({ source: journal.workspace.snapshot, text: item.text })),
      ...journals.flatMap(({ entries }) =>
        entries.map(entry => ({ source: `${entry.source.file}:${entry.source.line}`, text: entry.text })),
      ),
    ],
  }
}

function forgetDrafts(journal: JournalWorkspace, found: Found, matches: (text: string) => boolean): Draft[] {
  const { snapshot, items, journals } = found
  const text =
    items.length === 0
      ? snapshot.text
      : editSnapshot(
          parseSnapshot(snapshot.text),
          items.map(item => ({ kind: 'remove', item })),
        )
  const removed = look(journal, REMOVED)
  const seen = look(journal, SEEN)
  const tombstones = [...readRemoved(removed.text).entries, ...tombstonesOf(journal, found)]
  return [
    { file: removed, how: 'write', text: removedText(tombstones) },
    ...journals.map(
      ({ read, entries }): Draft => ({
        file: read,
        how: 'write',
        text: withoutEntries(read.text, entries),
        needs: [REMOVED],
      }),
    ),
    { file: snapshot, how: 'write', text, needs: [REMOVED] },
    ...(seen.hash === 'absent'
      ? []
      : [
          {
            file: seen,
            how: 'write' as const,
            text: seenText(readSeen(seen.text).filter(each => !matches(each.text))),
            needs: [REMOVED],
          },
        ]),
    ...countDrafts(journal, found, text),
  ]
}

/** Each thing once, however often it was said. */
function tombstonesOf(journal: JournalWorkspace, { items, journals }: Found): Removed[] {
  const stones = new Map<string, Removed>()
  const bury = (text: string, section: Exclude<Section, 'dream'>) => {
    const summary = withoutMarks(text)
    const hash = md5(summary).slice(0, 8)
    if (!stones.has(hash))
      stones.set(hash, {
        hash,
        summary,
        removedAt: momentWords(journal.now),
        by: 'user',
        section,
        reason: 'forgotten',
      })
  }
  for (const item of items) bury(item.text, item.section as Exclude<Section, 'dream'>)
  for (const { entries } of journals) for (const entry of entries) bury(entry.text, sectionFor(weigh(entry)))
  return [...stones.values()]
}

/** A journal that lost lines has not grown: the next review must not read it anew. */
function countDrafts(journal: JournalWorkspace, { journals }: Found, snapshot: string): Draft[] {
  const counts = readCounts(look(journal, COUNTS).text)
  if (counts === undefined) return []
  const marks = new Map(counts.journals)
  for (const { name, read, entries } of journals) {
    const known = marks.get(name)
    if (known === undefined || known.hash !== read.hash) continue
    const text = withoutEntries(read.text, entries)
    marks.set(name, markOfText(text, sha256(text), Buffer.byteLength(text)))
  }
  return [countsDraft(journal, { snapshot, journals: marks }, [REMOVED])]
}
