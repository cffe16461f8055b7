/** How sure the words before a value are: `password: …` is surer than `token …`. */
export type Surety = 'sure' | 'likely' | 'unsure'

/** Whether a value is one that somebody made up to be secret: no stand-in for it, no code, no name, no word. */
export function isMade(value: string, surety: Surety): boolean {
  if (value.length < SHORTEST[surety] || (surety === 'unsure' && value.startsWith('$'))) return false
  if (!/\d/.test(value) && (!/[A-Z]/.test(value) || !/[a-z]/.test(value))) return false
  if (STAND_IN.test(value) || isCode(value)) return false
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
const STAND_IN =
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

const NAMES: readonly RegExp[] = [
  /^[A-Z]{1,30}[0-9]{0,4}(?:_[A-Z0-9]{1,30}){1,10}$/,
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
