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
 * a piece only the way paths use them: `app/(auth)/[id].tsx`, `src/{a,b}.ts`, `logs/<date>.md`. With `ascii-first`, a script
 * without spaces parts from what stands next to it: `endsName` tells that a path ends before the Chinese character behind it.
 */
export function forEachToken(
  text: string,
  script: 'mixed' | 'ascii-first',
  endsName: (name: string) => boolean,
  found: (start: number, end: number) => void,
): void {
  const sign = /[/\\]|\.(?=[\w{*.])/g
  let at = 0
  // Most words hold neither slash nor dot: only the surroundings of one are looked at.
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    let start = match.index
    while (start > at && kindOf(text.charCodeAt(start - 1)) !== DELIMITER) start--
    for (at = start; at <= match.index; ) {
      if (kindOf(text.charCodeAt(at)) === DELIMITER) {
        at++
        continue
      }
      const end = tokenEnd(text, at, script === 'mixed' ? undefined : endsName)
      const length = Math.abs(end) - at
      if (end > 0 && length > 2 && length <= MAX_TOKEN) found(at, end)
      at += Math.max(length, 1)
    }
    sign.lastIndex = at
  }
}

/** Where the piece ends; negative where it holds neither slash nor dot. */
function tokenEnd(text: string, start: number, endsName?: (name: string) => boolean): number {
  let interesting = false
  let open = ''
  let wasUnspaced = false
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    if (kind === DELIMITER) break
    if (kind === BRACKET) {
      const inside = bracket(text, at, start, open)
      if (inside === undefined) break
      open = inside
    }
    const unspaced = code >= 0x3040 && isUnspaced(code)
    if (unspaced !== wasUnspaced) {
      wasUnspaced = unspaced
      if (at > start && endsName) {
        if (unspaced ? endsName(text.slice(Math.max(start, at - 100), at)) : !interesting) break
      }
    }
    if (code === SLASH || code === BACKSLASH || (code === DOT && isNamePart(text.charCodeAt(at + 1))))
      interesting = true
  }
  return interesting ? at : -at
}

function kindOf(code: number): number {
  return code < 128 ? (ASCII[code] as number) : wideKind(code)
}

/** What may follow the dot of an extension; a full stop at the end of a sentence has nothing behind it. */
function isNamePart(code: number): boolean {
  return code === 123 || (code < 128 && ASCII[code] === PLAIN)
}

/** The brackets that are open after this character, or undefined where it ends the piece. */
function bracket(text: string, at: number, start: number, open: string): string | undefined {
  const before = at === start ? '' : text[at - 1]
  const after = text[at + 1] ?? ''
  switch (text[at]) {
    case ',':
      return open.endsWith('{') && after !== ' ' ? open : undefined
    case '{':
      return `${open}{`.slice(-8)
    case '(':
      return before === '/' ? `${open}(`.slice(-8) : undefined
    case '[':
      return before === '/' || (before === '[' && open.endsWith('[')) ? `${open}[`.slice(-8) : undefined
    case '<':
      return after === '/' || after === '!' || open.endsWith('<') ? undefined : `${open}<`.slice(-8)
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
