import { storeContext, type Where } from '../app/index.ts'
import { sha256 } from '../disk/index.ts'
import { type Language, languageOf, type Moment } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { readBootFiles, readText } from '../sources/index.ts'
import { type Lease, withLease } from '../store/index.ts'
import { carryOut, type Distilled } from './carry-out.ts'
import type { Entry } from './entry.ts'
import { journalFile } from './journal-files.ts'
import { type JournalWorkspace, openJournalWorkspace, writeDrafts } from './journal-workspace.ts'
import { judgeByRules } from './judge.ts'
import { ledgerLanguage } from './ledger.ts'
import { differ, isNear, sameNamedSubject } from './likeness.ts'
import type { Limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { returning } from './re-emergence.ts'
import { type Reviewing, readForReview, reviewDrafts } from './review-files.ts'
import type { ReviewInput } from './review-input.ts'
import { type Item, parseSnapshot, type Section, type SnapshotFile } from './sections.ts'
import { type Statement, statementOf, withoutMarks, writtenOn } from './statement.ts'
import { markOfText, type WaitingText } from './waiting-journals.ts'

/** A line of the summary file, by a name that holds as long as its text does. */
export interface NamedItem {
  readonly id: string
  readonly section: Exclude<Section, 'dream'>
  /** Without the marks that Dream puts behind it. */
  readonly text: string
  readonly managed: boolean
  /** The last day on which it was written or a journal spoke of it; nothing where nobody knows. */
  readonly lastMention?: string
}

/** Everything that whoever judges the waiting journals has to know. Nothing is written for it. */
export interface WaitingReview {
  readonly root: string
  readonly language: Language
  readonly now: Moment
  readonly limits: Limits
  readonly size: number
  readonly items: readonly NamedItem[]
  /** What the summary file holds outside its sections: its owner's, and never changed. */
  readonly other: string
  readonly texts: readonly WaitingText[]
  /** Names of the files that it was made from, with their hashes. */
  readonly made: readonly { readonly file: string; readonly hash: string }[]
  /** Texts that the agent knows anyway: its names and its owner's. */
  readonly boot: readonly string[]
  readonly aliases: readonly (readonly string[])[]
  /** A journal as it is now, waiting or not; nothing where there is none of that day. */
  textOf(day: string): string | undefined
  /** The line that says the same, lines that come near, and whether the user had it forgotten. */
  compare(text: string): {
    readonly same?: string
    readonly near: readonly string[]
    readonly forgotten: boolean
  }
  /** What the rules would do with the entries of these lines. */
  byRules(spans: readonly Span[]): readonly Operation[]
  readonly entriesIn: (spans: readonly Span[]) => readonly Entry[]
}

/** Lines of a day, from 1; both ends belong to it. */
export interface Span {
  readonly day: string
  readonly from: number
  readonly to: number
}

export function waitingReview(where: Where, epochMs?: number): WaitingReview {
  const journal = openJournalWorkspace(where, epochMs)
  return reviewOf(journal, readForReview(journal, {}))
}

function reviewOf(journal: JournalWorkspace, read: Reviewing): WaitingReview {
  const { input, waiting, snapshot, ledger } = read
  const file = parseSnapshot(snapshot.text, ledgerLanguage(ledger.text, languageOfTexts(waiting.texts)))
  const items = file.items.filter(item => item.section !== 'dream')
  const ids = idsOf(items)
  const statements = items.map(item => statementOf(item.text))
  const forgotten = input.removed
    .filter(({ by, returned }) => by === 'user' && returned === undefined)
    .map(({ summary }) => statementOf(summary))
  const entriesIn = (spans: readonly Span[]) => waiting.entries.filter(entry => isIn(entry, spans))
  return {
    root: journal.workspace.root,
    // A file without entries says nothing about its language: its sections may have been made in any.
    language: items.length === 0 ? languageOfTexts(waiting.texts) : file.language,
    now: journal.now,
    limits: journal.limits,
    size: snapshot.text.length,
    items: items.map((item, at) => namedItem(item, ids[at]!, statements[at]!, read)),
    other: outsideSections(file),
    texts: waiting.texts,
    made: [
      { file: snapshot.file, hash: snapshot.hash },
      { file: ledger.file, hash: ledger.hash },
    ],
    boot: readBootFiles(journal.workspace),
    aliases: journal.settings.journal.aliases,
    textOf: day => textOf(journal, day),
    compare(text) {
      const said = statementOf(text)
      const like = (other: Statement) => isNear(other, said)
      const same = statements.findIndex(other => other.form === said.form)
      const near = statements.flatMap((other, at) => (at !== same && like(other) ? [ids[at]!] : []))
      return {
        ...(same !== -1 && { same: ids[same]! }),
        near,
        forgotten:
          input.reemerge === 'ask' && forgotten.some(other => like(other) && differ(other, said) === 'none'),
      }
    },
    byRules(spans) {
      const judgeInput = {
        entries: new Map(entriesIn(spans).map((entry, at) => [`e${at}`, entry])),
        items: new Map(items.map((item, at) => [ids[at]!, item])),
      }
      const { seen, boot, meaning, now } = input
      return judgeByRules({ judgeInput, seen, boot, meaning, today: now.day })
    },
    entriesIn,
  }
}

function outsideSections({ lines, places }: SnapshotFile): string {
  const inside = [...places.values()]
  const kept = lines.filter((_, at) => !inside.some(({ start, end }) => at >= start && at < end))
  return kept
    .map(({ text }) => text)
    .join('\n')
    .trim()
}

const languageOfTexts = (texts: readonly WaitingText[]): Language =>
  languageOf(texts.map(({ text }) => text.slice(0, 2000)).join('\n'))

const isIn = ({ date, source: { line } }: Entry, spans: readonly Span[]): boolean =>
  spans.some(({ day, from, to }) => day === date && line >= from && line <= to)

function textOf({ workspace }: JournalWorkspace, day: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  try {
    const { text, hash } = readText(workspace, journalFile(day))
    return hash === 'absent' ? undefined : text
  } catch (error) {
    if (error instanceof DreamError) return undefined
    throw error
  }
}

const SHORTEST_ID = 4

/** Made of the text alone, so that a line keeps its name while others come and go. */
function idsOf(items: readonly Item[]): string[] {
  const taken = new Set<string>()
  return items.map((item, at) => {
    const hash = sha256(withoutMarks(item.text))
    let length = SHORTEST_ID
    while (taken.has(`m${hash.slice(0, length)}`) && length < hash.length) length++
    const id = length < hash.length ? `m${hash.slice(0, length)}` : `m${hash.slice(0, 8)}-${at}`
    taken.add(id)
    return id
  })
}

function namedItem(item: Item, id: string, statement: Statement, read: Reviewing): NamedItem {
  const said = ({ text }: { readonly text: string }) => {
    const other = statementOf(text)
    return isNear(other, statement) || sameNamedSubject(other, statement)
  }
  const shares = sharesWord(statement)
  const { seen, entries } = read.input
  const days = [
    writtenOn(item.text),
    ...seen.filter(each => shares(each.text) && said(each)).map(({ last }) => last),
    ...entries.filter(each => shares(each.text) && said(each)).map(({ date }) => date),
  ]
  const last = days
    .filter(day => day !== undefined)
    .sort()
    .at(-1)
  return {
    id,
    section: item.section as NamedItem['section'],
    text: withoutMarks(item.text),
    managed: item.managed,
    ...(last !== undefined && { lastMention: last }),
  }
}

/** Cheap to ask of years of journals: two texts about one thing share a telling word. */
function sharesWord({ subject }: Statement): (text: string) => boolean {
  const words = [...subject].filter(word => word.length > 1)
  return text => {
    const lower = text.toLowerCase()
    return words.some(word => lower.includes(word))
  }
}

/** A valid answer: what is done to the summary file, and how far the journals are read then. */
export interface Submission {
  readonly operations: readonly Operation[]
  /** By the names that the operations use. */
  readonly entries: ReadonlyMap<string, Entry>
  /** The lines that are read now, where nothing of them is left to ask. */
  readonly read: readonly Span[]
}

export type Applied =
  | { readonly did: 'applied'; readonly run?: string; readonly before: number; readonly after: number }
  | { readonly did: 'changed' | 'too-long' }

/**
 * One run: the same files, limits and log as a review. `prepare` sees what is there now, in the moment of writing, and
 * says what is to be done, or that nothing is.
 */
export async function applySubmission(
  where: Where,
  prepare: (now: WaitingReview) => Submission | undefined,
  epochMs?: number,
): Promise<Applied> {
  const journal = openJournalWorkspace(where, epochMs)
  return withLease(storeContext(where), journal.workspace.root, 'submit', async lease => {
    const read = readForReview(journal, {})
    const submission = prepare(reviewOf(journal, read))
    return submission === undefined ? { did: 'changed' } : write(journal, read, submission, lease)
  })
}

async function write(
  journal: JournalWorkspace,
  read: Reviewing,
  { operations, entries, read: spans }: Submission,
  lease: Lease,
): Promise<Applied> {
  const input = { ...read.input, entries: read.waiting.entries.filter(entry => isIn(entry, spans)) }
  const file = parseSnapshot(input.snapshot, ledgerLanguage(input.ledger, 'en'))
  const items = file.items.filter(item => item.section !== 'dream')
  const ids = idsOf(items)
  const said = operations.flatMap(each => ('text' in each && each.text ? [statementOf(each.text)] : []))
  // What the answer says itself comes back by that, and not a second time by its old words.
  const back = returning(input, file).filter(
    ({ removed }) => !said.some(other => isNear(other, statementOf(removed.summary))),
  )
  const result = keptShort(
    carryOut({
      input,
      file,
      judgeInput: { entries, items: new Map(items.map((item, at) => [ids[at]!, item])) },
      verdict: { accepted: operations, rejected: [], judge: 'model' },
      back: input.snapshot.length > input.limits.hard ? [] : back,
      aim: input.limits.hard,
    }),
    input,
    operations,
  )
  if (result === 'too-long') return { did: 'too-long' }
  const marks = new Map([...(read.counts?.journals ?? []), ...marksOf(read, spans)])
  const days = [...new Set(spans.map(({ day }) => day))]
  const drafts = reviewDrafts(journal, { ...read, input, waiting: { ...read.waiting, marks, days } }, result)
  const why = { why: 'reviewed' }
  const written = await writeDrafts(journal, drafts, { command: 'submit', why, lease })
  if (written !== 'nothing' && written.conflicts.length > 0) return { did: 'changed' }
  const [before, after] = [input.snapshot.length, result.snapshot.length]
  return { did: 'applied', ...(written !== 'nothing' && { run: written.run }), before, after }
}

/** A file that its owner made too long may only become shorter, or stay as it is. */
function keptShort(
  result: Distilled,
  { snapshot, limits }: ReviewInput,
  operations: readonly Operation[],
): Distilled | 'too-long' {
  const { length } = result.snapshot
  if (length <= limits.hard || length < snapshot.length) return result
  return operations.every(({ op }) => op === 'ignore') ? { ...result, snapshot } : 'too-long'
}

/** How far each journal is read; of one that goes on in another part, as far as this one went. */
function marksOf({ waiting }: Reviewing, spans: readonly Span[]) {
  return spans.flatMap(({ day, to }) => {
    const name = `${day}.md`
    const whole = waiting.marks.get(name)
    const text = waiting.texts.find(each => each.day === day)?.text
    if (whole === undefined || text === undefined) return []
    const head = `${text.split('\n').slice(0, to).join('\n')}\n`
    if (head.length >= text.length) return [[name, whole] as const]
    const bytes = Buffer.from(head)
    return [[name, markOfText(head, sha256(bytes), bytes.length)] as const]
  })
}
