import { dayOf, say } from '../languages/index.ts'
import { maskSecrets } from '../text/index.ts'
import type { Meaning } from './collection.ts'
import { type Days, daysAsked } from './dates.ts'
import type { Engine, EngineHit, RecallDocument } from './engine.ts'
import type { QueryTerm } from './keywords.ts'
import { allTerms, queryTerms } from './keywords.ts'
import { LEANINGS, type Mixture } from './leanings.ts'
import { bestLine, bestPassage } from './passage.ts'
import { fits, isPlain, type Query } from './query.ts'
import { NEAR, rank } from './rank.ts'
import type { Ranked, RecallIndex } from './recall-index.ts'
import { eachRun } from './runs.ts'
import { cutRun, cutUnspaced, termsOf } from './terms.ts'

interface ReadText {
  readonly text: string
  readonly line: number
}

/** The files, ready to be asked. */
export interface CcbStore {
  readonly index: RecallIndex
  /** In the order of the index. The text of a file may be empty here: `textOf` reads it. */
  readonly documents: readonly RecallDocument[]
  /** A document's text, and the line of its file in which that begins; nothing where the file is gone by now. */
  readonly textOf: (document: RecallDocument) => ReadText | undefined
  readonly meaning?: Meaning | undefined
  /** YYYY-MM-DD */
  readonly today: string
  readonly mixture?: Partial<Mixture>
  /** Documents that were not asked for. */
  readonly leavesOut?: (document: RecallDocument) => boolean
}

const MOST_ON_THE_DAY = 50
const MOST_WORDS = 6

/** The engine over memory files, journals, ledger and snapshot: needs no database, and no model but the one that comes along. */
export function ccbEngine(store: CcbStore, typed?: Query): Engine {
  return {
    name: 'ccb',
    async search({ query, limit, intent = 'hybrid' }, signal) {
      const question = queryTerms(query, store.index.terms, store.index.words)
      const asked = daysAsked(query, dayOf(store.today))
      const leaning = LEANINGS[intent]
      const { suits } = leaning
      const { meaning, index, mixture } = store
      const readAt = readOnce(store)
      const textOf = (at: number) => {
        const { title, description } = store.documents[at]!
        const read = readAt(at)
        return read && `${title}\n${description}\n${read.text}`
      }
      const most = Math.max(0, limit)
      // More than are wanted, where some will be left out or moved back.
      const looked = typed === undefined || isPlain(typed) ? 2 * most : Math.max(ALL_LIKELY, most)
      const ranked = rank(index, {
        query,
        most: looked,
        meaning,
        textOf,
        mixture,
        leaning,
        onTheDay: onTheDays(store.documents, asked),
        ...(suits && { suits: at => suits(store.documents[at]!) }),
      })
      const hits: EngineHit[] = []
      for (const one of archivedBehind(ranked, store.documents)) {
        if (signal.aborted || hits.length >= most) break
        if (store.leavesOut?.(store.documents[one.at]!) === true) continue
        const read = readAt(one.at)
        if (read === undefined || (typed !== undefined && !fits(textOf(one.at)!, typed))) continue
        hits.push(hitOf(one, read, store, question, query, asked))
      }
      return { hits, notes: [] }
    },
  }
}

/** So many are looked through for a phrase. */
const ALL_LIKELY = 1000
/** What was put away comes behind what is as good and still there. */
const ARCHIVED_SHARE = 0.6

function archivedBehind(ranked: readonly Ranked[], documents: readonly RecallDocument[]): readonly Ranked[] {
  const isArchived = ({ at }: Ranked) => documents[at]!.part === 'archive'
  if (!ranked.some(isArchived)) return ranked
  return ranked
    .map(one => (isArchived(one) ? { ...one, score: one.score * ARCHIVED_SHARE } : one))
    .toSorted((a, b) => b.score - a.score)
}

/** Ranking looks at the texts of the best, and most of those are then given out. */
function readOnce({ documents, textOf }: CcbStore): (at: number) => ReadText | undefined {
  const known = new Map<number, ReadText | undefined>()
  return at => {
    if (!known.has(at)) known.set(at, textOf(documents[at]!))
    return known.get(at)
  }
}

function onTheDays(documents: readonly RecallDocument[], asked: readonly Days[]): ReadonlySet<number> {
  const found = new Set<number>()
  if (asked.length === 0) return found
  for (let at = documents.length - 1; at >= 0 && found.size < MOST_ON_THE_DAY; at--)
    if (dayAsked(documents[at]!, asked) !== undefined) found.add(at)
  return found
}

function dayAsked({ day }: RecallDocument, asked: readonly Days[]): Days | undefined {
  if (day === null) return undefined
  const number = dayOf(day)
  return asked.find(({ from, to }) => number >= from && number <= to)
}

function hitOf(
  { at, score, byMeaning }: Ranked,
  read: ReadText,
  store: CcbStore,
  question: readonly QueryTerm[],
  query: string,
  asked: readonly Days[],
): EngineHit {
  const document = store.documents[at]!
  const own = store.index.counted[at]!.terms
  const shared = question.filter(({ id }) => own.includes(id))
  // Hidden before a passage is cut out: half a key is not known for one.
  const text = maskSecrets(read.text)
  const passage = bestPassage(text, question, store.index.terms)
  const match = passage && bestLine(passage.text, question, store.index.terms)
  const line =
    document.part === 'memory' && match !== undefined ? read.line + passage!.line - 1 + match.at : undefined
  const reasons = reasonsOf(document, spokenWords(query, shared), byMeaning, dayAsked(document, asked))
  return {
    document: {
      ...document,
      source: line === undefined ? document.source : `${document.source}:${line}`,
      text: passage === undefined ? text : withPassageFirst(text, passage.text),
    },
    score,
    reasons,
    ...(match !== undefined && { match: match.text }),
  }
}

/** A short text stays whole; of a long one the part that answers comes first, for whoever can read only some of it. */
const SHORT = 1500

function withPassageFirst(text: string, passage: string): string {
  return text.length <= SHORT ? text : passage
}

function reasonsOf(
  { supersededBy }: RecallDocument,
  words: readonly string[],
  byMeaning: number,
  day: Days | undefined,
): string[] {
  return [
    ...(words.length === 0 ? [] : [`words: ${words.slice(0, MOST_WORDS).join(', ')}`]),
    ...(byMeaning < NEAR ? [] : [say().searching.near(byMeaning.toFixed(2))]),
    ...(day === undefined ? [] : [say().searching.ofTheTime(day.text)]),
    ...(supersededBy === null ? [] : [say().searching.superseded(supersededBy)]),
  ]
}

/** The question's own words for terms, the rarest first: "databases" and not "databas". */
function spokenWords(query: string, shared: readonly QueryTerm[]): string[] {
  const spoken = new Map<string, string>()
  eachRun(query.slice(0, 5000), (run, spaced) => {
    for (const term of spaced ? cutRun(run) : cutUnspaced(run))
      if (!spoken.has(term)) spoken.set(term, spaced ? run : term)
  })
  return [...new Set(shared.map(({ term }) => (spoken.get(term) ?? term).toLowerCase()))]
}

/**
 * How much of a question a document has, by the weight of its words, those too that nothing has: what tells whether a
 * stage suffices.
 */
export function coverage({ terms, words }: RecallIndex, query: string, document: RecallDocument): number {
  const question = allTerms(query, terms, words)
  const { title, description, text } = document
  const own = new Set(termsOf(`${title}\n${description}\n${text.slice(0, LOOKED_AT)}`))
  const sum = (some: typeof question) => some.reduce((all, { weight }) => all + weight, 0)
  const all = sum(question)
  return all === 0 ? 0 : sum(question.filter(({ term }) => own.has(term))) / all
}

const LOOKED_AT = 20_000
