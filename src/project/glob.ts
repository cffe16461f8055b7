/** A pattern such as `src/*.{ts,tsx}` against a path. Every match costs pattern × path steps at most. */
export type Matcher = (path: string) => boolean

const LONGEST_PATTERN = 300
const MOST_ALTERNATIVES = 32

export function isGlob(path: string): boolean {
  return /[*?[{]/.test(path)
}

/** The folders that stand before the first segment with a wildcard; empty where the first segment has one. */
export function literalFolder(pattern: string): string {
  const segments = pattern.split('/')
  return segments.slice(0, Math.max(0, segments.findIndex(isGlob))).join('/')
}

/**
 * Matches anywhere on a segment boundary, as a path without its first folders does. Nothing for a pattern without bounds.
 * Most paths fail at a glance; `mayLook` is asked before each closer look, and may refuse it.
 */
export function globMatcher(pattern: string, mayLook: () => boolean = () => true): Matcher | undefined {
  if (pattern.length > LONGEST_PATTERN) return undefined
  const alternatives = expandBraces(pattern)?.map(text => compile(text.split('/').filter(Boolean)))
  if (alternatives === undefined) return undefined
  return path => {
    for (const alternative of alternatives) {
      if (!isLikely(path, alternative)) continue
      if (!mayLook()) return false
      if (matchParts(alternative.parts, path.split('/'))) return true
    }
    return false
  }
}

interface Compiled {
  readonly parts: readonly Segment[]
  /** What the last segment starts and ends with. */
  readonly head: string
  readonly tail: string
  /** A folder that has to stand somewhere in the path, between slashes. */
  readonly folder: string
}

function compile(segments: readonly string[]): Compiled {
  const parts = ['**', ...segments].map(compileSegment)
  const plain = segments.slice(0, -1).find(segment => !isGlob(segment))
  const folder = plain === undefined ? '' : `${plain}/`
  const last = segments.at(-1) ?? ''
  if (last === '**') return { parts, head: '', tail: '', folder }
  return { parts, head: /^[^*?[]*/.exec(last)?.[0] ?? '', tail: /[^*?\]]*$/.exec(last)?.[0] ?? '', folder }
}

function isLikely(path: string, { head, tail, folder }: Compiled): boolean {
  return (
    path.endsWith(tail) &&
    (head === '' || path.startsWith(head, path.lastIndexOf('/') + 1)) &&
    (folder === '' || path.includes(folder))
  )
}

/** `{a,b}` spelled out, innermost first; nothing where there would be too many. */
function expandBraces(pattern: string): string[] | undefined {
  let open = [pattern]
  for (let round = 0; round < 10; round++) {
    const next = open.flatMap(text => expandOnce(text) ?? [text])
    if (next.length > MOST_ALTERNATIVES) return undefined
    if (next.length === open.length) return next
    open = next
  }
  return undefined
}

function expandOnce(text: string): string[] | undefined {
  const found = /\{([^{},]{0,100}(?:,[^{},]{0,100})+)\}/.exec(text)
  if (found === null) return undefined
  const [whole, inner] = found as unknown as [string, string]
  const after = text.slice(found.index + whole.length)
  return inner.split(',').map(part => text.slice(0, found.index) + part + after)
}

type Segment = '**' | readonly Unit[]
type Unit =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly members: string; readonly negated: boolean }

function compileSegment(text: string): Segment {
  if (text === '**') return '**'
  const units: Unit[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    const close = char === '[' ? text.indexOf(']', at + 2) : -1
    if (char === '*') units.push({ kind: 'star' })
    else if (char === '?') units.push({ kind: 'any' })
    else if (close > 0) {
      const negated = text[at + 1] === '!' || text[at + 1] === '^'
      units.push({ kind: 'class', members: text.slice(at + (negated ? 2 : 1), close), negated })
      at = close
    } else units.push({ kind: 'char', char })
  }
  return units
}

/** The classic walk with one way back, to the last star: greedy is enough, so nothing explodes. */
function matchParts(parts: readonly Segment[], segments: readonly string[]): boolean {
  return walk(
    parts,
    segments,
    part => part === '**',
    (part, segment) => part !== '**' && matchSegment(part, segment),
  )
}

function matchSegment(units: readonly Unit[], text: string): boolean {
  return walk(units, text, unit => unit.kind === 'star', matchUnit)
}

function walk<P>(
  parts: ArrayLike<P>,
  items: ArrayLike<string>,
  isStar: (part: P) => boolean,
  matches: (part: P, item: string) => boolean,
): boolean {
  let part = 0
  let item = 0
  let star = -1
  let resume = 0
  while (item < items.length) {
    if (part < parts.length && isStar(parts[part] as P)) {
      star = part++
      resume = item
    } else if (part < parts.length && matches(parts[part] as P, items[item] as string)) {
      part++
      item++
    } else if (star >= 0) {
      part = star + 1
      item = ++resume
    } else return false
  }
  while (part < parts.length && isStar(parts[part] as P)) part++
  return part === parts.length
}

function matchUnit(unit: Unit, char: string): boolean {
  if (unit.kind === 'char') return unit.char === char
  if (unit.kind === 'class') return inClass(unit.members, char) !== unit.negated
  return unit.kind === 'any'
}

function inClass(members: string, char: string): boolean {
  for (let at = 0; at < members.length; at++) {
    if (members[at + 1] === '-' && at + 2 < members.length) {
      if (char >= (members[at] as string) && char <= (members[at + 2] as string)) return true
      at += 2
    } else if (members[at] === char) return true
  }
  return false
}
