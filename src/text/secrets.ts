import { alternatives, LANGUAGES, type Surety } from '../languages/index.ts'
import type { Range } from './markdown.ts'
import { isMade, keySpans, type SecretSpan, tokenSpans, VARIABLE } from './secret-shapes.ts'

/** What looks like a key or a password, and where in the text it stands. */
export interface SecretMatch extends Range {
  readonly what: string
  /** Enough to find it by, never enough to use it. */
  readonly masked: string
}

/** What stands for a secret in all that is shown. */
export const HIDDEN = '••••••'

/** All that looks like a secret, in the order of the text; none overlaps another. */
export function findSecrets(shown: string): SecretMatch[] {
  const text = narrow(shown)
  const found = [
    ...keySpans(text),
    ...tokenSpans(text),
    ...awsSpans(text),
    ...urlSpans(text),
    ...placeSpans(text),
    ...codeSpans(text),
  ]
  return joined(found.sort((a, b) => a.start - b.start)).map(({ what, start, end, prefix }) => ({
    what,
    start,
    end,
    masked: prefix + HIDDEN,
  }))
}

/** Full-width letters and digits as plain ones, each at its place. */
const narrow = (text: string): string =>
  text.replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g, each =>
    String.fromCharCode(each.charCodeAt(0) - 0xfee0),
  )

/** Where two overlap, all of both is hidden; the one that knows the service gives the name. */
function joined(spans: readonly SecretSpan[]): SecretSpan[] {
  const whole: SecretSpan[] = []
  for (const span of spans) {
    const last = whole.at(-1)
    if (last === undefined || span.start >= last.end) whole.push(span)
    else whole[whole.length - 1] = both(last, span)
  }
  return whole
}

function both(first: SecretSpan, second: SecretSpan): SecretSpan {
  const named = first.prefix !== '' || second.prefix === '' ? first : second
  const prefix = named.start === first.start ? named.prefix : ''
  return { what: named.what, start: first.start, end: Math.max(first.end, second.end), prefix }
}

/** Forty letters behind this name are nothing else, however much they look like words. */
const AWS_SECRET =
  /secret[_ ]?(?:access[_ ]?)?key["'`*]{0,3}\s{0,5}(?::=|=>|[:=])\s{0,5}["'`]{0,2}([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi

function awsSpans(text: string): SecretSpan[] {
  return Array.from(text.matchAll(AWS_SECRET))
    .filter(([, value]) => !/EXAMPLEKEY$|x{6}/i.test(value!))
    .map(match => spanOf('an AWS secret key', match, match[1]!))
}

/** `postgres://user:password@host`; the password alone is the secret. The last `@` ends it. */
const IN_URL =
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,100}:([^\s/"'`<>]{1,200})@(?=[\w[])/gi
/** `https://token@github.com` */
const USER_IN_URL = /:\/\/([A-Za-z0-9_.~-]{20,200})(?::x-oauth-basic)?@(?=\w)/g
const X_OAUTH = /:\/\/([^\s"'`<>]{1,256}):x-oauth-basic@/g

const URL_STAND_IN =
  /x{3}|\*{3}|\.{3}|…|^[<[{$%(]|\$\{|\{\{|\}|example|placeholder|your[-_]?|change_?me|dummy|redacted|^hunter2$|^(?:my|the|db|user)?_?(?:pass|passwd|password|pwd|pw|secret|token|credentials?|key)$|^(.)\1*$|^\d{2,5}[,;)]/i
const isStandIn = (value: string): boolean => URL_STAND_IN.test(value) || VARIABLE.test(value)

function urlSpans(text: string): SecretSpan[] {
  if (!text.includes('://')) return []
  const passwords = Array.from(text.matchAll(IN_URL)).filter(
    ([, value]) => value!.length > 2 && !isStandIn(value!) && value !== 'x-oauth-basic',
  )
  const users = Array.from(text.matchAll(USER_IN_URL)).filter(([, value]) => isMade(value!, 'likely'))
  const oauth = Array.from(text.matchAll(X_OAUTH)).filter(([, value]) => !isStandIn(value!))
  return [
    ...passwords.map(match => spanOf('a password in an address', match, match[1]!)),
    ...[...users, ...oauth].map(match => spanOf('a token in an address', match, match[1]!)),
  ]
}

function spanOf(what: string, match: RegExpExecArray, value: string): SecretSpan {
  const start = match.index + match[0].lastIndexOf(value)
  return { what, start, end: start + value.length, prefix: '' }
}

/** The text with every secret hidden, to be shown. */
export function maskSecrets(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, masked } of findSecrets(text)) {
    parts.push(text.slice(from, start), masked)
    from = end
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
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

/** Words after which a secret may follow, and how sure they are. Every repetition has a bound: the search stays linear. */
const PLACES: readonly (readonly [Surety, RegExp])[] = [
  ['sure', new RegExp(`${PASSWORD}${CLOSED}${ASSIGN}`, 'gi')],
  ['sure', new RegExp(`${PASSWORD}${ABOUT}(?:${SAID}|\\s?[:：=])`, 'gi')],
  ['sure', new RegExp(`${PASSWORD}\\s?[(][^)\\n]{1,30}[)]\\s?[:=]`, 'gi')],
  // `pass` alone is mostly another word.
  ['likely', new RegExp(`\\bpass(?:\\s?[:=]|${SAID})`, 'gi')],
  ['likely', /\b(?:user(?:name)?|login)\b[:=]?\s[\w.@+-]{2,40}[\s,;/]{1,3}pass(?=\s)/gi],
  ['sure', /<(?:password|passwd|pwd|secret|token|api-?key)>/gi],
  ['likely', new RegExp(`${OWN_KEY}${CLOSED}${ASSIGN}`, 'gi')],
  ['likely', new RegExp(`${OWN_KEY}${ABOUT}${SAID}`, 'gi')],
  // Environment lines, whatever the name begins and ends with.
  ['sure', new RegExp(`(?:PASSWORD|PASSWD|_PASS|PWD)[A-Z0-9_]{0,20}(?:${CLOSED}${ASSIGN}|\\s(?=["']))`, 'g')],
  [
    'likely',
    new RegExp(
      `(?:TOKEN|SECRET|_KEY(?![A-Z])|_PAT(?![A-Z])|_AUTH(?![A-Z])|CREDENTIAL)[A-Z0-9_]{0,20}${CLOSED}${ASSIGN}`,
      'g',
    ),
  ],
  // Command lines, headers and `.npmrc`.
  ['sure', /_authToken=/g],
  ['sure', /--?(?:password|passwd|pass|passphrase)(?=\s)/g],
  ['likely', /--(?:[a-z]{1,20}-)?(?:token|api-?key|secret)(?=\s)/g],
  ['sure', /\b(?:mysql|mariadb|mysqldump|sshpass)\b[^\n]{0,120}?\s-p/g],
  ['sure', /\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s{1,3}["']?[^\s:"']{1,60}:/g],
  ['unsure', /\b(?:bearer|basic)(?=\s)/gi],
  ['unsure', /(?:\b(?:password|passwd|passphrase|pw|api[ _-]?key|private[ _-]?key|token))(?=\s)/gi],
  ['sure', /\b(?:2fa|mfa|t?otp)[ _-](?:secret|seed|key)\b(?:\s?[:=]|\sis\s|(?=\s))/gi],
  ['likely', /\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,60}?(?:\s\/\s|[\s,](?:key|psk)\b\s?[:=]?\s)/gi],
  ['sure', /\bWIFI:[^\n]{0,120}?;P:/g],
  ['unsure', new RegExp(`\\bkey\\s(?:to|for|of)\\s[^\\n:=,.;]{1,50}?${SAID}`, 'gi')],
  ['sure', /\bredis-cli\b[^\n]{0,120}?\s-a(?=\s)/g],
  ['likely', /\bcookie\b[^\n=]{0,60}=/gi],
  // A name and a password beside each other.
  ['likely', /\b(?:login|creds|credentials?)\s[\w.@+-]{2,40}(?:\s?[/:]\s?|\s)/gi],
  ['unsure', /\b(?:root|admin(?:istrator)?)\s?[:/](?!x:)/gi],
  [
    'sure',
    /\b(?:log(?:in|on|ged in| in)|sign in|credentials?|creds)\b[^\n/|]{0,40}?\s?(?:is|are|:|=|with|as|via|using)\s{1,3}["'`*]{0,2}[\w.@+-]{2,40}["'`*]{0,2}(?:\s\/\s|\s\|\s|\s?:\s?|\/|\sand\s|,\s)/gi,
  ],
  [
    'sure',
    /\b(?:user(?:name)?|login|account)\s?[/&+|]\s?(?:password|passwd|pass|pw|pwd)["'`*]{0,3}\s{0,3}[:：=]?\s{0,3}["'`*]{0,2}[\w.@+-]{2,40}["'`*]{0,2}\s?[/|:,&]\s?/gi,
  ],
  ...LANGUAGES.flatMap(({ secrets }) => secrets?.places ?? []),
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
  `pass|pwd?|secret|token|key|credential|creds|log|sign in|account|bearer|basic|curl|2fa|mfa|otp|wi-?fi|wlan|ssid|redis|cookie|root|admin|_PAT|_AUTH|mysql|mariadb|kennwort|${alternatives(({ secrets }) => secrets?.hint)}`,
  'i',
)

/** Values where a password or a key is expected, that look like one. */
function placeSpans(text: string): SecretSpan[] {
  if (!HINT.test(text)) return []
  return [
    ...PLACES.flatMap(place => afterPlace(text, place)),
    ...BEFORE.flatMap(pair => beforePlace(text, pair)),
  ]
}

function afterPlace(text: string, [surety, pattern]: (typeof PLACES)[number]): SecretSpan[] {
  const spans: SecretSpan[] = []
  let done = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index < done) continue
    const from = match.index + match[0].length
    const judged = valueAt(text, from, JUDGED)
    if (judged === undefined || !isMade(text.slice(judged.start, judged.end), surety)) continue
    const span = judged.end - judged.start < JUDGED ? judged : valueAt(text, from, LONGEST)!
    done = span.end
    spans.push({ what: WHAT, ...span, prefix: '' })
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
/** What is said may stand in a list below it. */
const QUOTES = /(?:[ \t]{0,3}\n[ \t]{0,8}[-*+] )?(?:\s{0,3}\\?["'`“”‘’「『*]){0,4}\s{0,3}/y
const VALUE = /[\x21-\x7e]*/y

/** Up to the closing quote; without one, up to white space, a sign that ends it, or what is not ASCII. */
function valueAt(text: string, from: number, longest: number): Range | undefined {
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

const CODE_SAID = String.raw`\s{0,2}(?:(?:[:：=]|is(?: now)?|are|was|${alternatives(({ secrets }) => secrets?.said)})\s{0,3}|\s)["'\u0060*]{0,2}`

const CODE = String.raw`(?=[a-z-]{0,12}\d)[a-z\d]{4,6}(?:-?[a-z\d]{4,6}){1,5}\b`

/** What is a secret by its name however plain it looks: digits of a door, words of a wallet. The last group is the value. */
const CODES: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a code or PIN',
    new RegExp(
      String.raw`\b(?:PIN|(?:[Mm]y|[Hh]is|[Hh]er|[Oo]ur|SIM|[Cc]ard) [Pp]in|(?:PIN|[Pp]in|[Pp]ass|[Dd]oor|[Gg]ate|[Aa]larm|[Ss]afe|[Uu]nlock|[Ee]ntry)[ -]?(?:[Cc]ode|[Nn]umber|PIN|pin))(?:\s(?:for|of|to)\s[^\n:=,.]{1,40}?)?${CODE_SAID}(\d{4,12}#?)(?![\d.:/-]*\d|\s?(?:ms|px|%|lines|bytes|times))`,
      'g',
    ),
  ],
  ...LANGUAGES.flatMap(({ secrets }) => secrets?.codes ?? []),
  [
    'a passphrase',
    /\bpassphrase(?:\sis|\s?[:=])?\s{0,3}["'`“](?![^"'`”\n]{0,80}\b(?:a|at|enter|for|here|is|must|not|of|please|the|to|your)\b)([a-z]{2,12}(?:[ -][a-z]{2,12}){3,9})["'`”]/gi,
  ],
  [
    'recovery codes',
    new RegExp(
      String.raw`\b(?:recovery|backup|scratch) codes?(?: are| is|:)?\s{1,3}(${CODE}(?:[\s,]{1,3}(?:and\s)?${CODE}){0,19})`,
      'gi',
    ),
  ],
  [
    'a recovery phrase',
    new RegExp(
      String.raw`(?:\b(?:seed|recovery|mnemonic|backup) (?:phrase|words)|\bmnemonic)\s{0,2}(?:[:：=]|is|${alternatives(({ secrets }) => secrets?.said)})\s{0,3}["'\u0060]{0,2}((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})\b`,
      'gi',
    ),
  ],
]

const CODE_HINT = new RegExp(
  `code|pin|number|phrase|words|mnemonic|${alternatives(({ secrets }) => secrets?.hint)}`,
  'i',
)

function codeSpans(text: string): SecretSpan[] {
  if (!CODE_HINT.test(text)) return []
  return CODES.flatMap(([what, pattern]) =>
    Array.from(text.matchAll(pattern), match => spanOf(what, match, match[1]!)),
  )
}
