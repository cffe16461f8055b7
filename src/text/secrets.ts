import { codeSpans } from './secret-codes.ts'
import { placeSpans } from './secret-places.ts'
import { keySpans, type SecretSpan, tokenSpans } from './secret-tokens.ts'
import { isMade } from './secret-values.ts'

/** What looks like a key or a password, and where in the text it stands. */
export interface SecretMatch {
  readonly what: string
  readonly start: number
  readonly end: number
  /** Enough to find it by, never enough to use it. */
  readonly masked: string
}

/** What stands for a secret in all that is shown. */
export const HIDDEN = '••••••'

const URL_HINT = '://'

/** All that looks like a secret, in the order of the text; none overlaps another. */
export function findSecrets(text: string): SecretMatch[] {
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
  /secret_?access_?key["'`*]{0,3}\s{0,5}(?::=|=>|[:=])\s{0,5}["'`]{0,2}([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi

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
/** `postgres://DB_USER:DB_PASSWORD@…` */
const CONSTANT = /^[A-Z]{1,30}(?:_[A-Z0-9]{1,30}){1,10}$/

const isStandIn = (value: string): boolean => URL_STAND_IN.test(value) || CONSTANT.test(value)

function urlSpans(text: string): SecretSpan[] {
  if (!text.includes(URL_HINT)) return []
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
