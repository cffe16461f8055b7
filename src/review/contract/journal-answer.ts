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
import {
  ALREADY,
  acceptedOf,
  hashOf,
  isClean,
  type Judged,
  judgeEach,
  keepOpen,
  type OpenBrief,
  openBrief,
  settledOf,
  worksIn,
} from './answer.ts'
import { type BriefRequest, faultIn, refusedWhole, type Submitted } from './brief.ts'
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
  const { brief, operations, giveUp = false } = (answer ?? {}) as Partial<Answer>
  const id = String(brief ?? '')
  const refuse = (why: string) =>
    refusedWhole('journal', id.slice(0, 100), language, why, journalParts(review).length)
  if (fault !== undefined || operations === undefined) return refuse(fault ?? '')
  const words = say().brief.stale
  const part = partNamed(review, id)
  const known = openBrief(request.where, review.root, id)
  const before = known?.stands === standsOf(review) ? known : undefined
  if (part.state === 'read' && before !== undefined) return closedBefore(review, before, operations, language)
  if (part.state !== 'waiting') return refuse(words[part.state])
  if (part.stands !== standsOf(review) && before === undefined) return refuse(words['summary-changed'])
  if (isOutOfTurn(review, part.spans)) return refuse(words['out-of-turn'])
  const looking = startLooking(review, part.spans, before, lossSoFar(request, review))
  const item = schema.properties!['operations']!.items!
  const judged = judgeEach(operations, item, before, (said: Said, was) => workOf(said, was, looking))
  return settle(request, { id, language, looking, judged, before, giveUp })
}

/** Asked again about a part that is closed: what was accepted stays so, and nothing is added. */
const closedBefore = (
  review: WaitingReview,
  { id, accepted }: OpenBrief,
  operations: readonly unknown[],
  language: string,
): Submitted => ({
  kind: 'journal',
  brief: id,
  language,
  state: 'closed',
  results: operations.map((one, at) =>
    accepted.includes(hashOf(one))
      ? { at, result: 'already' }
      : { at, result: 'refused', why: say().brief.stale.read },
  ),
  missing: [],
  parts: journalParts(review).length,
})

function startLooking(
  review: WaitingReview,
  spans: readonly Span[],
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

interface Work {
  readonly operation: Operation
  readonly near: readonly string[]
}

function workOf(said: Said, wasAccepted: boolean, looking: Looking): Work | string | typeof ALREADY {
  const refs = referencesOf(said, looking)
  if (typeof refs === 'string') return refs
  const operation = wasAccepted ? ALREADY : operationOf(said, refs, looking)
  if (typeof operation === 'string') return operation
  for (const { day } of refs.spans) looking.named.add(day)
  if (operation === ALREADY) return ALREADY
  const near = 'text' in operation ? looking.review.compare(operation.text ?? '').near : []
  return { operation, near: near.filter(id => !idsIn(said).includes(id)) }
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

/** What is to be done, or a sentence that says why it may not be done. */
function operationOf(said: Said, refs: References, looking: Looking): Operation | string | typeof ALREADY {
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

/** What an operation of each kind cannot do without. */
const NEEDS: Readonly<Record<Said['op'], readonly ('id' | 'ids' | 'section' | 'text' | 'sources')[]>> = {
  add: ['section', 'text', 'sources'],
  update: ['id', 'text'],
  merge: ['ids', 'text'],
  move: ['id', 'section'],
  archive: [],
  ignore: ['sources'],
}

function missingField(said: Said, sources: number): string | undefined {
  const { op, id, ids = [], text, lastMention } = said
  if (op === 'merge' && ids.length < 2) return 'ids (two or more)'
  if (op !== 'merge' && ids.length > 0) return 'id instead of ids'
  if (op === 'add' && id !== undefined) return 'no id'
  if (op === 'archive') {
    if (id === undefined && text === undefined) return 'id, or text and sources'
    if (sources > 0 || (id !== undefined && lastMention !== undefined)) return undefined
    return id === undefined ? 'sources' : 'sources or lastMention'
  }
  return NEEDS[op].find(field => (field === 'sources' ? sources === 0 : said[field] === undefined))
}

function carriedOut(said: Said, entries: readonly string[]): Operation {
  const { op, id, ids, section, category = 'finished', reason } = said
  const text = said.text!
  if (op === 'add') return { op, section: section!, entries, text, reason }
  if (op === 'update') return { op, item: id!, entries, text, reason, old: 'to-ledger' }
  if (op === 'merge') return { op, items: ids!, entries, text, reason }
  if (op === 'move') return { op, item: id!, section: section!, entries, reason }
  return { op: 'archive', ...(id === undefined ? { text } : { item: id }), entries, category, reason }
}

interface Ready {
  readonly id: string
  readonly language: string
  readonly looking: Looking
  readonly judged: readonly Judged<Work>[]
  readonly before: OpenBrief | undefined
  readonly giveUp: boolean
}

/** Writes what was accepted and says what became of each. */
async function settle(request: BriefRequest, ready: Ready): Promise<Submitted> {
  const { id, language, looking, judged, before, giveUp } = ready
  const { review, spans, entries, named, lost, loss } = looking
  const operations = worksIn(judged).map(({ operation }) => operation)
  const missing = [...new Set(spans.map(({ day }) => day))].filter(day => !named.has(day))
  const closes = giveUp || (isClean(judged) && missing.length === 0)
  const refuse = (why: string) => refusedWhole('journal', id, language, why, journalParts(review).length)
  let run: string | undefined
  if (closes || operations.length > 0) {
    const applied = await applySubmission(
      request.where,
      now =>
        standsOf(now) !== standsOf(review) || partNamed(now, id).state !== 'waiting'
          ? undefined
          : { operations, entries, read: closes ? spans : [] },
      request.epochMs,
    )
    if (applied.did === 'changed') return refuse(say().brief.stale['summary-changed'])
    if (applied.did === 'too-long')
      return refuse(say().brief.gate.noRoom(Math.max(0, review.limits.hard - review.size)))
    run = applied.did === 'applied' ? applied.run : undefined
  }
  const now = waitingReview(request.where, request.epochMs)
  const parts = journalParts(now).length
  const accepted = acceptedOf(judged, before)
  keepOpen(request.where, review.root, { id, stands: standsOf(now), accepted, named: [...named], lost })
  keepLoss(request, review, { ...loss, lost }, parts)
  return {
    kind: 'journal',
    brief: id,
    language,
    state: closes ? 'closed' : 'open',
    results: settledOf(judged, ({ operation, near }) => ({
      id: 'text' in operation ? now.compare(operation.text ?? '').same : undefined,
      near,
    })),
    missing: closes ? [] : missing,
    left: Math.max(0, now.limits.target - now.size),
    ...(run !== undefined && { run }),
    parts,
  }
}
