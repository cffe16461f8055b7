import type { Link, Reference } from '../model/index.ts'
import { findLinks, findUrls } from './links.ts'
import { type Range, scanMarkdown, spanContent } from './markdown.ts'
import { findPaths } from './paths.ts'
import { isMade } from './secret-shapes.ts'
import { findSecrets } from './secrets.ts'
import { detached } from './text.ts'

export interface References {
  readonly references: Reference[]
  readonly links: Link[]
  readonly urls: string[]
}

/** No memory needs more; what comes after is not looked at. */
const MAX_REFERENCES = 500
const MAX_FOUND = 20_000
const MAX_OFFSET = 2 ** 40

/** What was found, before its line is known. */
interface Found<T> {
  readonly at: number
  readonly value: T
}
type Unplaced<T> = T extends { line: number } ? Omit<T, 'line'> : never
interface Finds {
  readonly references: Found<Unplaced<Reference>>[]
  readonly links: Found<Unplaced<Link>>[]
  readonly urls: Found<string>[]
}

/** Everything a memory names: paths, symbols, links, addresses. Lines count within the body; the description is line 0. */
export function findReferences(description: string | undefined, body: string): References {
  const about = withoutSecrets(description ?? '', readText(description ?? '', 'description'))
  const said = withoutSecrets(body, readText(body, 'prose'))
  // The description comes before the body: below 0 is line 0.
  for (const one of about.references) said.references.push({ at: one.at - MAX_OFFSET, value: one.value })
  for (const one of about.links) said.links.push({ at: one.at - MAX_OFFSET, value: one.value })
  const lineAt = lineFinder(body)
  return {
    references: firsts(said.references, referenceKey).map(({ at, value }) => ({
      ...detachedReference(value),
      line: lineAt(at),
    })),
    links: firsts(said.links, link => `${link.kind} ${link.target}`).map(({ at, value }) => ({
      kind: value.kind,
      target: detached(value.target),
      text: detached(value.text),
      line: lineAt(at),
    })),
    urls: [...new Set([...about.urls, ...said.urls].map(({ value }) => detached(value)))].slice(
      0,
      MAX_REFERENCES,
    ),
  }
}

/** What is found is cut from copies of the body with some of it blanked: those must not stay with it. */
function detachedReference(found: Unplaced<Reference>): Unplaced<Reference> {
  const text = detached(found.text)
  return found.kind === 'path'
    ? { ...found, text, path: detached(found.path) }
    : { ...found, text, words: found.words.map(detached) }
}

/** Prose is read in one piece with everything else blanked out; code span by span. */
function readText(text: string, where: 'description' | 'prose'): Finds {
  const finds: Finds = { references: [], links: [], urls: [] }
  const spans = scanMarkdown(text)
  const inner = spans.filter(span => span.kind !== 'prose')
  const prose = blank(
    text,
    inner.map(({ start, text: { length } }) => ({ start, end: start + length })),
  )
  const links = findLinks(prose, text)
  for (const { link, at } of links) finds.links.push({ at, value: link })
  readPiece(blank(prose, links), 0, where, finds)
  for (const span of inner) {
    if (span.kind === 'comment') continue
    const content = spanContent(span)
    readPiece(content.text, content.start, span.kind === 'fence' ? 'fence' : 'code', finds)
  }
  finds.urls.sort((a, b) => a.at - b.at)
  return finds
}

function readPiece(
  text: string,
  offset: number,
  where: 'description' | 'prose' | 'code' | 'fence',
  finds: Finds,
): void {
  const { references, urls } = finds
  const addresses = text.includes('://') ? findUrls(text) : []
  for (const { url, start } of addresses) if (url) urls.push({ at: offset + start, value: url })
  const named = blank(text, addresses)
  const taken: Range[] = []
  for (const { path, shape, text: source, start, end } of findPaths(named, where)) {
    taken.push({ start, end })
    if (path === undefined || references.length >= MAX_FOUND) continue
    references.push({ at: offset + start, value: { kind: 'path', path, text: source, shape } })
  }
  const inCode = where === 'code' || where === 'fence'
  for (const { text: source, words, strength, start } of findSymbols(
    blank(named, taken),
    inCode ? 'code' : 'prose',
  )) {
    if (references.length >= MAX_FOUND) return
    references.push({ at: offset + start, value: { kind: 'symbol', text: source, words, strength } })
  }
}

/** The text with spaces in the given ranges, so that offsets stay. Ranges come in order and may repeat. */
function blank(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text
  const pieces: string[] = []
  let position = 0
  for (const { start, end } of ranges) {
    if (end <= position) continue
    const from = Math.max(start, position)
    pieces.push(text.slice(position, from), ' '.repeat(end - from))
    position = end
  }
  pieces.push(text.slice(position))
  return pieces.join('')
}

/** In order, the first of each; a strong symbol takes the place of the same word found weakly. */
function firsts<T extends object>(found: Found<T>[], keyOf: (value: T) => string): Found<T>[] {
  const kept = new Map<string, Found<T>>()
  for (const one of found.sort((a, b) => a.at - b.at)) {
    const key = keyOf(one.value)
    const earlier = kept.get(key)
    if (earlier === undefined) {
      if (kept.size < MAX_REFERENCES) kept.set(key, one)
    } else if ('strength' in earlier.value && earlier.value.strength === 'weak') {
      kept.set(key, { at: earlier.at, value: one.value })
    }
  }
  return [...kept.values()]
}

function referenceKey(one: Unplaced<Reference>): string {
  return one.kind === 'path' ? `path ${one.path}` : `symbol ${one.words.join(' ')}`
}

/** A password in code is no symbol: it would be looked up in the project, and told by itself nobody knows it for a password. */
function withoutSecrets(text: string, finds: Finds): Finds {
  if (!finds.references.some(({ value }) => isMade(value.text, 'sure'))) return finds
  const secrets = findSecrets(text)
  const references = finds.references
    .toSorted((a, b) => a.at - b.at)
    .filter(({ at }) => {
      while (secrets[0] !== undefined && secrets[0].end <= at) secrets.shift()
      return secrets[0] === undefined || at < secrets[0].start
    })
  return { ...finds, references }
}

/** The line of an offset, from 1 (0 below the text); `\r\n`, `\n` and a lone `\r` end a line. */
function lineFinder(text: string): (at: number) => number {
  let ends: number[] | undefined
  return at => {
    if (at < 0) return 0
    ends ??= Array.from(text.matchAll(/\r\n?|\n/g), end => end.index + end[0].length)
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) <= at) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

interface SymbolMatch {
  readonly text: string
  readonly words: readonly string[]
  readonly strength: 'strong' | 'weak'
  readonly start: number
}

const MAX_NAME = 120
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** Words that stand before a bracket without being called. */
const KEYWORDS = new Set(
  (
    'if for while switch catch return function def class elif except with await new super throw raise assert sizeof typeof and ' +
    'not else case until unless foreach match when lambda yield constructor import from async void let const var del'
  ).split(' '),
)
/** `fix(parser): …` is a commit message. */
const COMMIT_TYPES = new Set('feat fix chore docs refactor test perf build style revert'.split(' '))

/** What follows "the function" or "a class" in a sentence and is no name. */
const ENGLISH = new Set(
  (
    'a an the of and or to in on at by for from with as is are was were be been being has have had do ' +
    'does did not no can could may might must shall should will would that which who whose this these ' +
    'those it its if then than so but when where while because since after before during until only ' +
    'also just even still already again once both each every all any some most call calls called ' +
    'calling caller callers return returns returned returning name names named naming signature ' +
    'signatures body bodies definition definitions declaration declarations parameter parameters ' +
    'argument arguments type types level scope pointer pointers reference references object objects ' +
    'instance instances hierarchy method methods member members attribute attributes property ' +
    'properties field fields variable variables constant constants component components diagram ' +
    'library libraries loader loading path paths file files module modules wrapper wrappers decorator ' +
    'decorators based like using used use uses usage inside outside without within into onto over ' +
    'under between per via across through handles handle takes take gets get sets set runs run works ' +
    'work needs need makes make keeps keep fails fail throws throw accepts accept expects expect ' +
    'receives receive creates create adds add reads read writes write checks check exists exist ' +
    'changes change changed defined defines define declared implements implement implemented extends ' +
    'inherits inherit inherited inheritance overrides override exported imports import style styles ' +
    'selector selectors here there now today later instead rather too very more less first second last ' +
    'next previous new old same other another such own whatever itself themselves list lists table ' +
    'tables code logic syntax design structure test tests testing example examples section sections ' +
    'key keys value values expression expressions composition invocation invocations pattern patterns ' +
    'prefix suffix order ordering overload overloads overloading handler missing params description tool ' +
    'tools couldn doesn didn isn wasn hasn won'
  ).split(' '),
)

/**
 * Functions, methods and classes that a piece of text names, in order of finding. In prose a call has empty brackets; in code
 * it may have arguments, as long as they close on the same line.
 */
function findSymbols(text: string, where: 'prose' | 'code'): SymbolMatch[] {
  const found: SymbolMatch[] = []
  findCalls(text, where, found)
  findDefinitions(text, where, found)
  // No longer than MAX_NAME: without an end, the expression keeps each letter of a word of megabytes to go back to.
  for (const match of text.matchAll(/\b[A-Z][A-Za-z0-9]{3,119}\b/g)) {
    if (isCamelCase(match[0]))
      found.push({ text: match[0], words: [match[0]], strength: 'weak', start: match.index })
  }
  return found
}

/** Two humps or more: `UserService`, `GitHub`, `XMLParser`. */
function isCamelCase(word: string): boolean {
  return word.length <= MAX_NAME && /[a-z]/.test(word) && /[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}/.test(word)
}

function findCalls(text: string, where: 'prose' | 'code', found: SymbolMatch[]): void {
  let close = -1
  let lineEnd = -1
  for (let open = text.indexOf('('); open !== -1; open = text.indexOf('(', open + 1)) {
    if (where === 'prose' && text[open + 1] !== ')') continue
    if (!isWordCode(text.charCodeAt(open - 1))) continue
    if (open > close) close = indexOrEnd(text, ')', open)
    if (open > lineEnd) lineEnd = indexOrEnd(text, '\n', open)
    if (close >= lineEnd) continue
    const start = chainStart(text, open)
    const chain = text.slice(start, open)
    const words = isCommitMessage(text, open, chain) ? undefined : wordsOf(chain)
    if (words) found.push({ text: `${chain.replace(/^[.:>#-]+/, '')}()`, words, strength: 'strong', start })
  }
}

function indexOrEnd(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from)
  return at === -1 ? text.length : at
}

function isCommitMessage(text: string, open: number, name: string): boolean {
  return COMMIT_TYPES.has(name) && /^\([^()\n]{0,60}\)!?:/.test(text.slice(open, open + 70))
}

/** Walks back over `a.b`, `A::b`, `a->b`, `a#b`. */
function chainStart(text: string, open: number): number {
  let at = open
  const limit = Math.max(0, open - MAX_NAME)
  while (at > limit) {
    const code = text.charCodeAt(at - 1)
    if (isWordCode(code) || code === 46) at--
    else if (at - 2 >= limit && (text.startsWith('::', at - 2) || text.startsWith('->', at - 2))) at -= 2
    else if (code === 35 && isWordCode(text.charCodeAt(at - 2))) at--
    else break
  }
  return at
}

/** The words that must all occur: receivers that are classes, and the method. */
function wordsOf(chain: string): string[] | undefined {
  const parts = chain.split(/\.|::|->|#/).filter(part => part !== '')
  const method = parts.at(-1) ?? ''
  if (!IDENTIFIER.test(method) || KEYWORDS.has(chain)) return undefined
  const receivers = parts.slice(0, -1).filter(part => /^[A-Z]/.test(part) && IDENTIFIER.test(part))
  const words = [...new Set([...receivers, method])].filter(word => word.length > 2)
  return words.length > 0 ? words : undefined
}

function findDefinitions(text: string, where: 'prose' | 'code', found: SymbolMatch[]): void {
  const pattern = /\b(def|class|function)[ \t]{1,4}([A-Za-z_$][\w$]{2,100})(?![\w$])/g
  for (const { 0: whole, 1: keyword = '', 2: name = '', index } of text.matchAll(pattern)) {
    const after = text.charAt(index + whole.length)
    const strength = definitionStrength(keyword, name, after, where)
    if (strength) found.push({ text: `${keyword} ${name}`, words: [name], strength, start: index })
  }
}

/** "the function calls" names nothing; "the function login" may name something, and proves nothing if it does not. */
function definitionStrength(
  keyword: string,
  name: string,
  after: string,
  where: 'prose' | 'code',
): SymbolMatch['strength'] | undefined {
  if (after === '(' || /[_$\d]|[a-z][A-Z]/.test(name)) return 'strong'
  if (where === 'code' && /[:{<]/.test(after)) return 'strong'
  if (ENGLISH.has(name.toLowerCase())) return undefined
  if (keyword === 'class') return /^[A-Z]/.test(name) ? 'strong' : undefined
  return keyword === 'def' ? 'strong' : 'weak'
}

function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36
  )
}
