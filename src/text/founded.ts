import {
  dayOf,
  LANGUAGES,
  patterns,
  ROLE_NAMES,
  relativeDates,
  spelledDay,
  stem,
  stretchWords,
  wordSet,
} from '../languages/index.ts'

/*
 * Whether an answer says only what its sources say. Words may be others: numbers, days, names and who somebody is may not.
 * Tokens are compared, never parts of them, after their endings are gone.
 */

/** What the sources of an answer say. */
export interface Known {
  /** Words and their stems, whole identifiers and their pieces, in small letters. */
  readonly words: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** `2026-03-05`, and `03-05` for a day of any year. */
  readonly days: ReadonlySet<string>
  /** As it stands there. */
  readonly said: string
  /** Without white space, for scripts that have none. */
  readonly run: string
}

const SCALES = new Map(LANGUAGES.flatMap(({ answers }) => Object.entries(answers?.scales ?? {})))
const SCALED = new RegExp(`(\\d[\\d,]*(?:\\.\\d+)?)\\s?(${[...SCALES.keys()].join('|')})`, 'g')

/** Compared in one form: full-width as plain, curly as straight, large numbers in digits. */
const plain = (text: string): string =>
  text
    .replace(/[，、]/g, ' ')
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(SCALED, (_, digits: string, scale: string) =>
      String(Number(digits.replaceAll(',', '')) * SCALES.get(scale)!),
    )

/** Letters of a script without spaces become spaces: what is left are the words of the others. */
const withoutHan = (text: string): string => text.replace(/\p{Script=Han}/gu, ' ')

/** An identifier is one token: `src/app.ts`, `1280x720`, `v1.2.3`, `12:30`, `user_name`. */
const TOKEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_]|[.,:/'@+#-](?=[\p{L}\p{N}]))*%?/gu

const stemmed = (word: string): string => stem(word.replace(/'(?:s|d|ll|re|ve|m)?$/, ''), 'full')

const piecesOf = (token: string): string[] => token.split(/[^\p{L}\p{N}]+/u).filter(piece => piece !== '')

const camelPieces = (token: string): string[] =>
  token.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|_/u)

const COUNTS = LANGUAGES.flatMap(({ answers }) =>
  (answers?.counts?.match(/\S+/g) ?? []).map((word, at) => [word, String(at + 1)] as const),
)

/** `days` are those on which the sources were written. */
export function knownFrom(texts: readonly string[], days: readonly string[] = []): Known {
  const words = new Set<string>()
  const numbers = new Set<string>()
  const known = new Set<string>(days)
  for (const text of texts) {
    for (const [token] of withoutHan(plain(text)).matchAll(TOKEN)) addToken(token, words, numbers)
    for (const day of daysIn(text, days)) known.add(day)
  }
  const said = plain(texts.join('\n'))
  const run = said.toLowerCase().replace(/\s+/g, '')
  for (const [word, count] of COUNTS)
    if (words.has(word) || (/\p{Script=Han}/u.test(word) && run.includes(word))) numbers.add(count)
  for (const day of [...known]) {
    known.add(day.slice(5))
    numbers.add(day.slice(0, 4))
  }
  return { words, numbers, days: known, said, run }
}

function addToken(token: string, words: Set<string>, numbers: Set<string>): void {
  const lower = token.toLowerCase().replace(/%$/, '')
  const pieces = [...piecesOf(lower), ...camelPieces(token).map(piece => piece.toLowerCase())]
  for (const word of [lower, lower.replaceAll('-', ''), ...pieces]) {
    words.add(word)
    words.add(stemmed(word))
    for (const number of numbersOf(word)) numbers.add(number)
    if (/^v\d/.test(word)) words.add(word.slice(1))
    const unit = /^\d+([a-z]{1,5})$/.exec(word)?.[1]
    if (unit !== undefined) words.add(unit)
  }
}

/** `1,000`, `1k` and `1000` are one number; `30s` is 30; `1280x720` is none. */
function numbersOf(word: string): string[] {
  const found = /^[v$€£¥#~]?(\d[\d,]*(?:\.\d+)*)([a-z]{0,5})$/.exec(word)
  if (found === null) return []
  const digits = found[1]!.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  const times = { k: 1e3, w: 1e4, m: 1e6 }[found[2]!]
  const isPlain = /^\d+(?:\.\d+)?$/.test(digits)
  return [
    isPlain ? String(Number(digits)) : digits,
    ...(times !== undefined && isPlain ? [String(Number(digits) * times)] : []),
  ]
}

const DAY =
  /\b20\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b|(?<![\w./-])(?:0?[1-9]|1[0-2])[-/](?:0?[1-9]|[12]\d|3[01])(?![\w/-])/g
const SPELLED = LANGUAGES.flatMap(({ dates }) => dates?.spelled ?? []).map(
  form => new RegExp(form.source, `${form.flags.replace('g', '')}g`),
)

const dayForms = (text: string): string[] =>
  [DAY, ...SPELLED].flatMap(form => Array.from(text.matchAll(form), ([found]) => found))

/** Days that a text names, also told from the days on which it was written. */
function daysIn(text: string, written: readonly string[]): string[] {
  const named = dayForms(text).flatMap(form => dayNamed(form) ?? [])
  const relative = written.flatMap(day =>
    text.split('\n').flatMap(line => relativeDates(line, dayOf(day)).map(({ meant }) => stretchWords(meant))),
  )
  return [...named, ...relative.filter(day => /^\d{4}-\d{2}-\d{2}$/.test(day))]
}

function dayNamed(form: string): string | undefined {
  const whole = spelledDay(form, '2026-07-01')
  if (whole !== undefined) return /20\d\d/.test(form) ? whole : `0000-${whole.slice(5)}`
  const short = /^(\d{1,2})[-/.](\d{1,2})$/.exec(form)
  return short === null ? undefined : `0000-${short[1]!.padStart(2, '0')}-${short[2]!.padStart(2, '0')}`
}

/** What an answer says and none of its sources does, as it stands in the answer, each once. `ordinary`: words that the
 * sources as a whole use without a capital. */
export function unfounded(answer: string, known: Known, ordinary: ReadonlySet<string> = new Set()): string[] {
  const text = plain(answer)
  const found = [
    ...dayForms(text).filter(form => !isKnownDay(form, known)),
    ...tokensOf(text)
      .filter(({ token, at }) => isUnknown(token, at, text, known, ordinary))
      .map(({ token }) => token),
    ...SAME.filter(form => known.said.search(form) === -1).flatMap(form => text.match(form) ?? []),
    ...named(text, NAMES).filter(name => !isKnownName(name, known)),
    // Somebody else is somebody else in every language.
    ...(named(known.said, ANOTHER).length > 0 ? [] : named(text, ANOTHER)),
  ]
  return [...new Set(found)]
}

const WEEKDAYS = LANGUAGES.map(({ answers }) => (answers?.weekdays ?? '').split(' '))
/** Who somebody is, and days of the week: each by its words in every language, so that one may be cited for another. */
const SAME = [
  ...ROLE_NAMES.map(role => LANGUAGES.flatMap(({ answers }) => answers?.roles?.[role].split(' ') ?? [])),
  ...[0, 1, 2, 3, 4, 5, 6].map(day => WEEKDAYS.flatMap(days => days[day]?.split('|') ?? [])),
].map(anyOf)

/** A word, or its plural, with or without a capital; in a script without spaces wherever it stands. */
function anyOf(words: readonly string[]): RegExp {
  const forms = words.map(word => {
    if (/\p{Script=Han}/u.test(word)) return word
    return `\\b${word.replace(/^\p{Ll}/u, first => `[${first}${first.toUpperCase()}]`)}s?\\b`
  })
  return new RegExp(forms.join('|'), 'g')
}
const NAMES = patterns(({ answers }) => answers?.names)
const ANOTHER = patterns(({ answers }) => answers?.another)
const named = (text: string, forms: readonly RegExp[]): string[] =>
  forms.flatMap(form => Array.from(text.matchAll(form), ([name]) => name))
const OPENINGS = wordSet(
  ({ answers }) =>
    `${answers?.openings} ${answers?.counts} ${answers?.weekdays?.replaceAll('|', ' ').toLowerCase()}`,
)
const SILENT = wordSet(({ words }) => words?.silent)
const EVENTS = wordSet(({ words }) => words?.events)
const SHOUTED = wordSet(({ values }) => values?.shouted)

/** "3/5" may be a share: then both numbers stand in a source. */
function isKnownDay(form: string, known: Known): boolean {
  const day = dayNamed(form)
  if (day === undefined || known.days.has(day) || known.words.has(form.toLowerCase())) return true
  return day.startsWith('0000-') && (known.days.has(day.slice(5)) || isKnownNumber(form, known))
}

/** A name of the language: the whole, or as much of it as a name can be short. */
function isKnownName(name: string, { run, words }: Known): boolean {
  const lower = name.toLowerCase().replace(/\s+/g, '')
  return run.includes(lower) || (lower.length === 3 && run.includes(lower.slice(0, 2))) || words.has(lower)
}

/** Days are looked at by themselves. */
function tokensOf(text: string): { readonly token: string; readonly at: number }[] {
  const without = [DAY, ...SPELLED].reduce(
    (rest, form) => rest.replace(form, found => ' '.repeat(found.length)),
    text,
  )
  return Array.from(withoutHan(without).matchAll(TOKEN), match => ({
    token: match[0],
    at: match.index,
  }))
}

function isUnknown(
  token: string,
  at: number,
  text: string,
  known: Known,
  ordinary: ReadonlySet<string>,
): boolean {
  const lower = token.toLowerCase().replace(/%$/, '')
  if (/^[v$€£¥#~]?\d/.test(lower)) return !isKnownNumber(lower, known)
  const isIdentifier = /[\p{L}]\d|\d\p{L}|_|\p{Ll}\p{Lu}|[./:@](?=\p{L})/u.test(token)
  const isCapital = /^\p{Lu}/u.test(token)
  if (!isIdentifier && !isCapital) return false
  if (isKnownWord(lower, known)) return false
  const isName = /\d|_|\p{Ll}\p{Lu}/u.test(token)
  const isFounded = (piece: string) => isKnownWord(piece, known) || (!isName && isCommon(piece))
  // Of "ML-potential" the second is an ordinary word.
  const ownPieces = /^[\p{L}-]+$/u.test(token) ? token.split(/-(?=\p{Ll})/u).slice(0, 1) : [token]
  if (SHOUTED.has(token) || ownPieces.flatMap(piece => piecesOf(piece.toLowerCase())).every(isFounded))
    return false
  if (isIdentifier || !isOpening(text, at)) return true
  return (
    !ordinary.has(stemmed(lower)) && !/(?:ing|ed|tion|ment|ness|ity|ly|ive|able|ous|ance|ence)s?$/.test(lower)
  )
}

const isCommon = (word: string): boolean =>
  OPENINGS.has(word) || SILENT.has(word) || EVENTS.has(word) || OPENINGS.has(stemmed(word))

/** At the beginning, behind a full stop, a colon, a dash or a bracket. */
const isOpening = (text: string, at: number): boolean =>
  /(?:^|[.!?:;。！？：；—–([（【「“"*|/>•→-])\s*$/u.test(text.slice(Math.max(0, at - 4), at)) ||
  text.slice(0, at).trim() === ''

const knows = (word: string, { words, run }: Known): boolean =>
  words.has(word) || words.has(stemmed(word)) || (/\p{Script=Han}/u.test(word) && run.includes(word))

/** "Postgres" for "PostgreSQL": most of a long name is that name. */
function isKnownWord(word: string, known: Known): boolean {
  if (knows(word, known) || knows(word.replaceAll('-', ''), known)) return true
  const bare = stemmed(word)
  if (bare.length < 5 || /\d/.test(bare)) return false
  for (const other of known.words) {
    const [short, long] = bare.length < other.length ? [bare, other] : [other, bare]
    if (short.length >= 5 && short.length >= long.length * 0.7 && long.startsWith(short)) return true
  }
  return false
}

function isKnownNumber(token: string, { words, numbers }: Known): boolean {
  if (words.has(token)) return true
  const hour = /^(\d{1,2}):00$/.exec(token)
  if (hour !== null) return [Number(hour[1]), Number(hour[1]) % 12].some(each => numbers.has(String(each)))
  const isOwn = (number: string) =>
    numbers.has(number) || [...words].some(word => word.startsWith(`${number}.`))
  if (numbersOf(token).some(isOwn)) return true
  const pieces = piecesOf(token)
  return pieces.length > 1 && pieces.every(piece => isKnownNumber(piece, { words, numbers } as Known))
}

/** Stems of all words that a text writes without a capital. */
export function ordinaryWords(text: string): Set<string> {
  return new Set(
    Array.from(plain(text).matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{Ll}']+/gu), ([word]) => stemmed(word)),
  )
}

const CONTACT = patterns(({ answers }) => answers?.contact)
const MAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/

/** A way to reach a person: what it is, as it stands there. */
export function contactIn(text: string): string | undefined {
  return [MAIL, ...CONTACT].map(form => form.exec(text)?.[0]).find(found => found !== undefined)
}
