import { forEachToken } from './path-tokens.ts'
import { hasKnownExtension, isBareFile } from './path-words.ts'
import { type FoundPath, readPaths, type Where } from './paths.ts'

/** A path in a text; one without `path` is a file name that is no reference, and no symbol either. */
export type PathMatch = { readonly text: string; readonly start: number; readonly end: number } & (
  | FoundPath
  | { readonly path?: undefined; readonly shape?: undefined }
)

type Text = 'prose' | 'code' | 'fence' | 'description'

/** The paths in a piece of text, in order. */
export function findPaths(text: string, where: Text): PathMatch[] {
  const matches: PathMatch[] = []
  const script = where === 'code' ? 'mixed' : 'ascii-first'
  const visible = text.trim().length
  forEachToken(text, script, endsInFile, (from, to) => readToken(text, from, to, where, visible, matches))
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

function endsInFile(name: string): boolean {
  return hasKnownExtension(name.slice(name.lastIndexOf('/') + 1))
}

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
  if (char === '*')
    return (
      prose &&
      /[^*/.]/.test(
        text
          .slice(at, at + 4)
          .replace(/^\*+/, '')
          .charAt(0),
      )
    )
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
function unescaped(raw: string): string {
  return raw.replace(/\\(?=[_*[\]()#<>~`-])/g, '')
}

function isLetterOrDigit(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char >= '0' && char <= '9')
}
