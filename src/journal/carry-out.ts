import { categoryWord, type Language, momentWords, writtenIn } from '../languages/index.ts'
import { cutAtWord } from '../text/index.ts'
import { type Leaving, makeRoom } from './budget.ts'
import { type Entry, sourceWords } from './entry.ts'
import { indexOf, type LedgerEntry, ledgerBlocks, ledgerLanguage, newId, readLedger } from './ledger.ts'
import type { JudgeInput, Operation, Verdict } from './operation.ts'
import type { Returning } from './re-emergence.ts'
import type { Removed } from './removed.ts'
import type { ReviewInput } from './review-input.ts'
import { type Edit, editSnapshot, type Item, type Section, type SnapshotFile } from './sections.ts'
import type { Seen } from './seen.ts'
import { seenAfter } from './seen-after.ts'
import { journalOfLine, RE_EMERGED, withoutMarks } from './statement.ts'

/** What became of an entry or a line, with the reason and where it was said. */
export interface Decision {
  readonly kind: 'updated' | 'added' | 'archived' | 're-emerged' | 'ignored'
  readonly text: string
  readonly reason: string
  /** `memory/2026-02-27.md:12`; for a line that left by itself the snapshot. */
  readonly source: string
}

export interface Distilled {
  readonly snapshot: string
  /** What to append to the ledger. */
  readonly ledgerText: string
  readonly archived: readonly LedgerEntry[]
  readonly removed: readonly Removed[]
  readonly seen: readonly Seen[]
  readonly decisions: readonly Decision[]
  readonly rejected: Verdict['rejected']
  /** Who judged in the end: a model whose answer was refused gives way to the rules. */
  readonly judge: 'rules' | 'model'
  /** Why nothing was done: too much would have left at once. */
  readonly refused?: string
  /** Why a model's answer did not count. */
  readonly modelRefused?: string
  /** What the user forgot and what was said again. */
  readonly waiting: readonly Removed[]
  /** Set where the limit could not be kept: the largest entries. */
  readonly over?: readonly string[]
  /** Then, where that would be enough: the owner's lines that would leave on a word. */
  readonly movable?: readonly string[]
}

export interface Judged {
  readonly input: ReviewInput
  readonly file: SnapshotFile
  readonly judgeInput: JudgeInput
  readonly verdict: Verdict & { readonly judge: 'rules' | 'model'; readonly modelRefused?: string }
  readonly back: readonly Returning[]
  /** Down to which size lines make room. */
  readonly aim: number
}

/** Everything that one review comes to, collected step by step. */
interface ReviewState {
  readonly input: ReviewInput
  /** The ledger's. */
  readonly language: Language
  readonly edits: Edit[]
  readonly archived: LedgerEntry[]
  readonly taken: Set<string>
  readonly removed: Removed[]
  readonly decisions: Decision[]
}

export const MAKES_ROOM = 'to make room'

/** What the judge said, made of edits, ledger entries and tombstones; then room for it. */
export function carryOut({ input, file, judgeInput, verdict, back, aim }: Judged): Distilled {
  const ledger = readLedger(input.ledger)
  const taken = new Set(ledger.entries.map(entry => entry.id))
  const state: ReviewState = {
    input,
    language: ledgerLanguage(input.ledger, file.language),
    edits: [],
    archived: [],
    taken,
    removed: [...input.removed],
    decisions: [],
  }
  for (const each of back) bringBack(state, each)
  for (const operation of verdict.accepted) perform(state, judgeInput, operation)
  const { limits, now, meaning } = input
  const kept = () => [...ledger.active, ...state.archived]
  const alsoWith = (leaving: readonly Leaving[]) => [
    ...state.edits,
    dreamEdit([
      ...kept(),
      ...leaving.map(each => draftOf(state, withoutMarks(each.item.text), each.category, '')),
    ]),
  ]
  for (const { item, category } of makeRoom(
    file,
    alsoWith,
    { hard: limits.hard, aim },
    now.day,
    meaning,
    input.owners,
  )) {
    const reason = category === 'merged' ? 'said twice' : MAKES_ROOM
    leave(state, item, category, reason, `${item.section} of the snapshot`)
  }
  const { rejected, judge: by, modelRefused } = verdict
  return {
    snapshot: editSnapshot(file, [...state.edits, dreamEdit(kept())]),
    ledgerText: ledgerBlocks(state.archived, input.ledger, state.language),
    archived: state.archived,
    removed: state.removed,
    seen: seenAfter(input, new Set(back.filter(each => each.how === 'asks').map(each => each.entry))),
    decisions: state.decisions,
    rejected,
    judge: by,
    ...(modelRefused !== undefined && { modelRefused }),
    waiting: [...new Set(back.filter(each => each.how === 'asks').map(each => each.removed))],
  }
}

function perform(state: ReviewState, judgeInput: JudgeInput, operation: Operation): void {
  const { edits, decisions, input } = state
  const entries = operation.entries.map(id => judgeInput.entries.get(id)!)
  const source = entries.map(entry => sourceWords(entry.source)).join(', ')
  const said = entries[0]?.text ?? ''
  if (operation.op === 'ignore') {
    for (const entry of entries)
      decisions.push({
        kind: 'ignored',
        text: entry.text,
        reason: operation.reason,
        source: sourceWords(entry.source),
      })
  } else if (operation.op === 'update') {
    const item = judgeInput.items.get(operation.item)!
    edits.push({ kind: 'replace', item, text: dated(operation.text, item.text, input.now.day, entries) })
    if (operation.old === 'to-ledger') archiveReplaced(state, item, operation.text)
    decisions.push({ kind: 'updated', text: operation.text, reason: operation.reason, source })
  } else if (operation.op === 'add') {
    edits.push({
      kind: 'add',
      section: operation.section,
      text: dated(operation.text, '', input.now.day, entries),
    })
    decisions.push({ kind: 'added', text: operation.text, reason: operation.reason, source })
  } else if (operation.op === 'merge') {
    const [first, ...others] = operation.items.map(id => judgeInput.items.get(id)!) as [Item, ...Item[]]
    edits.push({
      kind: 'replace',
      item: first,
      text: dated(operation.text, first.text, input.now.day, entries),
    })
    if (withoutMarks(first.text) !== operation.text) archiveReplaced(state, first, operation.text)
    for (const item of others) leave(state, item, 'merged', operation.reason, source)
    decisions.push({ kind: 'updated', text: operation.text, reason: operation.reason, source })
  } else if (operation.op === 'move') {
    const item = judgeInput.items.get(operation.item)!
    edits.push({ kind: 'remove', item }, { kind: 'add', section: operation.section, text: item.text })
    decisions.push({ kind: 'updated', text: item.text, reason: operation.reason, source })
  } else if (operation.item !== undefined) {
    leave(state, judgeInput.items.get(operation.item)!, operation.category, operation.reason, source)
  } else {
    const text = operation.text ?? said
    archive(state, text, operation.category, firstSeen(state, entries[0]?.source.file))
    decisions.push({ kind: 'archived', text, reason: operation.reason, source })
  }
}

/** The text with the newest journal that says it, else the day it was written; a line that returned once keeps its mark. */
function dated(text: string, before: string, day: string, entries: readonly Entry[]): string {
  const mark = before.includes(RE_EMERGED) ? ` ${RE_EMERGED}` : ''
  const journal = entries
    .map(({ source }) => source.file)
    .sort()
    .at(-1)
  return `${withoutMarks(text)}${mark} (${journal ?? journalOfLine(before) ?? day})`
}

/** Out of the snapshot: into the ledger, and among what would be known again. */
function leave(state: ReviewState, item: Item, category: string, reason: string, source: string): void {
  const { input, edits, removed, decisions } = state
  const text = withoutMarks(item.text)
  edits.push({ kind: 'remove', item })
  archive(state, text, category, firstSeen(state, journalOfLine(item.text)))
  removed.push({
    hash: input.hash(text).slice(0, 8),
    summary: text,
    removedAt: momentWords(input.now),
    by: 'dream',
    section: item.section as Exclude<Section, 'dream'>,
    reason: category,
  })
  decisions.push({ kind: 'archived', text, reason, source: source === '' ? 'MEMORY.md' : source })
}

/** The journal in which it stood first; of a line that names none, the summary file. */
function firstSeen({ language }: ReviewState, journal: string | undefined, successor?: string): string {
  if (journal !== undefined) return writtenIn(language).ledgerSource(journal, successor)
  return successor === undefined ? 'MEMORY.md' : writtenIn(language).ledgerSource('MEMORY.md', successor)
}

/** A line that another takes the place of, with the id of that one: the digest of its text. */
function archiveReplaced(state: ReviewState, item: Item, text: string): void {
  const successor = state.input.hash(withoutMarks(text)).slice(0, 8)
  archive(state, withoutMarks(item.text), 'replaced', firstSeen(state, journalOfLine(item.text), successor))
}

function archive(state: ReviewState, content: string, category: string, source: string): void {
  const entry = draftOf(state, content, category, source)
  state.taken.add(entry.id)
  state.archived.push(entry)
}

/** How a thing would stand in the ledger. */
function draftOf(
  { input, taken, language }: ReviewState,
  content: string,
  category: string,
  source: string,
): LedgerEntry {
  const at = momentWords(input.now)
  const id = newId(input.hash(`${content}\n${at}`), taken)
  return { id, at, category: categoryWord(category, language), content, source }
}

function bringBack(state: ReviewState, { entry, removed, how, section }: Returning): void {
  const { input, edits, decisions } = state
  const at = state.removed.findIndex(
    each => each.hash === removed.hash && each.removedAt === removed.removedAt,
  )
  const source = sourceWords(entry.source)
  if (how === 'again') {
    decisions.push({ kind: 'ignored', text: entry.text, reason: 'already there', source })
    return
  }
  if (how === 'asks') {
    if (at !== -1) state.removed[at] = { ...removed, asked: input.now.day }
    decisions.push({
      kind: 'ignored',
      text: entry.text,
      reason: 'the user forgot it: it waits for a word',
      source,
    })
    return
  }
  if (at !== -1) state.removed[at] = { ...removed, returned: input.now.day }
  edits.push({
    kind: 'add',
    section,
    text: `${withoutMarks(removed.summary)} ${RE_EMERGED} (${entry.source.file})`,
  })
  archive(state, removed.summary, 're-emergence', firstSeen(state, entry.source.file))
  decisions.push({
    kind: 're-emerged',
    text: removed.summary,
    reason: `removed on ${removed.removedAt.slice(0, 10)}`,
    source,
  })
}

const IN_SNAPSHOT = 5

function dreamEdit(active: readonly LedgerEntry[]): Edit {
  const lines = indexOf(active.slice(-IN_SNAPSHOT)).map(
    each => `[${each.id}] ${each.time.slice(0, 10)} [${each.category}] ${cutAtWord(each.summary, 80)}`,
  )
  return { kind: 'dream', lines }
}
