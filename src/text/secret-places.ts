import { alternatives, LANGUAGES } from '../languages/index.ts'
import type { SecretSpan } from './secret-tokens.ts'
import { isMade, type Surety } from './secret-values.ts'

/** Words after which a secret may follow, and how sure they are. Every repetition has a bound: the search stays linear. */
interface Place {
  readonly what: string
  readonly pattern: RegExp
  readonly surety: Surety
}

const PASSWORD = String.raw`(?:pass(?:word|wd|phrase|code)|passwort|kennwort|\bpwd?)`
/** A key needs a word before it: a map has keys too. */
const OWN_KEY = `(?:secret|token|credentials?|key(?<=(?:api|access|auth|account|secret|private|signing|encryption|master|service|client|app|license|webhook|deploy|bot|session)[_ -]?key))`
/** The end of a name in quotes, in bold, in a table or in brackets. */
const CLOSED = '[\\\\"\'`*_\\])>]{0,4}\\s{0,3}'
/** `=`, `:`, `:=`, `=>`, `->`, `|` of a table. */
const ASSIGN = String.raw`(?::=|=>|->|→|[:：＝]|=(?!=)|(?<=\s)\|(?=\s))`
const SAID = String.raw`\s(?:(?:(?:is|was|has been|got)\s)?(?:(?:re)?set|changed|rotated|updated) to|(?:is|was|are)(?:\s(?:now|still|currently))?|to)\s`
/** `the password for the staging database is …` */
const ABOUT = String.raw`(?:\s(?:for|to|of|on|in|at|behind)\s[^\n:=：，。,;]{1,50}?)?`

const WHAT = 'a password or key'

const PLACES: readonly Place[] = [
  { what: WHAT, surety: 'sure', pattern: new RegExp(`${PASSWORD}${CLOSED}${ASSIGN}`, 'gi') },
  { what: WHAT, surety: 'sure', pattern: new RegExp(`${PASSWORD}${ABOUT}(?:${SAID}|\\s?[:：=])`, 'gi') },
  { what: WHAT, surety: 'sure', pattern: new RegExp(`${PASSWORD}\\s?[(][^)\\n]{1,30}[)]\\s?[:=]`, 'gi') },
  // `pass` alone is mostly another word.
  { what: WHAT, surety: 'likely', pattern: new RegExp(`\\bpass(?:\\s?[:=]|${SAID})`, 'gi') },
  {
    what: WHAT,
    surety: 'likely',
    pattern: /\b(?:user(?:name)?|login)\b[:=]?\s[\w.@+-]{2,40}[\s,;/]{1,3}pass(?=\s)/gi,
  },
  { what: WHAT, surety: 'sure', pattern: /<(?:password|passwd|pwd|secret|token|api-?key)>/gi },
  { what: WHAT, surety: 'likely', pattern: new RegExp(`${OWN_KEY}${CLOSED}${ASSIGN}`, 'gi') },
  { what: WHAT, surety: 'likely', pattern: new RegExp(`${OWN_KEY}${ABOUT}${SAID}`, 'gi') },
  // Environment lines, whatever the name begins and ends with.
  {
    what: WHAT,
    surety: 'sure',
    pattern: new RegExp(`(?:PASSWORD|PASSWD|_PASS|PWD)[A-Z0-9_]{0,20}${CLOSED}${ASSIGN}`, 'g'),
  },
  {
    what: WHAT,
    surety: 'likely',
    pattern: new RegExp(
      `(?:TOKEN|SECRET|_KEY(?![A-Z])|_PAT(?![A-Z])|_AUTH(?![A-Z])|CREDENTIAL)[A-Z0-9_]{0,20}${CLOSED}${ASSIGN}`,
      'g',
    ),
  },
  // Command lines, headers and `.npmrc`.
  { what: WHAT, surety: 'sure', pattern: /_authToken=/g },
  { what: WHAT, surety: 'sure', pattern: /--?(?:password|passwd|pass|passphrase)(?=\s)/g },
  { what: WHAT, surety: 'likely', pattern: /--(?:[a-z]{1,20}-)?(?:token|api-?key|secret)(?=\s)/g },
  { what: WHAT, surety: 'sure', pattern: /\b(?:mysql|mariadb|mysqldump|sshpass)\b[^\n]{0,120}?\s-p/g },
  { what: WHAT, surety: 'sure', pattern: /\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s{1,3}["']?[^\s:"']{1,60}:/g },
  { what: WHAT, surety: 'unsure', pattern: /\b(?:bearer|basic)(?=\s)/gi },
  {
    what: WHAT,
    surety: 'unsure',
    pattern: /(?:\b(?:password|passwd|passphrase|pw|api[ _-]?key|private[ _-]?key|token))(?=\s)/gi,
  },
  {
    what: WHAT,
    surety: 'sure',
    pattern: /\b(?:2fa|mfa|t?otp)[ _-](?:secret|seed|key)\b(?:\s?[:=]|\sis\s|(?=\s))/gi,
  },
  {
    what: WHAT,
    surety: 'likely',
    pattern: /\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,60}?(?:\s\/\s|[\s,](?:key|psk)\b\s?[:=]?\s)/gi,
  },
  { what: WHAT, surety: 'sure', pattern: /\bredis-cli\b[^\n]{0,120}?\s-a(?=\s)/g },
  { what: WHAT, surety: 'likely', pattern: /\bcookie\b[^\n=]{0,60}=/gi },
  // A name and a password beside each other.
  { what: WHAT, surety: 'likely', pattern: /\blogin\s[\w.@+-]{2,40}\//gi },
  {
    what: WHAT,
    surety: 'sure',
    pattern:
      /\b(?:log(?:in|on|ged in| in)|sign in|credentials?|creds)\b[^\n/|]{0,40}?\s?(?:is|are|:|=|with|as|via|using)\s{1,3}["'`*]{0,2}[\w.@+-]{2,40}["'`*]{0,2}(?:\s\/\s|\s\|\s|\s?:\s?|\/|\sand\s|,\s)/gi,
  },
  {
    what: WHAT,
    surety: 'sure',
    pattern:
      /\b(?:user(?:name)?|login|account)\s?[/&+|]\s?(?:password|passwd|pass|pw|pwd)["'`*]{0,3}\s{0,3}[:：=]?\s{0,3}["'`*]{0,2}[\w.@+-]{2,40}["'`*]{0,2}\s?[/|:,&]\s?/gi,
  },
  ...LANGUAGES.flatMap(({ secrets }) => secrets?.places ?? []).map(([surety, pattern]) => ({
    what: WHAT,
    surety,
    pattern,
  })),
]

/** `use … as the password`; the value is what the second pattern finds before the first. */
const BEFORE: readonly (readonly [words: RegExp, value: RegExp])[] = [
  [
    /\s(?:as|for)\s(?:(?:the|its|a|your|my|our)\s)?(?:[a-z]{1,15}\s){0,2}(?:password|passphrase|passcode|pwd)/gi,
    /\b(?:use|using|used|with|enter|type)\s["'`*]{0,2}([\x21-\x7e]{6,80}?)["'`*]{0,2}$/i,
  ],
  ...LANGUAGES.flatMap(({ secrets }) => secrets?.before ?? []),
]

/** One look tells whether there can be a place at all. */
const HINT = new RegExp(
  `pass|pwd?|secret|token|key|credential|creds|log|sign in|account|bearer|basic|curl|2fa|mfa|otp|wi-?fi|wlan|ssid|redis|cookie|_PAT|_AUTH|mysql|mariadb|kennwort|${alternatives(({ secrets }) => secrets?.hint)}`,
  'i',
)

/** Values where a password or a key is expected, that look like one. */
export function placeSpans(text: string): SecretSpan[] {
  if (!HINT.test(text)) return []
  return [
    ...PLACES.flatMap(place => afterPlace(text, place)),
    ...BEFORE.flatMap(pair => beforePlace(text, pair)),
  ]
}

function afterPlace(text: string, { what, pattern, surety }: Place): SecretSpan[] {
  const spans: SecretSpan[] = []
  let done = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index < done) continue
    const from = match.index + match[0].length
    const judged = valueAt(text, from, JUDGED)
    if (judged === undefined || !isMade(text.slice(judged.start, judged.end), surety)) continue
    const span = judged.end - judged.start < JUDGED ? judged : valueAt(text, from, LONGEST)!
    done = span.end
    spans.push({ what, ...span, prefix: '' })
  }
  return spans
}

function beforePlace(text: string, [words, value]: (typeof BEFORE)[number]): SecretSpan[] {
  return Array.from(text.matchAll(words)).flatMap(({ index }) => {
    const found = value.exec(text.slice(Math.max(0, index - LONGEST_BEFORE), index))
    if (found === null || !isMade(found[1]!, 'likely')) return []
    const start = index - found[0].length + found[0].indexOf(found[1]!)
    return [{ what: WHAT, start, end: start + found[1]!.length, prefix: '' }]
  })
}

const LONGEST_BEFORE = 100
/** So much of a value says what it is; all of it is hidden. */
const JUDGED = 256
const LONGEST = 100_000
const QUOTES = /(?:\s{0,3}\\?["'`“”‘’「『*]){0,4}\s{0,3}/y
const VALUE = /[\x21-\x7e]*/y

/** Up to the closing quote; without one, up to white space, a sign that ends it, or what is not ASCII. */
function valueAt(text: string, from: number, longest: number): { start: number; end: number } | undefined {
  const opened = stickyMatch(QUOTES, text, from)
  const start = from + opened.length
  const rest = stickyMatch(VALUE, text.slice(start, start + longest), 0)
  const quote = /["'`]/.exec(opened)?.[0]
  const closed = quote === undefined ? -1 : rest.indexOf(quote)
  const cut = closed === -1 ? (/["`<>;]|\\\\[nrt]/.exec(rest)?.index ?? rest.length) : closed
  const value = rest.slice(0, cut).replace(/[\\,;:.)\]}>'*_]{1,20}$/, '')
  // A value that goes on with dots is the beginning of one.
  const isCut = /^(?:\.{3}|…)/.test(text.slice(start + value.length, start + value.length + 3))
  return value === '' || isCut ? undefined : { start, end: start + value.length }
}

function stickyMatch(pattern: RegExp, text: string, from: number): string {
  const sticky = new RegExp(pattern)
  sticky.lastIndex = from
  return sticky.exec(text)?.[0] ?? ''
}
