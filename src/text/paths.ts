import type { PathShape } from '../model/index.ts'
import type { Range } from './markdown.ts'
import {
  hasKnownExtension,
  isBareFile,
  isExtensionOnly,
  isGitRef,
  isHost,
  isMimeType,
  isNeverTracked,
  isPlaceholder,
  isProduct,
  isSourceFolder,
} from './path-words.ts'

/** A path in a text; one without `path` is a file name that is no reference, and no symbol either. */
export type PathMatch = Range & { readonly text: string } & (
    | FoundPath
    | { readonly path?: undefined; readonly shape?: undefined }
  )

type Script = 'mixed' | 'ascii-first'
type Text = 'prose' | 'code' | 'fence' | 'description'

/** The paths in a piece of text, in order. */
export function findPaths(text: string, where: Text): PathMatch[] {
  const matches: PathMatch[] = []
  const script = where === 'code' ? 'mixed' : 'ascii-first'
  const visible = text.trim().length
  forEachToken(text, script, (from, to) => readToken(text, from, to, where, visible, matches))
  return matches
}

function readToken(
  text: string,
  from: number,
  to: number,
  where: Text,
  visible: number,
  matches: PathMatch[],
): void {
  const [start, end] = trimToken(text, from, to, where !== 'code')
  if (end - start < 3 || isRoute(text, start)) return
  const raw = text.slice(start, end)
  const place = placeOf(text, start, end, where, visible)
  if (!raw.includes('/') && !raw.includes('\\')) {
    if (!isBareFile(raw) || text[end] === '(') return
    if (place === 'prose' || place === 'fence') {
      matches.push({ text: raw, start, end })
      return
    }
  }
  const paths = readPaths(where === 'code' ? raw : unescaped(raw), place)
  if (paths.length === 0 && endsInFile(raw)) matches.push({ text: raw, start, end })
  const suffix = lineSuffix(text, end)
  for (const { path, shape } of paths) {
    matches.push({ path, shape, text: raw + suffix, start, end: end + suffix.length })
  }
}

const endsInFile = (name: string): boolean => hasKnownExtension(name.slice(name.lastIndexOf('/') + 1))

/** In a description, quotes do what backticks do elsewhere. `visible` is the length without outer white space. */
function placeOf(text: string, start: number, end: number, where: Text, visible: number): Where {
  if (where === 'code') return end - start === visible ? 'whole' : 'code'
  if (where !== 'description') return where
  const quoted = /["'“‘「]/.test(text[start - 1] ?? '') && /["'”’」]/.test(text[end] ?? '')
  return quoted ? 'whole' : 'prose'
}

/** Leaves out emphasis, list and sentence marks on either side. */
function trimToken(text: string, from: number, to: number, prose: boolean): [number, number] {
  let start = from
  let end = to
  while (end > start && isTail(text, end - 1, prose)) end--
  while (start < end && isHead(text, start, prose)) start++
  if (text[start] === '<' && !text.slice(start, end).includes('>')) start++
  return [start, end]
}

function isTail(text: string, at: number, prose: boolean): boolean {
  const char = text.charAt(at)
  if (isLetterOrDigit(char)) return false
  if (char === '*')
    return prose
      ? !/[/*]/.test(text.charAt(at - 1)) || /[^/*]\*{1,3}$/.test(text.slice(at - 4, at + 1))
      : false
  return char === '_' ? prose : '.!?…~-#$@%+'.includes(char)
}

function isHead(text: string, at: number, prose: boolean): boolean {
  const char = text.charAt(at)
  if (isLetterOrDigit(char)) return false
  if (char === '*') return prose && /^\*+[^*/.]/.test(text.slice(at, at + 4))
  return '-+?#%!'.includes(char)
}

/** `GET /reports/all.json`, `localhost:3000/app.js`. */
function isRoute(text: string, start: number): boolean {
  if (text[start - 1] === ':') return /\d/.test(text.charAt(start))
  return (
    text[start] === '/' &&
    /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) $/.test(text.slice(Math.max(0, start - 9), start))
  )
}

/** `:12`, `:12-20`, `:12:5`, `(12)`, `(12,5)`. */
function lineSuffix(text: string, end: number): string {
  if (text[end] !== ':' && text[end] !== '(') return ''
  return /^(?::\d{1,7}(?:[-–:]\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\))/.exec(text.slice(end, end + 20))?.[0] ?? ''
}

/** In prose `\_` is Markdown for `_`. */
const unescaped = (raw: string): string => raw.replace(/\\(?=[_*[\]()#<>~`-])/g, '')

function isLetterOrDigit(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9')
}

/**
 * Where a token stands. `prose`: only a slash with a known extension makes a path. `code`: also bare file names.
 * `whole`: the token is all that the backticks hold, so it may be a folder. `fence`: like prose.
 */
type Where = 'prose' | 'code' | 'whole' | 'fence'

interface FoundPath {
  readonly path: string
  readonly shape: PathShape
}

/** What a token names: one path, several (`CLAUDE.md/AGENTS.md`), or none. */
function readPaths(token: string, where: Where): FoundPath[] {
  const path = normalise(token)
  if (!path.includes('/')) return readBare(path, where)
  if (path.startsWith('~/') || path.startsWith('$HOME/')) {
    return isFileLike(path) || where === 'whole' ? [{ path: withoutEndSlash(path), shape: 'home' }] : []
  }
  if (path.startsWith('/') || /^[A-Za-z]:\//.test(path)) return readAbsolute(path, where)
  return readRelative(path, where)
}

/** Backslashes to slashes, no `./` or `@/` in front, nothing behind the extension. */
function normalise(token: string): string {
  let path = token.includes('\\') ? token.replaceAll('\\', '/') : token
  if (/^[.@]\//.test(path)) path = path.replace(/^(?:[.@]\/){1,3}/, '')
  else if (/^[$%]/.test(path)) path = path.replace(/^(?:\$\{HOME\}|%USERPROFILE%)\//, '$HOME/')
  const mark = path.search(/[#?]/)
  if (mark > 0 && hasKnownExtension(lastSegment(path.slice(0, mark)))) return path.slice(0, mark)
  return path
}

function readBare(name: string, where: Where): FoundPath[] {
  if (where === 'prose' || where === 'fence' || !isBareFile(name) || !isPlainSegment(name)) return []
  if (isPlaceholder(name)) return [{ path: name, shape: 'placeholder' }]
  // `*.ts` is a kind of file; `test_*.py` is some files.
  if (
    /[*?{]/.test(name) &&
    !/[A-Za-z]{3}/.test(name.slice(0, name.lastIndexOf('.')).replace(/tests?|spec/, ''))
  )
    return []
  return [{ path: name, shape: 'bare' }]
}

const REAL_ROOT = /^\/(?:home|usr|etc|var|opt|tmp|Users|mnt|root|srv|private|Volumes)\//

/** `/home/me/x`, `C:/x` and whatever has an extension; `/api/v1/users` is a route. */
function readAbsolute(path: string, where: Where): FoundPath[] {
  const segments = path.split('/').slice(1)
  if (segments.some((segment, at) => segment === '' && at < segments.length - 1)) return []
  const drive = path[0] !== '/'
  const real = isFileLike(path) || (where === 'whole' && (drive || REAL_ROOT.test(path)))
  if (!real || segments.some(segment => !isPlainSegment(segment))) return []
  const example = segments.some(isPlaceholder) || path.startsWith('/path/to/')
  return [{ path: withoutEndSlash(path), shape: example ? 'placeholder' : 'absolute' }]
}

function readRelative(path: string, where: Where): FoundPath[] {
  const segments = withoutEndSlash(path).split('/')
  const first = segments[0] as string
  const last = segments.at(-1) as string
  if (!segments.every(isPlainSegment) || isHost(first) || first.startsWith('@') || isNeverTracked(first))
    return []
  const whole = segments.join('/')
  if (!isFileLike(path)) return where === 'whole' ? readFolder(path, segments) : []
  if (/^[A-Z]/.test(last) && isProduct(last)) return []
  if (isExample(segments)) return [{ path: whole, shape: 'placeholder' }]
  return readAlternatives(segments, where) ?? [{ path: whole, shape: 'file' }]
}

/** `a.md/b.md` and `src/x.h/.cpp` are several names in one. */
function readAlternatives(segments: readonly string[], where: Where): FoundPath[] | undefined {
  if (segments.length < 2) return undefined
  const at = segments.findIndex(segment => hasKnownExtension(segment) && !isHost(segment))
  if (at === -1 || at === segments.length - 1) return undefined
  const rest = segments.slice(at + 1)
  if (!rest.every(segment => hasKnownExtension(segment) || isExtensionOnly(segment))) return undefined
  const head = segments.slice(0, at + 1).join('/')
  if (at > 0) return [{ path: head, shape: 'file' }]
  return [head, ...rest.filter(segment => !segment.startsWith('.'))].flatMap(name => readBare(name, where))
}

function readFolder(path: string, segments: readonly string[]): FoundPath[] {
  const whole = segments.join('/')
  const first = segments[0] as string
  if (/^[sy]\//.test(whole) && path.endsWith('/')) return [] // sed
  if (isExample(segments)) return [{ path: whole, shape: 'placeholder' }]
  if (isMimeType(segments) || isGitRef(first) || first.length < 2) return []
  if (whole.includes('*')) return segments.length > 1 ? [{ path: whole, shape: 'file' }] : []
  if (!segments.every(isFolderName) || /^v\d+$/.test(segments[1] ?? '')) return []
  if (!path.endsWith('/') && /[^.]\.[a-z]{2,4}$/.test(whole)) return []
  if (!segments.some(segment => /[a-z]/.test(segment) && segment.length > 2)) return []
  const likely = path.endsWith('/') || segments.length > 2 || first.startsWith('.') || isSourceFolder(first)
  return likely ? [{ path: whole, shape: 'folder' }] : []
}

/** Also `a/b/c.md`, as one writes to show a path. */
function isExample(segments: readonly string[]): boolean {
  return segments.some(isPlaceholder) || /^(?:path\/to|[a-z])\//.test(segments.join('/'))
}

function isFolderName(segment: string): boolean {
  return segment === '..' || /^\.?[\p{L}_][\p{L}\p{N}_.+[\]()-]{0,80}$/u.test(segment)
}

/** A segment that a file system would have: something to read, and no operator in it. */
function isPlainSegment(segment: string): boolean {
  if (/^[\w.-]*\w[\w.-]*$/.test(segment)) return segment[0] !== '-'
  if (segment === '..' || segment === '*' || segment === '**' || /^(?:\.\.\.|…)$/.test(segment)) return true
  return /[\p{L}\p{N}]/u.test(segment) && !/[\\:#~%]|\?.*\?|^-/.test(segment) && isBalanced(segment)
}

function isBalanced(segment: string): boolean {
  let open = 0
  for (const char of segment) {
    if ('([{<'.includes(char)) open++
    else if (')]}>'.includes(char)) open--
  }
  return open === 0
}

function isFileLike(path: string): boolean {
  const last = lastSegment(path)
  if (hasKnownExtension(last) || isExtensionOnly(last)) return true
  return last.endsWith('}') && (hasKnownExtension(last.slice(0, -1)) || /\.\{[\w,.]{2,40}\}$/.test(last))
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
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
 * a piece only the way paths use them: `app/(auth)/[id].tsx`, `src/{a,b}.ts`, `logs/<date>.md`. With `ascii-first`, a script
 * without spaces parts from what stands next to it: a path ends before the Chinese character behind its extension.
 */
function forEachToken(text: string, script: Script, found: (start: number, end: number) => void): void {
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
      const end = tokenEnd(text, at, script)
      const length = Math.abs(end) - at
      if (end > 0 && length > 2 && length <= MAX_TOKEN) found(at, end)
      at += Math.max(length, 1)
    }
    sign.lastIndex = at
  }
}

/** Where the piece ends; negative where it holds neither slash nor dot. */
function tokenEnd(text: string, start: number, script: Script): number {
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
      if (at > start && script === 'ascii-first') {
        if (unspaced ? endsInFile(text.slice(Math.max(start, at - 100), at)) : !interesting) break
      }
    }
    if (code === SLASH || code === BACKSLASH || (code === DOT && isNamePart(text.charCodeAt(at + 1))))
      interesting = true
  }
  return interesting ? at : -at
}

const kindOf = (code: number): number => (code < 128 ? (ASCII[code] as number) : wideKind(code))

/** What may follow the dot of an extension; a full stop at the end of a sentence has nothing behind it. */
const isNamePart = (code: number): boolean => code === 123 || (code < 128 && ASCII[code] === PLAIN)

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
