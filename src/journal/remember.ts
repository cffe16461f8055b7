import { storeContext, type Where, withState } from '../app/index.ts'
import type { Language } from '../languages/index.ts'
import { say } from '../languages/index.ts'
import { type Change, DreamError } from '../model/index.ts'
import type { ReadText } from '../sources/index.ts'
import { type Finished, finishAll } from '../store/index.ts'
import { type Captured, type CaptureKind, capture, captureKind, captureSection } from './capture.ts'
import type { Distilled } from './carry-out.ts'
import { countsDraft } from './count-files.ts'
import type { Entry } from './entry.ts'
import { ACTIVE_DAYS, COUNTS, journalFile, LEDGER, LEDGER_INDEX, REMOVED, STATE } from './journal-files.ts'
import {
  type Draft,
  type JournalWorkspace,
  look,
  lookAtSnapshot,
  md5,
  openJournalWorkspace,
  writeDrafts,
} from './journal-workspace.ts'
import { isUnsafe } from './junk.ts'
import { indexText, readLedger } from './ledger.ts'
import { fold } from './lines.ts'
import { readRemoved, removedText } from './removed.ts'
import { parseSnapshot } from './sections.ts'
import { type Meaning, withoutMarks } from './statement.ts'
import { readDays, readState, withDays } from './tick.ts'

export interface RememberReport {
  readonly language: Language
  readonly as: CaptureKind
  /** The section of `MEMORY.md` that has the new line; null where the journal alone was written. */
  readonly section: 'current' | 'stable' | 'relations' | null
  /** The line of `MEMORY.md` that says the same already. */
  readonly known: string | null
  /** The line whose place the new one took; the ledger keeps it. */
  readonly replaced: string | null
  /** Lines of `MEMORY.md` that come near: they say something else, and stay. */
  readonly near: readonly string[]
  readonly journal: string
  readonly run?: string
  readonly size: { readonly before: number; readonly after: number }
  readonly warnings: readonly string[]
}

export interface RememberRequest {
  readonly where: Where
  readonly text: string
  /** Overrides what the words look like. */
  readonly as?: CaptureKind
  readonly epochMs?: number
  readonly meaning?: Meaning | undefined
}

const TRIES = 5

/**
 * J4: at once, before any review. Takes only the commit lock, and goes on where somebody wrote in between. `earlier`:
 * runs that were cut off and that the caller has finished just now.
 */
export async function remember(
  request: RememberRequest,
  earlier: Finished['finished'] = [],
): Promise<RememberReport> {
  const text = fold(request.text)
  if (text === '') throw new DreamError(say().work.journals.sayWhatToRemember, 2)
  const finished = [...earlier, ...(await finishAll(storeContext(request.where))).finished]
  const carriedOn = captureThatWasCutOff(request, finished, text)
  if (carriedOn !== undefined) return carriedOn
  for (let attempt = 1; ; attempt++) {
    const journal = openJournalWorkspace(request.where, request.epochMs)
    const kind = request.as ?? captureKind(text, journal.now.day)
    const { drafts, report } = captureDrafts(journal, text, kind, request.meaning)
    const written = await writeDrafts(journal, drafts, {
      command: 'remember',
      why: { why: 'remembered' },
      lease: 'none',
    })
    if (written === 'nothing') return report
    if (written.conflicts.length === 0) {
      const warnings = [...report.warnings, ...written.outcome.warnings]
      return { ...report, run: written.run, warnings }
    }
    if (attempt === TRIES) throw new DreamError(say().work.journals.kept(written.conflicts.join(', ')), 1)
  }
}

/** Whoever says the same again because the first try was cut off means that one: it is at its end by now. */
function captureThatWasCutOff(
  { where, as, epochMs, meaning }: RememberRequest,
  finished: Finished['finished'],
  text: string,
): RememberReport | undefined {
  const journal = openJournalWorkspace(where, epochMs)
  const here = finished.filter(({ root }) => root === journal.workspace.root).flatMap(({ runs }) => runs)
  const earlier = here.find(({ changes }) => changes.some(change => hasAppended(journal, change, text)))
  if (earlier === undefined) return undefined
  const { report } = captureDrafts(journal, text, as ?? captureKind(text, journal.now.day), meaning)
  const warning = say().work.journals.finishedEarlier
  return { ...report, run: earlier.run, warnings: [...report.warnings, warning] }
}

/** Whether a change put a line with this text at the end of a journal. */
function hasAppended({ where, workspace }: JournalWorkspace, change: Change, text: string): boolean {
  const { file, from, to, result, reason } = change
  if (result !== 'done' || reason.why !== 'remembered' || to === null || !isJournal(file)) return false
  const stored = withState(where, workspace.root, ({ objects }) => objects.get(to.hash))
  if (stored?.state !== 'whole') return false
  const grown = stored.bytes.subarray(from?.size ?? 0).toString('utf8')
  return grown.endsWith(` — ${text}\n`)
}

const isJournal = (file: string): boolean => file === journalFile(file.slice(-'2026-02-27.md'.length, -3))

function captureDrafts(
  journals: JournalWorkspace,
  text: string,
  kind: CaptureKind,
  meaning: Meaning | undefined,
): { drafts: Draft[]; report: RememberReport } {
  const snapshot = lookAtSnapshot(journals)
  const journal = look(journals, journalFile(journals.now.day))
  const line = journalText(journal, journals, text)
  const entry: Entry = entryOf(journals, journal, text)
  const captured = capture(reviewInputOf(journals, snapshot, meaning), entry, isUnsafe(text) ? 'note' : kind)
  const { distilled } = captured
  const after = distilled?.snapshot ?? snapshot.text
  const isWritten = distilled !== undefined && distilled.over === undefined
  const needs = [snapshot.file, LEDGER]
  return {
    drafts: [
      { file: journal, how: 'append', text: line },
      ...(distilled === undefined ? recounted(journals) : snapshotDrafts(journals, snapshot, distilled)),
      ...activityDrafts(journals, [journals.now.day]).map(draft => ({ ...draft, needs })),
    ],
    report: {
      language: parseSnapshot(after).language,
      as: kind,
      section: isWritten ? sectionOf(captured, kind) : null,
      known: captured.known === undefined ? null : withoutMarks(captured.known.text),
      replaced: isWritten && captured.replaced !== undefined ? withoutMarks(captured.replaced.text) : null,
      near: captured.near.map(item => withoutMarks(item.text)),
      journal: journal.file,
      size: { before: snapshot.text.length, after: after.length },
      warnings: warningsFor(text, kind, distilled),
    },
  }
}

/** A line that takes the place of another stands where that stood. */
function sectionOf({ replaced }: Captured, kind: CaptureKind): RememberReport['section'] {
  const section = replaced?.section ?? captureSection(kind)
  return section === undefined || section === 'dream' ? null : section
}

function warningsFor(text: string, kind: CaptureKind, distilled: Distilled | undefined): string[] {
  return [
    ...(distilled?.over === undefined ? [] : [say().work.journals.overLimit(distilled.over.join('; '))]),
    ...(isUnsafe(text) && kind !== 'note' ? [say().work.journals.onlyJournal] : []),
  ]
}

/** An undo withdraws entries of the ledger, and puts back what was counted before: the next capture counts them anew. */
function recounted(journal: JournalWorkspace): Draft[] {
  return look(journal, COUNTS).hash === 'absent' ? [] : [countsDraft(journal, {}, [])]
}

/** The ledger, the snapshot and what is counted of them. */
export function snapshotDrafts(journal: JournalWorkspace, snapshot: ReadText, result: Distilled): Draft[] {
  const ledger = look(journal, LEDGER)
  const removed = look(journal, REMOVED)
  const active = readLedger(ledger.text + result.ledgerText).active
  const grown = result.ledgerText !== ''
  return [
    { file: ledger, how: 'append', text: result.ledgerText },
    ...(grown
      ? [
          {
            file: look(journal, LEDGER_INDEX),
            how: 'write' as const,
            text: indexText(active),
            needs: [LEDGER],
          },
        ]
      : []),
    { file: snapshot, how: 'write', text: result.snapshot, needs: [LEDGER] },
    ...(grown
      ? [{ file: removed, how: 'write' as const, text: removedText(result.removed), needs: [snapshot.file] }]
      : []),
    countsDraft(journal, { snapshot: result.snapshot, ledger: ledger.text + result.ledgerText }, [
      snapshot.file,
    ]),
  ]
}

/** J16: a capture makes its day an active one, and ends a hibernation. */
export function activityDrafts(journal: JournalWorkspace, days: readonly string[]): Draft[] {
  const known = look(journal, ACTIVE_DAYS)
  const state = look(journal, STATE)
  const all = withDays(readDays(known.text), days)
  const drafts: Draft[] = [{ file: known, how: 'write', text: `${JSON.stringify(all)}\n` }]
  return readState(state.text) === 'hibernating'
    ? [...drafts, { file: state, how: 'write', text: 'active\n' }]
    : drafts
}

/** `- 10:32 — text`, in a journal that begins with its day. */
export function journalText(journal: ReadText, { now }: JournalWorkspace, text: string): string {
  const line = `- ${now.time} — ${text}\n`
  if (journal.hash === 'absent') return `# ${now.day}\n\n${line}`
  return journal.text === '' || journal.text.endsWith('\n') ? line : `\n${line}`
}

export function entryOf({ now }: JournalWorkspace, journal: ReadText, text: string): Entry {
  const line = journal.text.split('\n').length
  const block = { start: line, end: line, share: 'whole' as const }
  return {
    text,
    source: { file: journal.file, line, block },
    date: now.day,
    time: now.time,
    headings: [],
    shape: 'item',
  }
}

export function reviewInputOf(journal: JournalWorkspace, snapshot: ReadText, meaning: Meaning | undefined) {
  return {
    now: journal.now,
    snapshot: snapshot.text,
    ledger: look(journal, LEDGER).text,
    removed: readRemoved(look(journal, REMOVED).text).entries,
    seen: [],
    entries: [],
    limits: journal.limits,
    boot: new Set<string>(),
    hash: md5,
    reemerge: 'ask' as const,
    ...(meaning !== undefined && { meaning }),
  }
}
