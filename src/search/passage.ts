import type { NumberedLine } from '../model/index.ts'
import type { QueryTerm, Terms } from './keywords.ts'

const LONGEST = 1200
/** Parts of a text that are looked at; a longer text is looked at up to there. */
const MOST = 400

/** Paragraphs, joined until a part is long; a heading begins a new one. */
export function passagesOf(text: string): NumberedLine[] {
  const passages: NumberedLine[] = []
  let open: string[] = []
  let start = 1
  let length = 0
  const close = (next: number) => {
    if (open.some(line => line.trim() !== '')) passages.push(trimmed(open, start))
    open = []
    start = next
    length = 0
  }
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const breaks =
      /^#{1,6}[ \t]/.test(line) || (length > LONGEST / 2 && line.trim() === '') || length > LONGEST
    if (breaks) close(at + 1)
    if (passages.length >= MOST) break
    open.push(line.slice(0, LONGEST))
    length += line.length + 1
  }
  close(0)
  return passages
}

function trimmed(lines: readonly string[], start: number): NumberedLine {
  const first = lines.findIndex(line => line.trim() !== '')
  return { text: lines.slice(first).join('\n').trimEnd(), line: start + first }
}

/** The part that says most to a question: the rare words of it count, and each once. */
export function bestPassage(
  text: string,
  question: readonly QueryTerm[],
  terms: Terms,
): NumberedLine | undefined {
  const passages = passagesOf(text)
  if (passages.length < 2) return passages[0]
  const best = heaviest(
    passages.map(passage => passage.text),
    question,
    terms,
  )
  return passages[best.at]
}

/** The line of a passage that says most to a question, and which one it is. */
export function bestLine(
  passage: string,
  question: readonly QueryTerm[],
  terms: Terms,
): { readonly text: string; readonly at: number } {
  const lines = passage.split('\n')
  const { at } = heaviest(lines, question, terms)
  const first = lines.findIndex(line => line.trim() !== '')
  const found = lines[at]!.trim() === '' ? Math.max(0, first) : at
  return { text: lines[found]!.trim(), at: found }
}

const LOOKED_AT = 20_000
const BETWEEN_SENTENCES = /[\r\n]+|(?<=[.!?]) |(?<=[。！？])/

const sentencesOf = (text: string): string[] => text.slice(0, LOOKED_AT).split(BETWEEN_SENTENCES, MOST)

/** How much of a question one sentence of a text says, by the weight of its words; of its neighbours' words `around` as much counts. */
export function bestSentence(text: string, question: readonly QueryTerm[], terms: Terms, around = 0): number {
  const sentences = sentencesOf(text)
  if (around === 0) return heaviest(sentences, question, terms).weight
  const most = mostPossible(sentences, question)
  const possible = most.map((own, at) => ({
    at,
    most: own + around * ((most[at - 1] ?? 0) + (most[at + 1] ?? 0)),
  }))
  const known = new Map<number, ReadonlySet<QueryTerm>>()
  const saidIn = (at: number): ReadonlySet<QueryTerm> => {
    const said = known.get(at) ?? ((most[at] ?? 0) === 0 ? NONE : termsIn(sentences[at]!, question, terms))
    known.set(at, said)
    return said
  }
  let best = 0
  for (const one of possible.sort((a, b) => b.most - a.most || a.at - b.at)) {
    if (one.most <= best) break
    const own = saidIn(one.at)
    const beside = new Set([...saidIn(one.at - 1), ...saidIn(one.at + 1)].filter(term => !own.has(term)))
    best = Math.max(best, sumOf([...own]) + around * sumOf([...beside]))
  }
  return best
}

const NONE: ReadonlySet<QueryTerm> = new Set()

/** How much of a question one sentence of a certain kind says. */
export function bestSaid(
  text: string,
  question: readonly QueryTerm[],
  terms: Terms,
  isMeant: (sentence: string) => boolean,
): number {
  return heaviest(sentencesOf(text).filter(isMeant), question, terms).weight
}

/** Which of some texts has most of a question. Only those are cut into terms that could have more than the best so far. */
function heaviest(
  texts: readonly string[],
  question: readonly QueryTerm[],
  terms: Terms,
): { readonly at: number; readonly weight: number } {
  const possible = mostPossible(texts, question).map((most, at) => ({ at, most }))
  let best = { at: 0, weight: 0 }
  for (const { at, most } of possible.sort((a, b) => b.most - a.most || a.at - b.at)) {
    if (most < best.weight || most === 0) break
    const weight = weightIn(texts[at]!, question, terms)
    if (weight > best.weight || (weight === best.weight && at < best.at)) best = { at, weight }
  }
  return best
}

/** No text has more of a question than this: a word and its stem begin alike, but for the last letters. */
function mostPossible(texts: readonly string[], question: readonly QueryTerm[]): number[] {
  const beginnings = question.map(({ term, weight }) => ({ begins: beginningOf(term), weight }))
  return texts.map(text => {
    const small = text.normalize('NFKC').toLowerCase()
    return sumOf(beginnings.filter(({ begins }) => small.includes(begins)))
  })
}

/** A date has no beginning that its text must have. */
const beginningOf = (term: string): string =>
  term.startsWith('@') ? '' : term.slice(0, Math.max(1, Math.min(4, term.length - 1)))

const sumOf = (some: readonly { readonly weight: number }[]): number =>
  some.reduce((sum, { weight }) => sum + weight, 0)

const weightIn = (text: string, question: readonly QueryTerm[], terms: Terms): number =>
  sumOf([...termsIn(text, question, terms)])

function termsIn(text: string, question: readonly QueryTerm[], terms: Terms): Set<QueryTerm> {
  const own = new Set<number>()
  terms.each(text, id => own.add(id))
  return new Set(question.filter(({ id }) => own.has(id)))
}
