import { analyse } from '../text/index.ts'
import type { RecallDocument } from './engine.ts'

export type QuestionKind = 'name' | 'description' | 'sentence' | 'search'

/** Something that a store answers today: asked again, it has to be answered by the store of tomorrow. */
export interface GateQuestion {
  readonly kind: QuestionKind
  readonly query: string
  /** The document that the question was made from; nothing for a search of the past. */
  readonly from: RecallDocument | undefined
}

const SENTENCES_EACH = 3
const SHORTEST = 20
const LONGEST = 400

/** What a document can be asked for: by its name, by what it says it is about, by sentences spread over its text. */
export function questionsFrom(document: RecallDocument): GateQuestion[] {
  const { title, description, text } = document
  const fit = analyse(text).sentences.filter(one => one.length >= SHORTEST && one.length <= LONGEST)
  const asked: [QuestionKind, string][] = [
    ['name', spoken(title)],
    ['description', description],
    ...evenly(fit, SENTENCES_EACH).map((one): [QuestionKind, string] => ['sentence', one]),
  ]
  return asked
    .filter(([, query]) => query.trim() !== '')
    .map(([kind, query]) => ({ kind, query, from: document }))
}

/** `feedback_no_mocks` is asked for as people say it. */
const spoken = (title: string): string => title.replace(/[_-]+/g, ' ')

/** At most so many, spread over the whole, always the same ones. */
export function evenly<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!)
}
