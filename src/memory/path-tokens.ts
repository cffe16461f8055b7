/** A stretch of text that may be a path, trimmed of nothing yet. */
export interface Token {
  readonly start: number
  readonly end: number
}

/** Longer stretches are no path that anyone reads. */
const MAX_TOKEN = 400

const DELIMITER = 0
const PLAIN = 1
const BRACKET = 2

const SLASH = 47
const BACKSLASH = 92
const DOT = 46

const ASCII = new Uint8Array(128)
for (const char of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-./\\~$%+@#*?') {
  ASCII[char.charCodeAt(0)] = PLAIN
}
for (const char of '()[]{}<>,:') ASCII[char.charCodeAt(0)] = BRACKET

/**
 * Cuts text at whatever cannot stand in a path and calls back for every piece that holds a slash or a dot. Brackets belong to
 * a piece only the way paths use them: `app/(auth)/[id].tsx`, `src/{a,b}.ts`, `logs/<date>.md`. `endsName` tells where a
 * script without spaces begins after a file name: in `src/a.ts和` the path ends before 和.
 */
export function forEachToken(
  text: string,
  script: 'mixed' | 'ascii-first',
  endsName: (name: string) => boolean,
  found: (token: Token) => void,
): void {
  let start = -1
  let interesting = false
  let open = ''
  let wasUnspaced = false
  const end = (at: number) => {
    if (interesting && at - start <= MAX_TOKEN && at - start > 2) found({ start, end: at })
    start = -1
    interesting = false
    open = ''
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (ASCII[code] as number) : wideKind(code)
    if (kind !== PLAIN) {
      const inside = kind === BRACKET ? bracket(text, at, start, open) : undefined
      if (inside === undefined) {
        if (start !== -1) end(at)
        continue
      }
      open = inside
    }
    const unspaced = code >= 0x3040 && isUnspaced(code)
    if (unspaced !== wasUnspaced) {
      wasUnspaced = unspaced
      if (start !== -1 && script === 'ascii-first') {
        if (!unspaced && !interesting) start = -1
        else if (unspaced && endsName(text.slice(Math.max(start, at - 100), at))) end(at)
      }
    }
    if (start === -1) start = at
    if (code === SLASH || code === BACKSLASH || (code === DOT && isNamePart(text.charCodeAt(at + 1))))
      interesting = true
  }
  if (start !== -1) end(text.length)
}

/** What may follow the dot of an extension; a full stop at the end of a sentence has nothing behind it. */
function isNamePart(code: number): boolean {
  return code === 123 || (code < 128 && ASCII[code] === PLAIN)
}

/** The brackets that are open after this character, or undefined where it ends the piece. */
function bracket(text: string, at: number, start: number, open: string): string | undefined {
  const before = start === -1 ? '' : text[at - 1]
  const after = text[at + 1] ?? ''
  switch (text[at]) {
    case ',':
      return open.endsWith('{') && after !== ' ' ? open : undefined
    case '{':
      return `${open}{`.slice(-8)
    case '(':
      return before === '/' ? `${open}(` : undefined
    case '[':
      return before === '/' || (before === '[' && open.endsWith('[')) ? `${open}[`.slice(-8) : undefined
    case '<':
      return after === '/' || after === '!' || open.endsWith('<') ? undefined : `${open}<`
    case '}':
      return open.endsWith('{') ? open.slice(0, -1) : undefined
    case ')':
      return open.endsWith('(') && after === '/' ? open.slice(0, -1) : undefined
    case ']':
      return open.endsWith('[') ? open.slice(0, -1) : undefined
    case '>':
      return open.endsWith('<') && /[/._-]/.test(after) ? open.slice(0, -1) : undefined
    default:
      return isDrive(text, at, start, after) ? open : undefined
  }
}

/** The colon of `C:\`. */
function isDrive(text: string, at: number, start: number, after: string): boolean {
  return (
    start === at - 1 &&
    /[A-Za-z]/.test(text.charAt(start)) &&
    (after === '\\' || (after === '/' && text[at + 2] !== '/'))
  )
}

/** Punctuation, arrows, box drawing, emoji and full-width marks cut; letters of any script do not. */
function wideKind(code: number): number {
  if (code === 0x2026 || code === 0x3005) return PLAIN
  if (code <= 0xbf || code === 0xd7 || code === 0xf7) return DELIMITER
  if (code >= 0x2000 && code <= 0x2bff) return DELIMITER
  if (code >= 0x3000 && code <= 0x303f) return DELIMITER
  if (code >= 0xd83c && code <= 0xd83e) return DELIMITER
  return code >= 0xfe00 && (code <= 0xff0f || (code >= 0xff1a && code <= 0xff20) || code >= 0xff3b)
    ? DELIMITER
    : PLAIN
}

/** Han, kana and Hangul: scripts that stand next to a path without a space. */
function isUnspaced(code: number): boolean {
  return code >= 0x3040 && ((code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af))
}
