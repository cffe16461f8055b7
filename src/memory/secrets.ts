/** What looks like a key or a password, and where in the text it stands. */
export interface SecretMatch {
  readonly what: string
  readonly start: number
  readonly end: number
  /** Enough to find it by, never enough to use it. */
  readonly masked: string
}

/** Formats that services give their tokens; a prefix of four and more makes a false alarm rare. */
const TOKENS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/g],
  ['an AWS access key', /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/g],
  ['a GitHub token', /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g],
  ['a GitLab token', /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,64}/g],
  ['a Slack token', /(?<![A-Za-z0-9])xox[abeprs]-[A-Za-z0-9-]{10,200}/g],
  ['a Slack web hook', /hooks\.slack\.com\/services\/T[A-Z0-9]{6,12}\/B[A-Z0-9]{6,12}\/[A-Za-z0-9]{20,30}/g],
  ['a Google API key', /(?<![A-Za-z0-9])AIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g],
  ['a Google client secret', /(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{24,40}/g],
  ['an Anthropic key', /(?<![A-Za-z0-9])sk-ant-[a-z0-9]{2,8}-[A-Za-z0-9_-]{20,200}/g],
  [
    'an OpenAI key',
    /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,200}|[A-Za-z0-9]{32,64})(?![A-Za-z0-9])/g,
  ],
  ['a Stripe key', /(?<![A-Za-z0-9])(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,200}/g],
  ['an npm token', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g],
  ['a PyPI token', /(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{50,250}/g],
  ['a SendGrid key', /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g],
  ['a Hugging Face token', /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,60}/g],
  ['a DigitalOcean token', /(?<![A-Za-z0-9])do[opr]_v1_[a-f0-9]{64}/g],
  ['a Docker token', /(?<![A-Za-z0-9])dckr_pat_[A-Za-z0-9_-]{20,60}/g],
  ['a Shopify token', /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g],
  ['a Linear key', /(?<![A-Za-z0-9])lin_api_[A-Za-z0-9]{32,60}/g],
  ['a Telegram bot token', /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g],
  [
    'a JSON web token',
    /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{20,1000}/g,
  ],
]

/** `postgres://user:password@host`; the password alone is the secret. */
const IN_URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{1,60}:([^\s/@"'`<>]{3,100})@/gi

/** `password: hunter2!`, `API_KEY="…"`, 密码：…; whether the value is one is looked at below. */
const ASSIGNED =
  /(?:pass(?:word|wd|phrase)|pwd|secret|api[_ -]?key|access[_ -]?key|auth[_ -]?token|access[_ -]?token|client[_ -]?secret|密码|口令|密钥)["'`*]{0,3}\s{0,3}(?:[:=：]|is|是|为)\s{0,3}["'`*]{0,3}([^\s"'`*<>,;，。；]{6,200})/gi

const PLACEHOLDER =
  /x{4}|\*{3}|\.{3}|…|^[<[{$%(]|example|placeholder|your[-_]|changeme|change_me|dummy|fake|sample|redacted|masked|hunter2|^(?:process|os|env|config|settings|import)\b|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|\(|\$\{|\/|\.(?:env|json|ya?ml|md|ts|js|py|toml|txt)\b/i

/** All that looks like a secret, in the order of the text; none overlaps another. */
export function findSecrets(text: string): SecretMatch[] {
  const found: SecretMatch[] = []
  const add = (what: string, start: number, value: string, masked: string) => {
    const end = start + value.length
    if (!found.some(one => start < one.end && one.start < end)) found.push({ what, start, end, masked })
  }
  for (const [what, pattern] of TOKENS)
    for (const match of text.matchAll(pattern)) {
      if (!/EXAMPLE|x{6}|\*{3}/i.test(match[0])) add(what, match.index, match[0], maskToken(match[0]))
    }
  for (const match of text.matchAll(IN_URL)) {
    const value = match[1]!
    if (!PLACEHOLDER.test(value) && !/^(?:pass|password|pwd|pw|secret|token)$/i.test(value))
      add('a password in an address', match.index + match[0].lastIndexOf(`:${value}@`) + 1, value, HIDDEN)
  }
  for (const match of text.matchAll(ASSIGNED)) {
    const value = match[1]!
    if (looksMade(value))
      add('a password or key', match.index + match[0].length - value.length, value, HIDDEN)
  }
  return found.sort((a, b) => a.start - b.start)
}

const HIDDEN = '••••••'

/** The prefix tells the service, and that is all that is told. */
const maskToken = (token: string): string => `${token.slice(0, 4)}${HIDDEN}`

/** A value that nobody would write as a word: letters with digits or signs, and not a name, a path or a stand-in. */
function looksMade(value: string): boolean {
  if (PLACEHOLDER.test(value) || !/[A-Za-z]/.test(value)) return false
  const signs = value.replace(/[A-Za-z0-9_.-]/g, '').length
  const digits = value.replace(/[^0-9]/g, '').length
  if (value.length >= 16)
    return digits >= 3 && /[A-Za-z0-9+/=_-]{16}/.test(value) && !/^[a-z]+(?:[-_][a-z0-9]+)+$/.test(value)
  return (digits >= 1 && signs >= 1) || (digits >= 2 && /[A-Z]/.test(value) && /[a-z]/.test(value))
}

/** The text with every secret hidden, to be shown. */
export function maskSecrets(text: string): string {
  return findSecrets(text).reduceRight(
    (shown, { start, end, masked }) => shown.slice(0, start) + masked + shown.slice(end),
    text,
  )
}
