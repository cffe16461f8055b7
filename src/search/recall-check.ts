import { sentenceValues } from '../text/index.ts'
import { documentInfoOf, fieldsOf, indexOf } from './collection.ts'
import type { RecallDocument } from './engine.ts'
import { type Counted, countTerms, havingOf, queryTerms, rarity, Terms } from './keywords.ts'
import { bestLine } from './passage.ts'
import { rank } from './rank.ts'
import type { RecallIndex } from './recall-index.ts'
import { evenly, type GateQuestion, type QuestionKind, questionsFrom } from './recall-questions.ts'
import { termsOf } from './terms.ts'

export interface GateRequest {
  /** The store as it is, and as it would be. */
  readonly before: readonly RecallDocument[]
  readonly after: readonly RecallDocument[]
  /** Who takes over what a document said, by ids: the one that a duplicate gives way to. */
  readonly replacements?: ReadonlyMap<string, string>
  /** Documents that are meant to be found no more, because what they say no longer holds: not asked for themselves. */
  readonly outdated?: ReadonlySet<string>
  /** What was searched for before, newest first. */
  readonly searches?: readonly string[]
  /** At most so many questions; drawn evenly, always the same. */
  readonly most?: number
  /** An answer counts when it is among so many. */
  readonly within?: number
}

interface LostQuestion {
  readonly kind: QuestionKind
  readonly query: string
  /** What answered it before, by id. */
  readonly answer: string
  /** The documents that are gone or changed and that answered it, by id. */
  readonly blame: readonly string[]
}

/** What the gate found: nothing lost, or what. */
export interface GateVerdict {
  readonly outcome: 'nothing-changes' | 'kept' | 'lost'
  readonly asked: number
  /** How many questions were answered; the share is of those that were asked. */
  readonly before: HitRate
  readonly after: HitRate
  readonly lost: readonly LostQuestion[]
  /** Documents by the number of questions that are lost with them, the worst first. */
  readonly blamed: readonly { readonly id: string; readonly questions: number }[]
}

interface HitRate {
  readonly found: number
  readonly share: number
}

const MOST_QUESTIONS = 300
const WITHIN = 5
/** What holds so much of a sentence says it. */
const HOLDS_SENTENCE = 0.8
/** What holds so much of a whole document has taken it over. */
const HOLDS_DOCUMENT = 0.9

/**
 * The recall gate: questions made from the store itself are asked of the store as it is and as a plan would leave it. Only
 * questions near what changes are asked; the answer is the same for the same stores.
 */
export function recallGate(request: GateRequest, before: CountedBefore = nothingCounted()): GateVerdict {
  const changed = changedDocuments(request)
  if (changed.touched.size === 0 && changed.added.size === 0) return nothing()
  if (!hasQuestions(request, changed)) return { ...nothing(), outcome: 'kept' }
  const stores = twoStores(request, before)
  const questions = questionsNear(request, changed, stores)
  const results = questions.map(question => ask(question, request, changed, stores))
  const counted = results.filter(result => result.before !== undefined)
  const lost = counted.flatMap(({ question, before, kept, blame }): LostQuestion[] =>
    kept ? [] : [{ kind: question.kind, query: question.query, answer: before!, blame }],
  )
  const rate = (found: number): HitRate => ({
    found,
    share: questions.length === 0 ? 1 : found / questions.length,
  })
  return {
    outcome: lost.length === 0 ? 'kept' : 'lost',
    asked: questions.length,
    before: rate(counted.length),
    after: rate(counted.length - lost.length),
    lost,
    blamed: blamedOf(lost),
  }
}

/** Where all that goes is meant to be found no more, no store has to be made to ask. */
function hasQuestions({ outdated, searches = [] }: GateRequest, { touched, added }: Changed): boolean {
  return added.size > 0 || searches.length > 0 || [...touched].some(id => !outdated?.has(id))
}

function nothing(): GateVerdict {
  const rate = { found: 0, share: 1 }
  return { outcome: 'nothing-changes', asked: 0, before: rate, after: rate, lost: [], blamed: [] }
}

interface Changed {
  /** Gone, or with another text. */
  readonly touched: ReadonlySet<string>
  /** New, or with another text. */
  readonly added: ReadonlySet<string>
}

function changedDocuments({ before, after }: GateRequest): Changed {
  const old = new Map(before.map(document => [document.id, document]))
  const next = new Map(after.map(document => [document.id, document]))
  const differs = (a: RecallDocument, b: RecallDocument | undefined) =>
    b === undefined || a.text !== b.text || a.title !== b.title || a.description !== b.description
  return {
    touched: new Set(before.filter(one => differs(one, next.get(one.id))).map(one => one.id)),
    added: new Set(after.filter(one => differs(one, old.get(one.id))).map(one => one.id)),
  }
}

interface Stores {
  readonly before: RecallIndex
  readonly after: RecallIndex
}

/** The words of documents that were counted for one store, for the next that holds them too. */
export interface CountedBefore {
  readonly terms: Terms
  readonly counted: WeakMap<RecallDocument, Counted>
}

export const nothingCounted = (): CountedBefore => ({ terms: new Terms(), counted: new WeakMap() })

/** What is the same in both is counted once. */
function twoStores({ before, after }: GateRequest, { terms, counted }: CountedBefore): Stores {
  const old = new Map(before.map(document => [document.id, document]))
  const countedOf = (document: RecallDocument): Counted => {
    let found = counted.get(document)
    if (found === undefined) {
      const same = old.get(document.id)
      const isSame = same !== undefined && same.text === document.text && sameHead(same, document)
      found = (isSame ? counted.get(same) : undefined) ?? countTerms(fieldsOf(document), terms)
      counted.set(document, found)
    }
    return found
  }
  const index = (documents: readonly RecallDocument[]): RecallIndex =>
    indexOf(documents.map(documentInfoOf), terms, documents.map(countedOf), undefined)
  return { before: index(before), after: index(after) }
}

const sameHead = (a: RecallDocument, b: RecallDocument): boolean =>
  a.title === b.title && a.description === b.description && a.file === b.file

/** From what leaves or changes; from what might be pushed aside by something new; from searches that led there. */
function questionsNear(request: GateRequest, { touched, added }: Changed, stores: Stores): GateQuestion[] {
  const { before, after, outdated = new Set<string>(), searches = [], most = MOST_QUESTIONS } = request
  const own = before.filter(({ id }) => touched.has(id) && !outdated.has(id)).flatMap(questionsFrom)
  const fresh = evenly(
    after.filter(({ id }) => added.has(id)),
    most,
  )
  const aside = new Set(
    fresh.flatMap(({ title, description }) =>
      rank(stores.before, { query: `${title} ${description}`, most: 3 }).map(({ at }) => at),
    ),
  )
  const beside = [...aside]
    .map(at => before[at]!)
    .filter(({ id }) => !touched.has(id))
    .flatMap(one => questionsFrom(one).slice(0, 2))
  const asked = [...new Set(searches)].flatMap(query => searchesFor(query, request, touched, stores))
  const share = Math.ceil(most / 3)
  const [past, near] = [evenly(asked, share), evenly(beside, share)]
  return [...evenly(own, most - past.length - near.length), ...near, ...past]
}

/** A search of the past, for what answers it first; and for each note that answers it too, and that leaves or changes. */
function searchesFor(
  query: string,
  { before, outdated, within = WITHIN }: GateRequest,
  touched: ReadonlySet<string>,
  stores: Stores,
): GateQuestion[] {
  const found = rank(stores.before, { query, most: within }).map(({ at }) => before[at]!)
  const going = found.filter(({ id }, place) => place > 0 && touched.has(id) && outdated?.has(id) !== true)
  return [undefined, ...going].map(from => ({ kind: 'search', query, from }))
}

interface Asked {
  readonly question: GateQuestion
  /** What answered it before; nothing where it had no answer, and then it can lose none. */
  readonly before: string | undefined
  readonly kept: boolean
  readonly blame: readonly string[]
}

function ask(question: GateQuestion, request: GateRequest, changed: Changed, stores: Stores): Asked {
  const within = request.within ?? WITHIN
  const ranked = rank(stores.before, { query: question.query, most: within })
  const found = ranked.map(({ at }) => request.before[at]!)
  const meant = question.from ?? found[0]
  const answered = found.find(one => one.id === meant?.id || one.text === meant?.text)
  if (answered === undefined || meant === undefined || isOutdatedAnswer(question, meant, request))
    return { question, before: undefined, kept: true, blame: [] }
  const now = rank(stores.after, { query: question.query, most: within }).map(({ at }) => request.after[at]!)
  const kept = now.some(one => answers(one, question, meant, request, stores.before))
  return { question, before: meant.id, kept, blame: kept ? [] : blameFor([meant, answered], now, changed) }
}

/** Those that answered and are gone or changed; where none is, what is new and pushed the answer aside. */
function blameFor(
  answered: readonly RecallDocument[],
  now: readonly RecallDocument[],
  { touched, added }: Changed,
): string[] {
  const gone = answered.map(({ id }) => id).filter(id => touched.has(id))
  return [...new Set(gone.length > 0 ? gone : now.map(({ id }) => id).filter(id => added.has(id)))]
}

/** A search whose best hit is meant to go has lost nothing that was to be kept. */
function isOutdatedAnswer({ from }: GateQuestion, meant: RecallDocument, { outdated }: GateRequest): boolean {
  return from === undefined && outdated?.has(meant.id) === true
}

function answers(
  one: RecallDocument,
  { kind, query }: GateQuestion,
  meant: RecallDocument,
  request: GateRequest,
  store: RecallIndex,
): boolean {
  if (one.id === replacementOf(meant.id, request)) return hasValues(one, kind, query, meant, store)
  if (kind === 'sentence') return holds(one, query, HOLDS_SENTENCE, store)
  return one.id === meant.id || one.text === meant.text || holds(one, meant.text, HOLDS_DOCUMENT, store)
}

/** A hit is no answer that has lost the number, the name or the path that was asked for. */
function hasValues(
  one: RecallDocument,
  kind: QuestionKind,
  query: string,
  meant: RecallDocument,
  { terms, words }: RecallIndex,
): boolean {
  if (kind !== 'sentence' && kind !== 'search') return true
  const line = kind === 'sentence' ? query : bestLine(meant.text, queryTerms(query, terms, words), terms).text
  const said = spaced(`${one.title}\n${one.description}\n${one.text}`)
  return sentenceValues(line).every(value => value.startsWith('not ') || said.includes(value))
}

const spaced = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ')

/** A replacement may itself have been replaced. */
function replacementOf(id: string, { replacements }: GateRequest): string | undefined {
  let replacement = replacements?.get(id)
  for (let steps = 0; steps < 20 && replacement !== undefined && replacements?.has(replacement); steps++)
    replacement = replacements.get(replacement)
  return replacement
}

/** Whether a document has so much of what a text says, by its words and by how rare they are: both have to tell so. */
function holds(
  document: RecallDocument,
  text: string,
  share: number,
  { terms, words }: RecallIndex,
): boolean {
  const has = termsIn(document)
  const wanted = [...new Set(termsOf(text))]
  const weigh = (some: readonly string[]) =>
    some.reduce((sum, term) => sum + rarity(words.size, havingOf(term, terms, words)), 0)
  const found = wanted.filter(term => has.has(term))
  return wanted.length > 0 && found.length >= share * wanted.length && weigh(found) >= share * weigh(wanted)
}

const known = new WeakMap<RecallDocument, ReadonlySet<string>>()

/** Taken once: the same few documents are found again and again. */
function termsIn(document: RecallDocument): ReadonlySet<string> {
  let terms = known.get(document)
  if (terms === undefined) {
    terms = new Set(termsOf(`${document.title}\n${document.description}\n${document.text}`))
    known.set(document, terms)
  }
  return terms
}

function blamedOf(lost: readonly LostQuestion[]): GateVerdict['blamed'] {
  const counts = new Map<string, number>()
  for (const { blame } of lost) for (const id of blame) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts]
    .map(([id, questions]) => ({ id, questions }))
    .sort((a, b) => b.questions - a.questions || (a.id < b.id ? -1 : 1))
}
