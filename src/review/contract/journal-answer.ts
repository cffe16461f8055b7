import { sha256 } from '../../disk/index.ts'
import {
  applySubmission,
  type Entry,
  type Operation,
  type Span,
  type WaitingReview,
  waitingReview,
} from '../../journal/index.ts'
import { daysBetween, inLanguage, say } from '../../languages/index.ts'
import { ordinaryWords, quoted } from '../../text/index.ts'
import { type BriefRequest, refusedWhole, type Settled, type Submitted } from './brief.ts'
import { type Cited, type Surroundings, textFault } from './gate.ts'
import {
  isOutOfTurn,
  journalParts,
  journalSchema,
  LONGEST_TEXT,
  partNamed,
  standsOf,
} from './journal-brief.ts'
import { keepLoss, type Loss, lossSoFar, mostLost } from './journal-loss.ts'
import { keepOpen, type OpenBrief, openBrief } from './open-briefs.ts'
import { faultIn, type Schema } from './schema.ts'
import { linesOf, readReference, type SourceLine, titleOf } from './sources.ts'

/** An operation whose fields have the right types. */
interface Said {
  readonly op: 'add' | 'update' | 'merge' | 'move' | 'archive' | 'ignore'
  readonly id?: string
  readonly ids?: readonly string[]
  readonly section?: 'current' | 'stable' | 'relations'
  readonly text?: string
  readonly sources?: readonly string[]
  readonly lastMention?: string
  readonly category?: string
  readonly reason: string
}

interface Answer {
  readonly brief: string
  readonly operations: readonly unknown[]
  readonly giveUp?: boolean
}

/** Everything that the operations of one answer are looked at with, one after the other. */
interface Looking {
  readonly review: WaitingReview
  readonly spans: readonly Span[]
  readonly around: Surroundings
  readonly schema: Schema
  readonly days: Map<string, readonly SourceLine[]>
  readonly entries: Map<string, Entry>
  readonly used: Set<string>
  readonly named: Set<string>
  size: number
  lost: number
  readonly loss: Loss
  readonly most: number
}

/** Journals: valid operations are written as one run; a part is closed when nothing of it was refused and every day is named. */
export async function submitJournal(request: BriefRequest, answer: unknown): Promise<Submitted> {
  const review = waitingReview(request.where, request.epochMs)
  const language = request.language ?? review.language
  return inLanguage(language, () => submitTo(request, review, answer, language))
}

async function submitTo(
  request: BriefRequest,
  review: WaitingReview,
  answer: unknown,
  language: string,
): Promise<Submitted> {
  const schema = journalSchema()
  const fault = faultIn(answer, schema, '', ['operations'])
  const id = String((answer as Partial<Answer> | null)?.brief ?? '')
  const refuse = (why: string) =>
    refusedWhole('journal', id.slice(0, 100), language, why, journalParts(review).length)
  if (fault !== undefined) return refuse(fault)
  const { operations, giveUp = false } = answer as Answer
  const words = say().brief.stale
  const part = partNamed(review, id)
  const known = openBrief(request.where, review.root, id)
  const before = known?.stands === standsOf(review) ? known : undefined
  if (part.state !== 'waiting') {
    if (part.state === 'read' && before !== undefined)
      return alreadyClosed(request, review, id, operations, language)
    return refuse(words[part.state])
  }
  if (part.stands !== standsOf(review) && before === undefined) return refuse(words['summary-changed'])
  if (isOutOfTurn(review, part.spans)) return refuse(words['out-of-turn'])
  const looking = startLooking(review, part.spans, schema, before, lossSoFar(request, review))
  const judged = operations.map(one => judge(one, looking, before?.accepted ?? []))
  return settle(request, { id, language, looking, judged, before, giveUp })
}

function alreadyClosed(
  { where }: BriefRequest,
  review: WaitingReview,
  id: string,
  operations: readonly unknown[],
  language: string,
): Submitted {
  const accepted = new Set(openBrief(where, review.root, id)?.accepted)
  const words = say().brief.stale
  const results = operations.map(
    (one, at): Settled =>
      accepted.has(hashOf(one)) ? { at, result: 'already' } : { at, result: 'refused', why: words.read },
  )
  return {
    kind: 'journal',
    brief: id,
    language,
    state: 'closed',
    results,
    missing: [],
    parts: journalParts(review).length,
  }
}

function startLooking(
  review: WaitingReview,
  spans: readonly Span[],
  schema: Schema,
  before: OpenBrief | undefined,
  loss: Loss,
): Looking {
  const material = [...review.texts.map(({ text }) => text), ...review.items.map(({ text }) => text)].join(
    '\n',
  )
  const names = review.boot.flatMap(text => text.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}'-]{1,30}/gu) ?? [])
  return {
    review,
    spans,
    around: {
      material,
      ordinary: ordinaryWords(material),
      names,
      aliases: review.aliases,
      longest: LONGEST_TEXT,
    },
    schema: schema.properties!['operations']!.items!,
    days: new Map(),
    entries: new Map(),
    used: new Set(),
    named: new Set(before?.named),
    size: review.size,
    lost: loss.lost,
    loss,
    most: mostLost(loss, review),
  }
}

const hashOf = (said: unknown): string => sha256(JSON.stringify(said) ?? '').slice(0, 16)

type Judged =
  | { readonly result: 'already'; readonly hash: string; readonly text?: string }
  | { readonly result: 'refused'; readonly why: string }
  | {
      readonly result: 'accepted'
      readonly hash: string
      readonly operation: Operation
      readonly near: readonly string[]
    }

function judge(data: unknown, looking: Looking, accepted: readonly string[]): Judged {
  const hash = hashOf(data)
  const fault = faultIn(data, looking.schema)
  if (fault !== undefined) return { result: 'refused', why: fault }
  const said = data as Said
  const refs = referencesOf(said, looking)
  if (typeof refs === 'string') return { result: 'refused', why: refs }
  if (accepted.includes(hash)) {
    for (const { day } of refs.spans) looking.named.add(day)
    return { result: 'already', hash }
  }
  const judged = operationOf(said, refs, looking)
  if (typeof judged === 'string' && judged !== ALREADY) return { result: 'refused', why: judged }
  for (const { day } of refs.spans) looking.named.add(day)
  if (typeof judged === 'string') return { result: 'already', hash }
  const near = 'text' in judged && judged.text !== undefined ? looking.review.compare(judged.text).near : []
  return { result: 'accepted', hash, operation: judged, near: near.filter(id => !idsIn(said).includes(id)) }
}

const idsIn = ({ id, ids = [] }: Said): string[] => [...(id === undefined ? [] : [id]), ...ids]

interface References {
  readonly spans: readonly Span[]
  readonly cited: Cited
  /** Names of entries of the log, one for each reference. */
  readonly entries: readonly string[]
}

/** Lines that one operation may cite: a whole journal proves nothing. */
const MOST_CITED = 120

function referencesOf(said: Said, looking: Looking): References | string {
  const words = say().brief.gate
  const spans: Span[] = []
  const items: string[] = []
  for (const source of said.sources ?? []) {
    const item = looking.review.items.find(({ id }) => id === source.trim())
    if (item !== undefined) {
      items.push(item.text)
      continue
    }
    for (const { of, from, to } of readReference(source) ?? []) {
      const lines = linesOn(of, looking)
      if (lines === undefined) return words.noDay(quoted(source.slice(0, 80)))
      if (from === undefined && said.op !== 'ignore') return words.wholeDay(quoted(source.slice(0, 80)))
      const [first, last] = [from ?? 1, to ?? lines.length]
      if (first < 1 || last < first || last > lines.length)
        return words.noLine(quoted(source.slice(0, 80)), lines.length)
      spans.push({ day: of, from: first, to: last })
    }
    if (readReference(source) === undefined) return words.noReference(quoted(source.slice(0, 80)))
  }
  const count = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  if (said.op !== 'ignore' && count > MOST_CITED) return words.tooManyLines(MOST_CITED, count)
  return { spans, cited: citedBy(spans, items, looking), entries: spans.map(span => entryFor(span, looking)) }
}

function linesOn(day: string, { review, days }: Looking): readonly SourceLine[] | undefined {
  if (!days.has(day)) {
    const text = review.textOf(day)
    days.set(day, text === undefined ? [] : linesOf(text))
  }
  const lines = days.get(day)!
  return lines.length === 0 ? undefined : lines
}

/** The headings above a line and the title of its day count as cited. */
function citedBy(spans: readonly Span[], items: readonly string[], looking: Looking): Cited {
  const lines = spans.flatMap(({ day, from, to }) => linesOn(day, looking)!.slice(from - 1, to))
  const above = [...new Set(lines.flatMap(({ headings }) => headings))]
  const titles = spans.flatMap(({ day }) => titleOf(linesOn(day, looking)!))
  return {
    texts: [...lines.map(({ text }) => text), ...above, ...titles, ...items],
    own: [...lines.filter(({ by }) => by === 'own' || by === 'heading').map(({ text }) => text), ...items],
    days: [...new Set(spans.map(({ day }) => day))],
  }
}

/** How the log and the ledger name a source. */
function entryFor({ day, from, to }: Span, looking: Looking): string {
  const key = `${day}:${from}-${to}`
  const text = linesOn(day, looking)!
    .slice(from - 1, to)
    .map(({ text: line }) => line.trim())
    .filter(line => line !== '')
    .join(' ')
    .slice(0, LONGEST_TEXT)
  const source = {
    file: `memory/${day}.md`,
    line: from,
    block: { start: from, end: to, share: 'whole' as const },
  }
  looking.entries.set(key, { text, source, date: day, headings: [], shape: 'item' })
  return key
}

const OLD_DAYS = 14

/** It stands there: nothing is to be done. */
const ALREADY = 'already'

/** What is to be done, `ALREADY`, or a sentence that says why it may not be done. */
function operationOf(said: Said, refs: References, looking: Looking): Operation | string {
  const words = say().brief.gate
  const { review } = looking
  const { entries } = refs
  const { op, reason } = said
  const items = idsIn(said).map(id => review.items.find(item => item.id === id))
  const unknown = idsIn(said).find((_, at) => items[at] === undefined)
  if (unknown !== undefined) return words.noEntry(quoted(unknown.slice(0, 20)))
  const managed = items.find(item => item!.managed)
  if (managed !== undefined) return words.managed(managed.id)
  const twice = idsIn(said).find((id, at, all) => looking.used.has(id) || all.indexOf(id) !== at)
  if (twice !== undefined) return words.usedTwice(twice)
  if (op === 'ignore')
    return entries.length === 0 ? words.needs('ignore', 'sources') : { op, entries, reason }
  const texts = items.map(item => item!.text)
  const cited = { ...refs.cited, texts: [...refs.cited.texts, ...texts], own: [...refs.cited.own, ...texts] }
  const missing = missingField(said, entries.length)
  if (missing !== undefined) return words.needs(op, missing)
  const fault =
    said.text === undefined || op === 'move' ? undefined : textFault(said.text, cited, looking.around)
  if (fault !== undefined) return fault
  const grows = op === 'add' || op === 'update' || op === 'merge'
  const compared = grows ? review.compare(said.text!) : undefined
  if (compared?.forgotten) return words.forgotten
  if (op === 'add' && compared?.same !== undefined) return ALREADY
  const old = texts.reduce((sum, text) => sum + text.length, 0)
  const growth = op === 'move' ? 0 : (grows ? said.text!.length + 20 : 0) - old
  if (op !== 'move' && growth >= 0 && grows && looking.size + growth > review.limits.hard)
    return words.noRoom(Math.max(0, review.limits.hard - looking.size))
  if (growth < 0 && looking.lost - growth > looking.most) return words.tooMuch(Math.round(looking.most))
  if (op === 'archive' && said.id !== undefined && entries.length === 0) {
    const last = items[0]!.lastMention
    if (last === undefined || said.lastMention !== last) return words.lastMention(said.id, last ?? '?')
    if (daysBetween(last, review.now.day) < OLD_DAYS) return words.tooYoung(said.id, last, OLD_DAYS)
  }
  looking.size += growth
  looking.lost += Math.max(0, -growth)
  for (const id of idsIn(said)) looking.used.add(id)
  return carriedOut(said, entries)
}

const isEmpty = (list: readonly unknown[] | undefined): boolean => list === undefined || list.length === 0

/** The field that an operation of this kind cannot do without. */
function missingField(
  { op, id, ids, section, text, lastMention }: Said,
  sources: number,
): string | undefined {
  if (op === 'merge')
    return ids === undefined || ids.length < 2 ? 'ids (two or more)' : text === undefined ? 'text' : undefined
  if (!isEmpty(ids)) return 'id instead of ids'
  if (op === 'add')
    return section === undefined
      ? 'section'
      : text === undefined
        ? 'text'
        : sources === 0
          ? 'sources'
          : id === undefined
            ? undefined
            : 'no id'
  if (op === 'archive' && id === undefined)
    return text === undefined ? 'id, or text and sources' : sources === 0 ? 'sources' : undefined
  if (id === undefined) return 'id'
  if (op === 'update') return text === undefined ? 'text' : undefined
  if (op === 'move') return section === undefined ? 'section' : undefined
  return sources === 0 && lastMention === undefined ? 'sources or lastMention' : undefined
}

function carriedOut(
  { op, id, ids, section, text, category, reason }: Said,
  entries: readonly string[],
): Operation {
  switch (op) {
    case 'add':
      return { op, section: section!, entries, text: text!, reason }
    case 'update':
      return { op, item: id!, entries, text: text!, reason, old: 'to-ledger' }
    case 'merge':
      return { op, items: ids!, entries, text: text!, reason }
    case 'move':
      return { op, item: id!, section: section!, entries, reason }
    default:
      return {
        op: 'archive',
        ...(id !== undefined && { item: id }),
        entries,
        category: category ?? 'finished',
        reason,
        ...(id === undefined && text !== undefined && { text }),
      }
  }
}

interface Ready {
  readonly id: string
  readonly language: string
  readonly looking: Looking
  readonly judged: readonly Judged[]
  readonly before: OpenBrief | undefined
  readonly giveUp: boolean
}

/** Writes what was accepted and says what became of each. */
async function settle(request: BriefRequest, ready: Ready): Promise<Submitted> {
  const { id, language, looking, judged, before, giveUp } = ready
  const { review, spans } = looking
  const accepted = judged.flatMap(one => (one.result === 'accepted' ? [one] : []))
  const days = spans.map(({ day }) => day)
  const missing = [...new Set(days)].filter(day => !looking.named.has(day))
  const isClean = judged.every(({ result }) => result !== 'refused') && missing.length === 0
  const closes = isClean || giveUp
  const refuse = (why: string) => refusedWhole('journal', id, language, why, journalParts(review).length)
  let run: string | undefined
  if (closes || accepted.length > 0) {
    const applied = await applySubmission(
      request.where,
      now => {
        if (standsOf(now) !== standsOf(review) || partNamed(now, id).state !== 'waiting') return undefined
        return {
          operations: accepted.map(({ operation }) => operation),
          entries: looking.entries,
          read: closes ? spans : [],
        }
      },
      request.epochMs,
    )
    if (applied.did === 'changed') return refuse(say().brief.stale['summary-changed'])
    if (applied.did === 'too-long')
      return refuse(say().brief.gate.noRoom(Math.max(0, review.limits.hard - review.size)))
    run = applied.did === 'applied' ? applied.run : undefined
  }
  const now = waitingReview(request.where, request.epochMs)
  const hashes = judged.flatMap(one => (one.result === 'refused' ? [] : [one.hash]))
  keepOpen(request.where, review.root, {
    id,
    stands: standsOf(now),
    accepted: [...new Set([...(before?.accepted ?? []), ...hashes])],
    named: [...looking.named],
    lost: looking.lost,
  })
  keepLoss(request, review, { ...looking.loss, lost: looking.lost }, journalParts(now).length)
  return {
    kind: 'journal',
    brief: id,
    language,
    state: closes ? 'closed' : 'open',
    results: judged.map((one, at) => settled(one, at, now)),
    missing: closes ? [] : missing,
    left: Math.max(0, now.limits.target - now.size),
    ...(run !== undefined && { run }),
    parts: journalParts(now).length,
  }
}

function settled(one: Judged, at: number, now: WaitingReview): Settled {
  if (one.result === 'refused') return { at, result: 'refused', why: one.why }
  if (one.result === 'already') return { at, result: 'already' }
  const { operation, near } = one
  const text = 'text' in operation ? operation.text : undefined
  const id = text === undefined ? undefined : now.compare(text).same
  return { at, result: 'accepted', ...(id !== undefined && { id }), ...(near.length > 0 && { near }) }
}
