import type { PathShape } from '../model/index.ts'
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

/**
 * Where a token stands. `prose`: only a slash with a known extension makes a path. `code`: also bare file names.
 * `whole`: the token is all that the backticks hold, so it may be a folder. `fence`: like prose.
 */
export type Where = 'prose' | 'code' | 'whole' | 'fence'

export interface FoundPath {
  readonly path: string
  readonly shape: PathShape
}

/** What a token names: one path, several (`CLAUDE.md/AGENTS.md`), or none. */
export function readPaths(token: string, where: Where): FoundPath[] {
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

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
