import { alternatives, daysBetween } from '../languages/index.ts'
import { cutAtWord } from '../text/index.ts'
import type { Entry } from './entry.ts'
import { junkIn } from './junk.ts'
import { apart, differ, isNear, nearness, sameNamedSubject, sameSubject } from './likeness.ts'
import type { JudgeInput, Operation } from './operation.ts'
import type { Item, Section } from './sections.ts'
import type { Seen } from './seen.ts'
import {
  type Meaning,
  type Statement,
  statementOf,
  subjectOfLine,
  withoutMarks,
  withoutSubject,
  writtenOn,
} from './statement.ts'
import { type Traits, traitsOf } from './traits.ts'
import { importantAs, sectionFor, weigh } from './weigh.ts'
import { type Around, aroundOf, ENOUGH, slotKey, type Worth, withoutSigns, worthOf } from './worth.ts'

export interface RulesInput {
  readonly judgeInput: JudgeInput
  readonly seen: readonly Seen[]
  /** Normalised lines of the agent's boot files. */
  readonly boot: ReadonlySet<string>
  readonly today: string
  readonly meaning?: Meaning | undefined
}

/** A line that is in the snapshot, or will be after this review. */
interface Slot {
  readonly id: string
  readonly item: Item | undefined
  statement: Statement
  /** Whose value it is and which: the same with another value, on a later day, takes its place. */
  key: string | undefined
  day: string | undefined
  operation: Operation | undefined
}

interface JudgeState {
  readonly rules: RulesInput
  readonly slots: Slot[]
  readonly seen: { readonly statement: Statement; readonly seen: Seen }[]
  /** Entries of this review that were said once so far. */
  readonly once: { readonly id: string; readonly entry: Entry; readonly statement: Statement }[]
  readonly operations: Operation[]
  readonly around: ReadonlyMap<Entry, Around>
}

/** J6 by rules alone: one operation for every entry, with its reason. */
export function judgeByRules(rules: RulesInput): Operation[] {
  const { judgeInput, meaning } = rules
  const slots = Array.from(judgeInput.items, ([id, item]): Slot => {
    const text = withoutMarks(item.text)
    return {
      id,
      item,
      statement: statementOf(item.text, meaning),
      key: slotKey(subjectOfLine(text), withoutSubject(text)),
      day: writtenOn(item.text),
      operation: undefined,
    }
  })
  const seen = rules.seen.map(each => ({ seen: each, statement: statementOf(each.text, meaning) }))
  const state: JudgeState = {
    rules,
    slots,
    seen,
    once: [],
    operations: [],
    around: aroundOf([...judgeInput.entries.values()]),
  }
  for (const [id, entry] of judgeInput.entries) judgeEntry(state, id, entry)
  archiveExpired(state)
  const ignored = state.once.map(({ id }) => ignore(id, 'said on one day only'))
  return [...state.operations, ...slots.flatMap(slot => slot.operation ?? []), ...ignored]
}

function ignore(id: string, reason: string): Operation {
  return { op: 'ignore', entries: [id], reason }
}

function judgeEntry(state: JudgeState, id: string, entry: Entry): void {
  const { rules, operations } = state
  const junk = junkIn(entry, rules.boot)
  if (junk !== undefined) {
    operations.push(ignore(id, junk))
    return
  }
  const traits = weigh(entry)
  const statement = statementOf(entry.text, rules.meaning)
  const worth = worthOf(entry, state.around.get(entry))
  if (takesPlace(state, id, entry, statement, worth)) return
  const slot = nearestSlot(state.slots, statement)
  const settled = slot === undefined ? undefined : settle(slot, id, entry, statement, traits, operations)
  if (settled === undefined) judgeNew(state, id, entry, statement, traits, worth)
}

/** The same thing of the same subject, said on a later day. */
function takesPlace(
  { slots }: JudgeState,
  id: string,
  entry: Entry,
  statement: Statement,
  worth: Worth,
): boolean {
  const key = slotKey(worth.subject, entry.text)
  const old = renamedFrom(entry.text)
  if ((key === undefined && old === undefined) || worth.is === 'passing') return false
  const slot = slots.find(
    each =>
      ((key !== undefined && each.key === key) || old?.test(each.statement.text) === true) &&
      each.item?.managed !== true &&
      each.operation?.op !== 'archive' &&
      each.statement.form !== statement.form &&
      each.day !== undefined &&
      each.day < entry.date,
  )
  if (slot === undefined) return false
  put(slot, id, lineFor(entry, traitsOf(entry.text, entry.date), worth.subject), statement, 'a newer value')
  slot.day = entry.date
  return true
}

const ONE_ARROW = /^[^→⇒]*?[`"']?([^\s`"'→⇒:：]{4,80})[`"']?(?: \([^)]*\))? ?(?:→|⇒|->) ?[^→⇒]+$/

/** `a.py → b.py`: what a line had to say of the old name is over. Only of a name that is no common word. */
function renamedFrom(text: string): RegExp | undefined {
  const old = ONE_ARROW.exec(text)?.[1]
  if (old === undefined || !/[\p{L}].*[/._]|[/._].*[\p{L}]/u.test(old)) return undefined
  const name = old.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:^|[^\\p{L}\\p{N}_.-])${name}(?![\\p{L}\\p{N}_/-]|\\.\\p{L})`, 'u')
}

/** The line that is about the same thing, the likest first. */
function nearestSlot(slots: readonly Slot[], statement: Statement): Slot | undefined {
  let best: { slot: Slot; score: number } | undefined
  for (const slot of slots) {
    if (slot.operation?.op === 'archive') continue
    if (!isNear(slot.statement, statement) && !sameSubject(slot.statement, statement)) continue
    if (differ(slot.statement, statement) === 'other') continue
    const near = nearness(slot.statement, statement)
    const score = Math.max(near.words, near.meaning) + (slot.statement.form === statement.form ? 1 : 0)
    if (best === undefined || score > best.score) best = { slot, score }
  }
  return best?.slot
}

/** What an entry means for a line about the same thing; nothing where it says something else of it. */
function settle(
  slot: Slot,
  id: string,
  entry: Entry,
  statement: Statement,
  { has }: Traits,
  operations: Operation[],
): 'settled' | undefined {
  const old = slot.statement
  const difference = differ(old, statement)
  const near = isNear(old, statement)
  const idle = has.has('past') || has.has('tentative')
  const isChange = has.has('change') || has.has('correction')
  const replaces = isChange || has.has('decision')
  const ends = has.has('completion') || (has.has('ending') && !replaces)
  const mayChange = slot.item?.managed !== true
  if (mayChange && ends && !idle && !isOver(old.text)) {
    archiveSlot(slot, id, has.has('completion') ? 'finished' : 'ended', operations)
    return 'settled'
  }
  const saysOtherwise =
    isChange && !idle && apart(old.subject, statement.subject) && sameSubject(old, statement)
  if (near && difference === 'none' && !saysOtherwise) {
    operations.push(ignore(id, 'already there'))
    return 'settled'
  }
  if (idle || !mayChange) return undefined
  const same = sameSubject(old, statement)
  // On one day much the same words with other numbers are a list.
  const changes = difference === 'value' ? replaces || (near && slot.day !== entry.date) : isChange
  if (!changes || !same) return undefined
  put(
    slot,
    id,
    lineFor(entry, traitsOf(entry.text, entry.date), worthOf(entry).subject),
    statement,
    has.has('correction') ? 'a correction' : 'newer',
  )
  return 'settled'
}

function isOver(text: string): boolean {
  const { has } = traitsOf(text, '2000-01-01')
  return has.has('completion')
}

function archiveSlot(slot: Slot, id: string, category: 'finished' | 'ended', operations: Operation[]): void {
  const before = slot.operation
  if (slot.item === undefined) {
    // It came and went between two reviews: it is worth the ledger, and no line.
    const entries = [...(before?.entries ?? []), id]
    slot.operation = { op: 'archive', entries, category, reason: `${category} the same night` }
    return
  }
  if (before !== undefined)
    operations.push({ op: 'ignore', entries: before.entries, reason: `${category} later` })
  slot.operation = {
    op: 'archive',
    item: slot.id,
    entries: [id],
    category,
    reason: `a journal says it is ${category === 'finished' ? 'done' : 'over'}`,
  }
}

function put(slot: Slot, id: string, text: string, statement: Statement, reason: string): void {
  const before = slot.operation
  const entries = [...(before?.entries ?? []), id]
  slot.statement = statement
  if (slot.item !== undefined)
    slot.operation = { op: 'update', item: slot.id, entries, text, reason, old: 'to-ledger' }
  else if (before?.op === 'add') slot.operation = { ...before, entries, text }
}

/** So clearly a lasting fact that a word of completion beside it changes nothing. */
const SURE = 3

/** What a cue of a decision, a deadline … adds to the worth of a line. */
const IMPORTANT = 2

function judgeNew(
  state: JudgeState,
  id: string,
  entry: Entry,
  statement: Statement,
  traits: Traits,
  { is, score, subject }: Worth,
): void {
  const { rules, operations } = state
  const cue = entry.speaker === 'assistant' || entry.shape === 'heading' ? undefined : importantAs(traits)
  const lasts = is === 'lasting' ? 'lasting fact' : undefined
  const important = cue !== undefined && score + IMPORTANT >= ENOUGH ? cue : lasts
  const weight = score + (cue === undefined ? 0 : IMPORTANT)
  const ends = traits.has.has('ending') && cue !== 'decision' && is !== 'lasting'
  const over = ends || (traits.has.has('completion') && (cue !== undefined || score < SURE))
  if (traits.due !== undefined && traits.due < rules.today && important === 'deadline') {
    operations.push(ignore(id, 'its day has passed'))
  } else if (
    cue !== undefined &&
    important !== undefined &&
    over &&
    is !== 'passing' &&
    !traits.has.has('change')
  ) {
    operations.push({ op: 'archive', entries: [id], category: important, reason: 'important, and finished' })
  } else if (important !== undefined && !over) {
    add(state, [id], entry, statement, traits, `important: a ${important}`, weight, subject)
  } else if (is === 'passing') operations.push(ignore(id, 'it passes'))
  else if (over || traits.has.has('tentative') || entry.shape === 'heading') {
    operations.push(
      ignore(id, over ? 'a finished state' : entry.shape === 'heading' ? 'a heading' : 'not settled yet'),
    )
  } else if (isThin(statement, traits)) operations.push(ignore(id, 'too little to be known again'))
  else judgeRecurrence(state, id, entry, statement, traits, subject)
}

/** "Stretching a bit" recurs, and says nothing: without a cue it takes three telling words. */
function isThin({ words, form }: Statement, { has }: Traits): boolean {
  return has.size === 0 && words.size < 3 && !/\p{Script=Han}/u.test(form)
}

/** The same thing said on another date, in whatever words. */
function judgeRecurrence(
  state: JudgeState,
  id: string,
  entry: Entry,
  statement: Statement,
  traits: Traits,
  subject: string | undefined,
): void {
  const says = (other: Statement) => {
    const difference = differ(other, statement)
    if (difference === 'none' && isNear(other, statement)) return true
    // Two things said of one undertaking that has a name: it is going on.
    return (difference === 'none' || difference === 'slot') && sameNamedSubject(other, statement)
  }
  const earlier = state.seen.find(
    ({ seen, statement: other }) => (seen.last !== entry.date || seen.days > 1) && says(other),
  )
  const repeatedAt = state.once.findIndex(other => other.entry.date !== entry.date && says(other.statement))
  if (earlier === undefined && repeatedAt === -1) {
    state.once.push({ id, entry, statement })
    return
  }
  const [also] = repeatedAt === -1 ? [] : state.once.splice(repeatedAt, 1)
  const first = earlier?.seen.first ?? also!.entry.date
  const days = 1 + (earlier?.seen.days ?? 0) + (also === undefined ? 0 : 1)
  add(
    state,
    [id, ...(also === undefined ? [] : [also.id])],
    entry,
    statement,
    traits,
    `said on ${days} dates since ${first}`,
    0,
    subject,
  )
}

function add(
  state: JudgeState,
  entries: readonly string[],
  entry: Entry,
  statement: Statement,
  traits: Traits,
  reason: string,
  weight: number,
  subject: string | undefined,
): void {
  const section: Exclude<Section, 'dream'> = sectionFor(traits)
  const text = lineFor(entry, traits, subject)
  state.slots.push({
    id: `new-${entries[0]}`,
    item: undefined,
    statement,
    key: slotKey(subject, entry.text),
    day: entry.date,
    operation: { op: 'add', section, entries, text, reason, weight },
  })
}

const LONGEST_LINE = 280

const LABEL = new RegExp(`^(?:${alternatives(({ cues }) => cues?.talk?.label)})[:：]\\s*`, 'i')

/** As the journal says it, behind its subject; a deadline in relative words gets its day. */
export function lineFor(entry: Entry, { due }: Traits, subject?: string): string {
  const said = cutAtWord(withoutSigns(entry.text.replace(LABEL, '')), LONGEST_LINE)
  const colon = /\p{Script=Han}/u.test(said) ? '：' : ': '
  const text = subject === undefined ? said : `**${subject}**${colon}${said}`
  return due === undefined || text.includes(due) ? text : `${text} [${due}]`
}

/** Lines of current state whose day has passed. */
function archiveExpired({ slots, rules }: JudgeState): void {
  for (const slot of slots) {
    if (slot.item?.section !== 'current' || slot.item.managed || slot.operation !== undefined) continue
    const written = writtenOn(slot.item.text)
    const { due } = traitsOf(withoutMarks(slot.item.text), written ?? rules.today)
    if (due === undefined || daysBetween(due, rules.today) < 1) continue
    slot.operation = {
      op: 'archive',
      item: slot.id,
      entries: [],
      category: 'expired',
      reason: `its day was ${due}`,
    }
  }
}
