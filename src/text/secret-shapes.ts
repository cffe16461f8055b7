import type { Surety } from '../languages/index.ts'
import type { Range } from './markdown.ts'

/** A place in a text that looks like a key or a password. */
export interface SecretSpan extends Range {
  readonly what: string
  /** What of it may be shown: the prefix that a service gives to all its tokens. */
  readonly prefix: string
}

/**
 * What comes before a token may be a digit, a sign or Chinese, and no Latin letter: `task-…` is no `sk-…`. The
 * letter that ends an escape sequence of a terminal, or is one of JSON, is none.
 */
const START = '(?:(?<![A-Za-z])|(?<=[\\[\\u009b][0-9;]{1,12}[A-Za-z])|(?<=\\\\[nrt]))'

/** The first group is the prefix that every token of the service has. A bound on every repetition keeps the search linear. */
const token = (pattern: string): RegExp => new RegExp(START + pattern, 'g')

/** Formats that services give their tokens. */
const TOKENS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an AWS access key', token('(AKIA|ASIA|A3T[A-Z0-9])[0-9A-Z]{16}(?![A-Za-z0-9])')],
  ['a GitHub token', token('(gh[pousr]_)[A-Za-z0-9_]{36,255}')],
  ['a GitHub token', token('(github_pat_)[A-Za-z0-9_]{22,255}')],
  [
    'a GitHub token',
    token('(ghs_)[0-9]{1,20}_[A-Za-z0-9_-]{1,1000}\\.[A-Za-z0-9_-]{1,10000}\\.[A-Za-z0-9_-]{1,1000}'),
  ],
  ['a GitLab token', token('(gl(?:pat|dt|rt|ptt|soat|cbt)-)[A-Za-z0-9_-]{20,128}')],
  ['a Slack token', token('(xox[abceoprs]-|xapp-)[A-Za-z0-9-]{10,250}')],
  [
    'a Slack web hook',
    /(hooks\.slack\.com\/services\/)T[A-Za-z0-9]{6,40}\/B[A-Za-z0-9]{6,40}\/[A-Za-z0-9]{10,40}/gi,
  ],
  ['a Discord web hook', /(discord(?:app)?\.com\/api\/webhooks\/)\d{15,22}\/[A-Za-z0-9_-]{40,100}/gi],
  ['a Google API key', token('(AIza)[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])')],
  ['a Google client secret', token('(GOCSPX-)[A-Za-z0-9_-]{24,40}')],
  ['an Anthropic key', token('(sk-ant-)[a-z0-9]{2,8}-[A-Za-z0-9_-]{20,200}')],
  ['an OpenAI key', token('(sk-(?:proj|svcacct|admin)-)[A-Za-z0-9_-]{20,250}')],
  ['an OpenRouter key', token('(sk-or-)v1-[A-Za-z0-9]{32,100}')],
  ['an OpenAI key', token('(sk-)[A-Za-z0-9]{32,250}')],
  ['a Stripe key', token('((?:sk|rk)_(?:live|test)_|whsec_)[A-Za-z0-9]{16,200}')],
  ['an npm token', token('(npm_)[A-Za-z0-9_]{36}(?![A-Za-z0-9_])')],
  ['a PyPI token', token('(pypi-)[A-Za-z0-9_-]{50,250}')],
  ['a SendGrid key', token('(SG\\.)[A-Za-z0-9_-]{16,128}\\.[A-Za-z0-9_-]{16,128}')],
  ['a Hugging Face token', token('(hf_)[A-Za-z0-9]{30,60}')],
  ['a Groq key', token('(gsk_)[A-Za-z0-9]{40,80}')],
  ['an xAI key', token('(xai-)[A-Za-z0-9]{60,100}')],
  ['a DigitalOcean token', token('(do[opr]_v1_)[a-f0-9]{64}')],
  ['a Docker token', token('(dckr_(?:pat|oat)_)[A-Za-z0-9_-]{20,60}')],
  ['a Shopify token', token('(shp(?:at|ca|pa|ss)_)[A-Za-z0-9]{32,64}')],
  ['a Linear key', token('(lin_(?:api|oauth)_)[A-Za-z0-9_]{32,128}')],
  ['a Notion token', token('(ntn_)[0-9]{11}[A-Za-z0-9]{35}')],
  ['a Grafana token', token('(glc_)[A-Za-z0-9+/]{32,400}={0,2}')],
  ['a Grafana token', token('(glsa_)[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}')],
  ['a Vault token', token('(hv[sbr]\\.)[A-Za-z0-9_-]{24,300}')],
  ['a Vercel token', token('(vc[piark]_)[A-Za-z0-9]{20,60}(?![A-Za-z0-9])')],
  ['a Databricks token', token('(dapi)[A-Fa-f0-9]{32}(?:-[0-9])?(?![A-Fa-f0-9])')],
  ['a Figma token', token('(fig[duo]r?_)[A-Za-z0-9_-]{40,200}')],
  ['a Cloudflare token', token('(cf(?:k|ut|at)_)[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])')],
  ['a Tailscale key', token('(tskey-)[a-z]{2,20}-[0-9A-Za-z_]{8,40}-[0-9A-Za-z_]{16,60}')],
  ['a 1Password token', token('(ops_)ey[A-Za-z0-9+/=]{100,1300}')],
  ['an age key', token('(AGE-SECRET-KEY-)1[A-Z0-9]{58}')],
  ['a Telegram bot token', token('()(?<!\\d)\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])')],
  [
    'a JSON web token',
    token('()eyJ[A-Za-z0-9_-]{10,1000}\\.eyJ[A-Za-z0-9_-]{10,4000}\\.[A-Za-z0-9_-]{20,1000}'),
  ],
]

/** One look tells whether any token can be there. */
const HINT = new RegExp(
  `${START}(?:AKIA|ASIA|A3T|gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|soat|cbt)-|xox[abceoprs]-|xapp-|AIza|GOCSPX|sk-|[sr]k_|whsec_|npm_|pypi-|SG\\.|hf_|gsk_|xai-|do[opr]_v1_|dckr_|shp(?:at|ca|pa|ss)_|lin_|ntn_|gl(?:c|sa)_|hv[sbr]\\.|vc[piark]_|dapi|fig[duo]r?_|cf(?:k|ut|at)_|tskey-|ops_|AGE-|eyJ|\\d{8,10}:AA)|/services/T|/webhooks/`,
)

/** `npm_config_registry`, `glpat-your-token-here`: words between signs, as names are made. */
const NAME = /^[a-z]{1,30}(?:[-_][a-z]{1,30}){1,20}$|^[A-Z]{1,30}(?:[-_][A-Z]{1,30}){1,20}$/
const STAND_IN = /x{6}|\*{3}|your[-_]?(?:api|key|token|secret|own)|placeholder|redacted/i
/** Amazon ends the keys of its documents with this. */
const AMAZON_EXAMPLE = /EXAMPLE(?:KEY)?$/

export function tokenSpans(text: string): SecretSpan[] {
  if (!HINT.test(text)) return []
  return TOKENS.flatMap(([what, pattern]) =>
    Array.from(text.matchAll(pattern), match => ({ what, match }))
      .filter(({ match }) => isToken(match[0], match[1]!))
      .map(({ match }) => ({
        what,
        start: match.index,
        end: match.index + match[0].length,
        prefix: match[1]!,
      })),
  )
}

function isToken(whole: string, prefix: string): boolean {
  const rest = whole.slice(prefix.length)
  if (STAND_IN.test(whole) || NAME.test(rest)) return false
  if (/^A/.test(prefix) && AMAZON_EXAMPLE.test(whole)) return false
  // `sk-ant-example-key-example-key`: nothing is left of it but the word.
  return rest.replace(/example|sample|dummy|fake|test|token|key|[-_.]/gi, '').length >= rest.length / 2
}

const BEGIN = '-----BEGIN '
const KEY = /^-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/
const END = '-----END '
/** Longer than any key that is written down. */
const LONGEST_KEY = 20_000
/** A piece of the middle of a key, also where it is written as one line with `\n`. */
const KEY_PIECE = /^[>|"'\\n]{0,4}[A-Za-z0-9+/=\\]{20,}/
const KEY_HEADER = /^(?:Proc-Type|DEK-Info|Version|Comment):/
const LAST_PIECE = /^[A-Za-z0-9+/]{1,63}={0,2}$/

/** Private keys, with all that belongs to them. */
export function keySpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (let at = text.indexOf(BEGIN); at !== -1; ) {
    const line = KEY.exec(text.slice(at, at + 80))?.[0]
    const end = line === undefined ? at + BEGIN.length : endOfKey(text, at + line.length)
    if (line !== undefined && !isStandInKey(text.slice(at + line.length, end)))
      spans.push({ what: 'a private key', start: at, end, prefix: `${BEGIN}PRIVATE KEY` })
    at = text.indexOf(BEGIN, end)
  }
  return spans
}

/** To the end of its last line, or, where that is missing, as far as the text looks like a key. */
function endOfKey(text: string, from: number): number {
  const furthest = Math.min(from + LONGEST_KEY, text.length)
  const next = text.slice(from, furthest).indexOf(BEGIN)
  const window = text.slice(from, next === -1 ? furthest : from + next)
  const end = window.indexOf(END)
  if (end === -1) return from + keyTextLength(window)
  const close = window.indexOf('-----', end + END.length)
  return from + (close === -1 || close > end + 80 ? end + END.length : close + 5)
}

function keyTextLength(text: string): number {
  let length = 0
  for (const line of text.matchAll(/[^\n]+/g)) {
    const words = line[0].trim().split(/\s+/)
    const isLast = length > 0 && words.length === 1 && LAST_PIECE.test(words[0]!)
    if (words[0] === '' || KEY_HEADER.test(words[0]!) || words.every(word => KEY_PIECE.test(word)) || isLast)
      length = line.index + line[0].length
    else if (line.index > 0 || !KEY_PIECE.test(words[0]!)) break
    else return line[0].length - line[0].trimStart().length + words[0]!.length
  }
  return length
}

/** Dots, stars or a remark in its place. */
const isStandInKey = (rest: string): boolean =>
  rest.includes(END) && !/[A-Za-z0-9+/=]{16}/.test(rest.slice(0, rest.indexOf(END)).replace(/x{4,}/gi, ''))

/** Whether a value is one that somebody made up to be secret: no stand-in for it, no code, no name, no word. */
export function isMade(value: string, surety: Surety): boolean {
  if (value.length < SHORTEST[surety] || (surety === 'unsure' && value.startsWith('$'))) return false
  if (!/\d/.test(value) && (!/[A-Z]/.test(value) || !/[a-z]/.test(value))) return false
  if (VALUE_STAND_IN.test(value) || isCode(value)) return false
  if (UUID.test(value)) return surety !== 'unsure'
  if (isPath(value, surety) || isName(value, surety)) return false
  const shape = shapeOf(value)
  if (value.length >= LONG && isRandom(shape)) return true
  return MADE[surety](shape)
}

const SHORTEST: Readonly<Record<Surety, number>> = { sure: 6, likely: 6, unsure: 8 }
/** From here on chance shows: letters and digits change places more often than in words. */
const LONG = 16

interface Shape {
  readonly length: number
  readonly digits: number
  readonly signs: number
  /** Small letters, capital letters, both, or none. */
  readonly cases: 0 | 1 | 2
  /** Letters and digits in a row, on average: three and more in names, about two in what chance made. */
  readonly run: number
}

/** A short value needs more of a mix the less its place says. */
const MADE: Readonly<Record<Surety, (shape: Shape) => boolean>> = {
  sure: ({ length, digits, signs, cases }) =>
    digits === length ||
    (digits > 0 && signs > 0) ||
    (digits > 0 && cases === 2) ||
    (digits > 1 && cases > 0) ||
    (signs > 0 && cases === 2 && length >= 8),
  likely: ({ digits, signs, cases }) => digits > 0 && cases > 0 && (signs > 0 || cases === 2),
  unsure: ({ digits, signs, cases, run }) =>
    (cases === 2 && digits > 0 && (signs > 0 || (digits > 1 && run < 3))) ||
    (cases > 0 && digits > 1 && signs > 1),
}

function shapeOf(value: string): Shape {
  const count = (pattern: RegExp) => value.match(pattern)?.length ?? 0
  const runs = count(/[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g)
  const cases = Number(/[a-z]/.test(value)) + Number(/[A-Z]/.test(value))
  return {
    length: value.length,
    digits: count(/[0-9]/g),
    signs: count(/[!@#$%^&*+=~?|\\]/g),
    cases: cases as Shape['cases'],
    run: runs === 0 ? 0 : count(/[A-Za-z0-9]/g) / runs,
  }
}

function isRandom({ digits, signs, cases, run }: Shape): boolean {
  if (run === 0 || cases === 0) return false
  if (digits > 1) return run < 3.2
  return cases === 2 && (run < 2.6 || (digits + signs > 0 && run < 3))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What people and documents write in the place of a secret. */
const VALUE_STAND_IN =
  /x{3}|\*{3}|\.{3}|[…•]|^[<[(]|example|placeholder|change[-_]?(?:me|this|it)|your[-_]|dummy|redacted|masked|replace[-_]?(?:me|with|this)|insert[-_]|^hunter2$|(?:^|[-_.])(?:my|some|your)[-_]?(?:secret|password|passwd|token|key|api)|(?:^|[-_.])(?:fake|sample|todo|tbd|foo|bar|none|null|secret|password|passwd|token|key)(?:[-_.]|$)/i

const CODE: readonly RegExp[] = [
  // $TOKEN, ${TOKEN}, $(cat token), {{ token }}, {token}, %TOKEN%, @token
  /^\$\{?[A-Za-z_][\w.]*\}?$|^\$[({]|\$\{|\{\{|^\{[\w.-]*\}?$|^%[A-Za-z_]\w*%$|^@[A-Za-z_.]+$/,
  /^(?:process|os|env|config|settings|import|this|self|secrets|vars|system|module|vault|op)(?:[.[(:]|$)/i,
  // getToken(), tokens[0], user.token, Auth::token, token->value
  /^[A-Za-z_$][\w$.:]*(?:\([\w$.,:"' ]*\)?[;,]?$|\[)|^[A-Za-z_$][\w$]*(?:[.:]{1,2}[\w$]+)+\(/,
  /^[a-z_$][A-Za-z_$]*\d{0,2}(?:(?:\.|::|->|\?\.)[A-Za-z_$]+\d{0,2})+$/,
  /^[=>&|]|^\/\/|^[a-z][a-z0-9+.-]{0,20}:\/\//i,
  // A file, a hash that says which it is, a signed integrity sum.
  /\.(?:env|json|ya?ml|mdx?|[cm]?[jt]sx?|py|toml|txt|sh|go|rs|rb|java|html?|css|sql|lock|log|xml|ini|cfg|conf|pem|key|csv|png|svg)(?:[:#]\S*)?$/i,
  /^(?:sha-?\d{1,3}|md5)[:-]/i,
]

const isCode = (value: string): boolean => CODE.some(pattern => pattern.test(value))

function isPath(value: string, surety: Surety): boolean {
  const parts = value.split('/')
  if (parts.length < 2 || !parts.every(isPathPart)) return false
  const { digits, cases } = shapeOf(value)
  return surety !== 'sure' || digits === 0 || cases < 2 || /^[/.~@]/.test(value)
}

const isPathPart = (part: string): boolean =>
  /^[\w.@~-]*$/.test(part) &&
  (!/[A-Z]/.test(part) || !/[a-z].*\d|\d.*[a-z]/.test(part) || shapeOf(part).run >= 3)

/** `DB_PASSWORD`, `S3_KEY_2`: no part of the name of a variable has more than two digits behind its letters. */
export const VARIABLE = /^(?:[A-Z]{2,30}\d{0,2}|[A-Z]\d?)(?:_(?:[A-Z]{2,30}\d{0,2}|[A-Z]\d?|\d{1,4})){1,10}$/

const NAMES: readonly RegExp[] = [
  VARIABLE,
  // Where passwords are kept, and how they are stored and sent.
  /^(?:1password|bitwarden|keepass|lastpass|dashlane|keychain|oauth|openid|jw[tks]|saml|totp|2fa|base\d\d|hex|utf-?\d|ascii|md5|sha-?\d|hmac|bcrypt|scrypt|argon2|pbkdf2|aes|rsa|ed25519|ecdsa|[hre]s\d{3}|x\.?509|pkcs|http\d?|ipv[46]|python\d?|node\d|web3|auth0|k8s|s3|ec2)(?![a-z])/i,
  // A day, a version, an address of a machine, an amount, a mail address, an issue.
  /^\d{4}-\d\d(?:-\d\d(?:[T_].{0,30})?)?$|^v?\d{1,5}(?:\.\d{1,5}){1,4}(?:[-+:/].{0,20})?$|^\d{1,3}(?:,\d{3})+$/,
  /^\d{1,6}(?:[-–]\d{1,6})?[-_+]?(?:%|x|k|ms|s|h|d|[kmg]?b|char|byte|bit|day|hour|min|sec|digit|letter|word|token|time|user|line)[a-z]{0,8}\+?$/i,
  /^[^@\s]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,30})*\.[a-z]{2,10}$|^[a-z][\w.-]{0,60}:\d{2,5}$|^[A-Za-z-]{0,20}#\d+$/,
]

/** `db-prod-2`, `accessTokenV2`: no password, but perhaps the name of a key. */
const WORDS = /^(?:[a-z]{1,30}\d{0,4}|\d{1,4})(?:[-_.:/](?:[a-z]{1,30}\d{0,4}|\d{1,4})){1,20}$/i
const CAMEL = /^[A-Za-z]{1,40}\d?[A-Za-z]{0,40}\d{0,2}$/

function isName(value: string, surety: Surety): boolean {
  if (NAMES.some(pattern => pattern.test(value))) return true
  if (surety === 'sure') return false
  return WORDS.test(value) || (CAMEL.test(value) && shapeOf(value).run >= 3)
}
