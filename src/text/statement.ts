import { BARE_NUMBER, COMMON_FORMS } from '../languages/index.ts'
import { withoutEmphasis } from './markdown.ts'
import {
  beginsPhrase,
  COMPARING,
  comparingFor,
  EMPTY,
  GENERIC,
  LONGEST_PHRASE,
  meaningOf,
  type Side,
  UNSPACED,
  wordForm,
} from './meanings.ts'
import { segmentsOf } from './words.ts'

/** What is compared: a note, an entry, a sentence. */
export interface StatementText {
  readonly text: string
  /** Its heading, name or description: says what it is about, and often its value once more. */
  readonly title?: string
  /** The day on which it was said, if that is known. */
  readonly day?: string
}

interface Quantity {
  readonly kind: string
  readonly amount: string
}

/** A word that says something, or a quantity. */
export interface Token {
  readonly form: string
  /** As it is written. */
  readonly raw: string
  readonly at: number
  /** 0 for words that only carry an opposite; generic ones weigh little. */
  readonly weight: number
  readonly role?: string
  readonly quantity?: Quantity
  readonly opposites?: readonly Side[]
  readonly scopes?: readonly Side[]
  /** Named as what does not hold, or no longer. */
  readonly against: boolean
  readonly isName: boolean
}

export type Mode = 'forbids' | 'permits' | 'frees' | 'states'

/** A stretch between two marks. */
export interface Clause {
  readonly text: string
  /** The sentence, with its number words. */
  readonly source: string
  readonly tokens: readonly Token[]
  /** All its words, also those that say nothing of their own. */
  readonly words: readonly string[]
  readonly mode: Mode
  readonly sentence: number
  /** What stands before a colon. */
  readonly isLabel: boolean
  readonly isExclusive: boolean
  readonly isHeld: boolean
  readonly isShared: boolean
  readonly isDirected: boolean
  /** Says itself that something changed. */
  readonly isChange: boolean
  /** The first word that the clause denies. */
  readonly denied?: Token
  /** What comes first and what comes then, where the clause says so. */
  readonly order?: { readonly earlier: ReadonlySet<string>; readonly later: ReadonlySet<string> }
}

/** A text as it is compared. */
export interface ReadStatement {
  readonly text: string
  readonly day?: string
  readonly title?: Clause
  readonly clauses: readonly Clause[]
  /** Of the clauses. */
  readonly tokens: readonly Token[]
  /** With those of the title. */
  readonly forms: ReadonlySet<string>
  readonly changes: boolean
  readonly withdraws: boolean
  readonly limits: boolean
  readonly outdated: boolean
}

/** Comparing is bounded: of a long note only so much is looked at. */
const MOST_TEXT = 6000
const MOST_CLAUSES = 60

export function readStatement({ text, title, day }: StatementText): ReadStatement {
  const body = plainText(text.slice(0, MOST_TEXT))
  const languages = comparingFor(body + (title ?? ''))
  const clauses = clauseParts(body).slice(0, MOST_CLAUSES).map(clauseOf)
  const tokens = clauses.flatMap(clause => clause.tokens)
  const heading = title === undefined ? undefined : clauseParts(plainText(title.slice(0, 300))).map(clauseOf)
  const joined = heading === undefined || heading.length === 0 ? undefined : joinedClause(heading)
  const whole = digitsOf(`${title ?? ''}. ${body}`)
  const any = (pick: (comparing: (typeof languages)[number]) => RegExp): boolean =>
    languages.some(language => pick(language).test(whole))
  return {
    text: body,
    ...(day !== undefined && { day }),
    ...(joined !== undefined && { title: joined }),
    clauses,
    tokens,
    forms: new Set([...tokens, ...(joined?.tokens ?? [])].map(({ form }) => form)),
    changes: any(({ changes }) => changes),
    withdraws: any(({ withdraws }) => withdraws),
    limits: any(({ limits }) => limits),
    outdated: any(({ outdated }) => outdated),
  }
}

/** Whether a text has at most so many clauses: to count them costs a small part of reading them. */
export const hasAtMostClauses = ({ text }: StatementText, most: number): boolean =>
  clauseParts(plainText(text.slice(0, MOST_TEXT))).length <= most

const joinedClause = (clauses: readonly Clause[]): Clause => ({
  ...clauses[0]!,
  text: clauses.map(({ text }) => text).join(', '),
  source: [...new Set(clauses.map(({ source }) => source))].join(' '),
  tokens: clauses.flatMap(({ tokens }) => tokens),
  words: clauses.flatMap(({ words }) => words),
  mode: clauses.find(({ mode }) => mode !== 'states')?.mode ?? 'states',
})

function plainText(text: string): string {
  const bare = COMPARING.reduce((rest, { frame }) => rest.replace(frame, '\n'), text)
  return (
    withoutEmphasis(bare)
      .replace(/^\s*(?:#{1,6}|[-*+>]|\d{1,3}[.)])\s+/gm, '')
      // A link names another note, and says nothing of what this one is about.
      .replace(/\[\[[^\]\n]{1,200}\]\]/g, ' ')
      .replace(/[`“”"「」『』]/g, '')
      .normalize('NFKC')
      .trim()
  )
}

const digitsOf = (text: string): string => comparingFor(text).reduce((all, { digits }) => digits(all), text)

const JOINS = COMPARING.map(({ joins }) => joins).join('|')
const CLAUSE_END = new RegExp(
  `(?<=[.!?])(?=\\s|$)|(?<=[。!?;\n])|(?<=[,:])(?!(?<=\\d[,:])\\d|//|\\s?(?:${JOINS}))|\\s[–—-]\\s`,
  'iu',
)

const SENTENCE_END = /(?<=[.!?])(?=\s)|(?<=[。;\n])/u

type ClausePart = Pick<Clause, 'text' | 'sentence' | 'source'>

const clauseParts = (text: string): ClausePart[] =>
  text.split(SENTENCE_END).flatMap((sentence, at) =>
    digitsOf(sentence)
      .split(CLAUSE_END)
      .flatMap(part =>
        part.trim() === '' ? [] : [{ text: part.trim(), sentence: at, source: sentence.trim() }],
      ),
  )

function clauseOf({ text, sentence, source }: ClausePart): Clause {
  const languages = comparingFor(text)
  const against = languages.flatMap(language => language.against.flatMap(form => rangesOf(text, form)))
  const pieces = piecesOf(text)
  const tokens = tokensOf(pieces, against)
  const order = orderOf(text, tokens)
  const mode = modeOf(text, against)
  const denied = mode === 'forbids' ? deniedIn(text, tokens) : undefined
  const any = (pick: (comparing: (typeof languages)[number]) => RegExp): boolean =>
    languages.some(language => pick(language).test(text))
  return {
    text,
    source,
    tokens,
    words: pieces.map(({ raw, quantity }) =>
      quantity === undefined ? raw.toLowerCase() : `${quantity.kind}=${quantity.amount}`,
    ),
    mode,
    ...(denied !== undefined && { denied }),
    sentence,
    isLabel: /:$/.test(text),
    isExclusive: any(({ exclusive }) => exclusive),
    isHeld: any(({ held }) => held),
    isShared: any(({ shared }) => shared),
    // "… where we take it from" leaves open what it points at.
    isDirected: languages.some(({ directed }) => directed.test(text.replace(DANGLING, ''))),
    isChange: any(({ changes }) => changes),
    ...(order !== undefined && { order }),
  }
}

/** The last word of a clause. */
const DANGLING = /[\w']+[\s.!?]*$/

interface Range {
  readonly start: number
  readonly end: number
}

/** Where the group of a pattern stands. */
function rangesOf(text: string, form: RegExp): Range[] {
  return [...text.matchAll(form)].flatMap(found => {
    const group = found[1]
    if (group === undefined) return []
    const start = found.index + found[0].lastIndexOf(group)
    return [{ start, end: start + group.length }]
  })
}

const within = (at: number, ranges: readonly Range[]): boolean =>
  ranges.some(({ start, end }) => at >= start && at < end)

function modeOf(text: string, against: readonly Range[]): Mode {
  const languages = comparingFor(text)
  if (languages.some(({ affirms }) => affirms.test(text))) return 'states'
  if (languages.some(({ frees }) => frees.test(text))) return 'frees'
  const contrasts = against.filter(({ start }) =>
    /[,(;–—]|\b(?:and|of|than)\b|\p{Script=Han}$/u.test(text.slice(0, start).slice(-14)),
  )
  const asserted = [...text].map((char, at) => (within(at, contrasts) ? ' ' : char)).join('')
  const bare = asserted.replace(
    /(?:,|\band|\bbut)\s*(?:not|never)\s*(?=\s*(?:$|[.,;]))|\b(?:instead of|rather than)\s*$/gi,
    ' ',
  )
  for (const { denies } of languages) {
    denies.lastIndex = 0
    if (new RegExp(denies.source, denies.flags.replace('g', '')).test(bare)) return 'forbids'
  }
  return languages.some(({ permits }) => permits.test(bare)) ? 'permits' : 'states'
}

/** A denial stands before what it denies; where only words that say nothing follow it, behind. "These are not:" says no more. */
function deniedIn(text: string, tokens: readonly Token[]): Token | undefined {
  const ends = comparingFor(text).flatMap(({ denies }) =>
    [...text.matchAll(denies)].map(found => found.index + found[0].length),
  )
  if (!ends.some(end => /\p{L}/u.test(text.slice(end)))) return undefined
  const content = tokens.filter(({ weight, against }) => weight === 1 && !against)
  return (
    ends.map(end => content.find(token => token.at >= end)).find(found => found !== undefined) ??
    content.at(-1)
  )
}

interface Piece {
  readonly raw: string
  readonly at: number
  readonly quantity?: Quantity
}

const WORD =
  /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])(?:(?!\p{Script=Han})[\p{L}\p{N}_'’+#]|[./@-](?=(?!\p{Script=Han})[\p{L}\p{N}_]))*/gu

function tokensOf(pieces: readonly Piece[], against: readonly Range[]): Token[] {
  const tokens: Token[] = []
  let role: string | undefined
  for (let at = 0; at < pieces.length; ) {
    const { length, meaning, form } = longestPhrase(pieces, at)
    const piece = pieces[at]!
    at += length
    const given = COMPARING.map(({ roles }) => roles[piece.raw.toLowerCase()]).find(
      found => found !== undefined,
    )
    if (given !== undefined && length === 1 && !(given === 'of' && role === 'outside')) role = given
    const isEmpty = piece.quantity === undefined && length === 1 && isEmptyWord(piece.raw)
    if (isEmpty && meaning?.opposites === undefined) continue
    tokens.push({
      form,
      raw: pieces
        .slice(at - length, at)
        .map(({ raw }) => raw)
        .join(' '),
      at: piece.at,
      weight: isEmpty ? 0 : GENERIC.has(form) ? 0.3 : 1,
      ...(role !== undefined && { role }),
      ...(piece.quantity !== undefined && { quantity: piece.quantity }),
      ...(meaning?.opposites !== undefined && { opposites: meaning.opposites }),
      ...(meaning?.scopes !== undefined && { scopes: meaning.scopes }),
      against: within(piece.at, against),
      isName: /^\p{Lu}/u.test(piece.raw) && piece.at > 0,
    })
    if (
      !isEmpty &&
      piece.quantity === undefined &&
      role !== undefined &&
      tokens.filter(t => t.role === role).length >= 3
    )
      role = undefined
  }
  return tokens
}

const isEmptyWord = (raw: string): boolean => EMPTY.has(raw.toLowerCase().replace(/’/g, "'"))

function longestPhrase(pieces: readonly Piece[], at: number) {
  const first = pieces[at]!
  if (first.quantity !== undefined)
    return { length: 1, form: `${first.quantity.kind}=${first.quantity.amount}`, meaning: undefined }
  const form = wordForm(first.raw)
  const longest = beginsPhrase(form) ? Math.min(LONGEST_PHRASE, pieces.length - at) : 1
  for (let length = longest; length > 0; length--) {
    const words = pieces.slice(at, at + length)
    if (words.some(({ quantity }) => quantity !== undefined)) continue
    const phrase = [form, ...words.slice(1).map(({ raw }) => wordForm(raw))].join(' ')
    const meaning = meaningOf(phrase)
    if (meaning !== undefined) return { length, form: meaning.form ?? phrase, meaning }
  }
  return { length: 1, form, meaning: undefined }
}

function piecesOf(text: string): Piece[] {
  const quantities = quantitiesIn(text)
  const words: Piece[] = []
  for (const { 0: raw, index } of text.matchAll(WORD)) {
    if (/^\p{Script=Han}/u.test(raw)) words.push(...unspacedBetween(raw, index, quantities))
    else if (within(index, quantities)) continue
    else if (/^[A-Za-z]+(?:-[A-Za-z]+)+$/.test(raw) && meaningOf(wordForm(raw)) === undefined) {
      let at = index
      for (const part of raw.split('-')) {
        words.push({ raw: part, at })
        at += part.length + 1
      }
    } else words.push({ raw, at: index })
  }
  return [...words, ...quantities.map(({ raw, start, quantity }) => ({ raw, at: start, quantity }))].sort(
    (a, b) => a.at - b.at,
  )
}

/** The words of a run, without what belongs to a quantity. */
function unspacedBetween(run: string, from: number, taken: readonly Range[]): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  for (let at = 0; at <= run.length; at++) {
    if (at < run.length && !within(from + at, taken)) continue
    if (at > start) pieces.push(...unspacedWords(run.slice(start, at), from + start))
    start = at + 1
  }
  return pieces
}

/** The mark of what is done is no part of the word. */
const PAST = /\u4e86$/

/** What the segmenter does not know, a foreign name, it cuts into single characters: they are one word. */
function joinSingles(text: string): string[] {
  const words: string[] = []
  let isOpen = false
  for (const { segment } of segmentsOf(text)) {
    const isSingle = segment.length === 1 && !EMPTY.has(segment) && meaningOf(segment) === undefined
    if (isSingle && isOpen) words[words.length - 1] += segment
    else words.push(segment)
    isOpen = isSingle
  }
  return words
}

/** Words of the dictionaries first, the longest that fits; between them those of the segmenter. */
function unspacedWords(run: string, from: number): Piece[] {
  const pieces: Piece[] = []
  let open = 0
  const close = (end: number) => {
    if (end <= open) return
    let at = open
    for (const segment of joinSingles(run.slice(open, end))) {
      pieces.push({ raw: segment.length > 1 ? segment.replace(PAST, '') : segment, at: from + at })
      at += segment.length
    }
  }
  for (let at = 0; at < run.length; ) {
    const word = DICTIONARY.get(run[at]!)?.find(candidate => run.startsWith(candidate, at))
    if (word === undefined) at++
    else {
      close(at)
      pieces.push({ raw: word, at: from + at })
      at += word.length
      open = at
    }
  }
  close(run.length)
  return pieces
}

const DICTIONARY = new Map<string, string[]>()
for (const word of [...UNSPACED, ...[...EMPTY].filter(word => /^\p{Script=Han}{2}/u.test(word))].sort(
  (a, b) => b.length - a.length,
))
  DICTIONARY.set(word[0]!, [...(DICTIONARY.get(word[0]!) ?? []), word])

const FORMS = [...COMPARING.flatMap(({ quantities }) => quantities), ...COMMON_FORMS, BARE_NUMBER].map(
  ([form, meaning]) =>
    [new RegExp(form.source, [...new Set([...form.flags, 'g'])].join('')), meaning] as const,
)

function quantitiesIn(text: string) {
  const found: (Range & { readonly raw: string; readonly quantity: Quantity })[] = []
  for (const [form, meaning] of FORMS)
    for (const match of text.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (found.some(other => start < other.end && end > other.start)) continue
      const quantity = meaning(match as unknown as RegExpExecArray)
      if (quantity !== undefined) found.push({ start, end, raw: match[0].trim(), quantity })
    }
  return found.sort((a, b) => a.start - b.start)
}

/** "A before B", "after A, B": what comes first. */
function orderOf(text: string, tokens: readonly Token[]): Clause['order'] {
  for (const { before, after } of comparingFor(text)) {
    for (const [forms, isBefore] of [
      [before, true],
      [after, false],
    ] as const)
      for (const form of forms) {
        const found = [...text.matchAll(form)][0]
        if (found === undefined) continue
        const left = tokens.filter(({ at, weight }) => at < found.index && weight > 0)
        const right = tokens.filter(({ at, weight }) => at > found.index && weight > 0)
        if (left.length === 0 || right.length === 0) continue
        const [first, then] = isBefore ? [left, right] : [right, left]
        return {
          earlier: new Set(first.map(({ form }) => form)),
          later: new Set(then.map(({ form }) => form)),
        }
      }
  }
  return undefined
}
