import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import {
  type FrontmatterState,
  lowest,
  MEMORY_TYPES,
  type Memory,
  type MemoryType,
  ORIGINS,
  type Origin,
} from '../model/index.ts'
import type { Range } from './markdown.ts'
import { findReferences } from './references.ts'

/** More than this between the two `---` lines is no frontmatter that anyone wrote by hand. */
const MAX_YAML = 64 * 1024
const MAX_DEPTH = 8

export interface SplitText {
  readonly state: Exclude<FrontmatterState, 'unreadable'>
  readonly yaml: string
  readonly yamlStart: number
  readonly body: string
  readonly bodyStart: number
}

/** A scalar is always text: `1.10` and `true` stay what was written. */
export type Field = string | readonly Field[] | Fields
/** Has no prototype, so a key such as `__proto__` is a key like any other. */
export interface Fields {
  readonly [key: string]: Field
}

export interface Frontmatter {
  readonly state: FrontmatterState
  readonly fields: Fields
  readonly body: string
  readonly bodyStart: number
}

/** Finds the frontmatter: `---` alone on the first line, up to the next line that is `---` alone. */
export function splitFrontmatter(text: string): SplitText {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const opening = /^---[ \t]{0,40}(?:\r\n?|\n)/.exec(text.slice(start, start + 50))
  const none: SplitText = {
    state: 'none',
    yaml: '',
    yamlStart: start,
    body: text.slice(start),
    bodyStart: start,
  }
  if (opening === null) return none
  const yamlStart = start + opening[0].length
  const closing = closingLine(text, yamlStart)
  if (closing === undefined) return none
  const bodyStart = closing.end
  const body = text.slice(bodyStart)
  if (closing.start - yamlStart > MAX_YAML)
    return { state: 'too-large', yaml: '', yamlStart, body, bodyStart }
  return { state: 'read', yaml: text.slice(yamlStart, closing.start), yamlStart, body, bodyStart }
}

function closingLine(text: string, from: number): Range | undefined {
  for (let start = text.indexOf('---', from); start !== -1; start = text.indexOf('---', start + 3)) {
    if (start > from && !/[\r\n]/.test(text.charAt(start - 1))) continue
    let end = start + 3
    while (text[end] === ' ' || text[end] === '\t') end++
    if (end === text.length) return { start, end }
    if (text.startsWith('\r\n', end)) return { start, end: end + 2 }
    if (text[end] === '\n' || text[end] === '\r') return { start, end: end + 1 }
  }
  return undefined
}

/** The fields of the frontmatter, in whichever of its dialects. Never throws. */
export function readFrontmatter(text: string): Frontmatter {
  const { state, yaml, body, bodyStart } = splitFrontmatter(text)
  if (state !== 'read') return { state, fields: emptyFields(), body, bodyStart }
  const fields = readYaml(yaml) ?? readPlainLines(yaml)
  return { state: fields ? 'read' : 'unreadable', fields: fields ?? emptyFields(), body, bodyStart }
}

/** Every scalar stays text (failsafe), no merge keys, no tags of its own, and a key written twice is no error. */
export function parseYaml(yaml: string) {
  return parseDocument(yaml, {
    schema: 'failsafe',
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
}

function readYaml(yaml: string): Fields | undefined {
  if (isDeep(yaml)) return undefined
  try {
    const document = parseYaml(yaml)
    if (document.errors.length > 0) return undefined
    if (document.contents === null) return emptyFields()
    const fields = fieldOf(document.contents, yaml, 0)
    return isFields(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

/** The parser works by recursion: what is nested deeper than anyone writes never reaches it. */
function isDeep(yaml: string): boolean {
  if (/(?:[-?][ \t]{1,9}){50}/.test(yaml)) return true
  let depth = 0
  for (let at = 0; at < yaml.length; at++) {
    const code = yaml.charCodeAt(at)
    if (code === 91 || code === 123) depth++
    else if ((code === 93 || code === 125) && depth > 0) depth--
    if (depth > 100) return true
  }
  return false
}

/** Aliases to anything but a scalar are left out: nothing that Dream reads needs them, and bombs are made of them. */
function fieldOf(node: ParsedNode | null, yaml: string, depth: number): Field | undefined {
  if (node === null) return ''
  if (isAlias(node) || depth > MAX_DEPTH) return undefined
  if (isScalar(node)) return scalarText(node, yaml)
  if (isSeq(node)) {
    return node.items.flatMap(item => fieldOf(item as ParsedNode, yaml, depth + 1) ?? [])
  }
  if (!isMap(node)) return undefined
  const fields = emptyFields()
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue
    const field = fieldOf(value as ParsedNode | null, yaml, depth + 1)
    if (field !== undefined) fields[String(key.value)] = field
  }
  return fields
}

function scalarText(node: Scalar.Parsed, yaml: string): string {
  const value = typeof node.value === 'string' ? node.value : ''
  return value + hashTail(node, yaml).trimEnd()
}

/** In `fixes #12 for good` YAML sees a comment, the one who wrote it did not: `#` right before a character is text. */
function hashTail(node: Scalar.Parsed, yaml: string): string {
  if (node.type !== 'PLAIN' || node.value === '') return ''
  return /^[ \t]{1,9}#[^\s#][^\r\n]*/.exec(yaml.slice(node.range[1]))?.[0] ?? ''
}

/**
 * For what is no YAML but what people write (`description: use x: never y`): the lines `name:`, `description:` and `type:`,
 * at the top or one level down, taken to the line's end.
 */
function readPlainLines(yaml: string): Fields | undefined {
  const fields = emptyFields()
  for (const line of yaml.split(/\r\n?|\n/)) {
    const match = /^[ \t]{0,8}(name|description|type|pinned|modified):[ \t]+(\S.*)$/.exec(line)
    if (match?.[1] && match[2] && fields[match[1]] === undefined) fields[match[1]] = unquoted(match[2].trim())
  }
  return (fields['name'] ?? fields['description'] ?? fields['type']) ? fields : undefined
}

function unquoted(value: string): string {
  const quote = value[0]
  const quoted = (quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote)
  return quoted ? value.slice(1, -1) : value
}

const emptyFields = (): Record<string, Field> => Object.create(null)

export function isFields(field: Field | undefined): field is Fields {
  return typeof field === 'object' && !Array.isArray(field)
}

type Node = ParsedNode & { range: [number, number, number] }

/**
 * Sets one field (`['metadata', 'modified']`) by splicing the source: every byte outside the value, or outside the one new
 * line, stays. A text without readable frontmatter, or with something other than a value in that place, comes back as it was.
 */
export function setFrontmatterField(text: string, path: readonly string[], value: string): string {
  const { state, yaml, yamlStart } = splitFrontmatter(text)
  if (state !== 'read' || path.length === 0) return text
  const edited = spliceField(yaml, path, scalarSource(value), /\r\n|\r|\n/.exec(text)?.[0] ?? '\n')
  if (edited === undefined) return text
  const result = text.slice(0, yamlStart) + edited + text.slice(yamlStart + yaml.length)
  return readBack(result, path) === value ? result : text
}

function spliceField(yaml: string, path: readonly string[], source: string, eol: string): string | undefined {
  const document = parseYaml(yaml)
  if (document.errors.length > 0) return undefined
  if (document.contents === null) return appendLines(yaml, newLines(path, source, '', eol), eol)
  let map = document.contents as ParsedNode
  for (const [depth, key] of path.entries()) {
    if (!isMap(map)) return undefined
    const pair = lastPair(map, key)
    const rest = path.slice(depth)
    if (pair === undefined) return insertInto(yaml, map, rest, source, eol, depth === 0)
    const node = pair.value as Node | null
    if (rest.length === 1) return replaceScalar(yaml, node, source)
    if (isEmpty(node)) return insertBelow(yaml, pair, rest.slice(1), source, eol)
    map = node as ParsedNode
  }
  return undefined
}

/** Of a key written twice the last one counts. */
function lastPair(map: YAMLMap, key: string): Pair | undefined {
  return map.items.findLast(({ key: node }) => isScalar(node) && node.value === key)
}

function isEmpty(node: Node | null): boolean {
  return node === null || (isScalar(node) && node.value === '' && node.range[0] === node.range[1])
}

function replaceScalar(yaml: string, node: Node | null, source: string): string | undefined {
  if (node === null || !isScalar(node)) return undefined
  const start = node.range[0]
  const end = node.range[1] + hashTail(node, yaml).length
  const old = yaml.slice(start, end)
  const gap = /[ \t]$/.test(yaml.slice(0, start)) ? '' : ' '
  const lineEnd = /(?:\r\n|\r|\n)$/.exec(old)?.[0] ?? ''
  return yaml.slice(0, start) + gap + source + lineEnd + yaml.slice(end)
}

function insertInto(
  yaml: string,
  map: YAMLMap,
  path: readonly string[],
  source: string,
  eol: string,
  top: boolean,
): string | undefined {
  const [start, end] = map.range as [number, number, number]
  if (map.flow)
    return path.length === 1
      ? insertIntoFlow(yaml, map, start, `${keySource(path[0])}: ${source}`)
      : undefined
  const indent = yaml.slice(yaml.lastIndexOf('\n', start - 1) + 1, start)
  if (/[^ \t]/.test(indent)) return undefined
  const lines = newLines(path, source, indent, eol)
  return top ? appendLines(yaml, lines, eol) : insertAfterLine(yaml, lastContent(yaml, end), lines, eol)
}

function insertIntoFlow(yaml: string, map: YAMLMap, start: number, entry: string): string {
  const last = map.items.at(-1)
  const node = (last?.value ?? last?.key) as Node | undefined
  const at = node ? node.range[1] : start + 1
  return yaml.slice(0, at) + (node ? ', ' : '') + entry + yaml.slice(at)
}

/** The range of a block map may take in blank lines and comments after it; the new line goes right below its last value. */
const lastContent = (yaml: string, end: number): number => yaml.slice(0, end).trimEnd().length

function insertBelow(yaml: string, pair: Pair, path: readonly string[], source: string, eol: string): string {
  const keyNode = pair.key as unknown as Node
  const indent = yaml.slice(yaml.lastIndexOf('\n', keyNode.range[0] - 1) + 1, keyNode.range[0])
  return insertAfterLine(yaml, keyNode.range[1], newLines(path, source, `${indent}  `, eol), eol)
}

function insertAfterLine(yaml: string, offset: number, lines: string, eol: string): string {
  const found = yaml.indexOf(eol, offset)
  const at = found === -1 ? yaml.length : found + eol.length
  return appendLines(yaml.slice(0, at), lines, eol) + yaml.slice(at)
}

function appendLines(yaml: string, lines: string, eol: string): string {
  return yaml === '' || yaml.endsWith(eol) ? yaml + lines : yaml + eol + lines
}

function newLines(path: readonly string[], source: string, indent: string, eol: string): string {
  return path
    .map((key, depth) => {
      const value = depth === path.length - 1 ? ` ${source}` : ''
      return `${indent}${'  '.repeat(depth)}${keySource(key)}:${value}${eol}`
    })
    .join('')
}

const keySource = (key = ''): string => (/^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key))

/** Plain where that cannot be misread, else in double quotes. */
function scalarSource(value: string): string {
  const plain = /^[\p{L}\d][^\r\n\t:#"'\\,[\]{}]*$/u.test(value) && value === value.trim()
  return plain || /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value : JSON.stringify(value)
}

function readBack(text: string, path: readonly string[]): string | undefined {
  let field: ReturnType<typeof readFrontmatter>['fields'][string] | undefined = readFrontmatter(text).fields
  for (const key of path) field = isFields(field) ? field[key] : undefined
  return typeof field === 'string' ? field : undefined
}

const FIELD = 'dream_origin'
const LABEL = new RegExp(`\\b${FIELD}["']?[ \\t]{0,8}:[ \\t]{0,8}["']?([\\w-]{0,20})`, 'g')

/**
 * The label that stands in a memory's head. Looked for in the bare text, so that frontmatter that is broken, or that says
 * it twice, cannot lose it: of several the lowest counts, and a word that is no label is one that nobody vouches for.
 */
export function originIn(head: string): Origin | undefined {
  if (!head.includes(FIELD)) return undefined
  const words = Array.from(head.matchAll(LABEL), ([, word = '']) => word.toLowerCase())
  return lowest(words.map(word => ORIGINS.find(origin => origin === word) ?? 'unknown'))
}

/** The text of a memory with this label; as it was where it has no frontmatter that could hold one. */
export function withOrigin(text: string, origin: Origin): string {
  return setFrontmatterField(text, ['metadata', FIELD], origin)
}

export type MemorySource = Pick<Memory, 'file' | 'hash' | 'size' | 'modified'> & { readonly text: string }

/** A memory file, read: what it says of itself and what it names. */
export function parseMemory({ file, hash, size, modified, text }: MemorySource): Memory {
  const { state, fields, body, bodyStart } = readFrontmatter(text)
  const metadata = isFields(fields['metadata']) ? fields['metadata'] : undefined
  const name = line(fields['name'])
  const description = line(fields['description'])
  const type = memoryType(fields['type']) ?? memoryType(metadata?.['type'])
  const dated = selfDate(fields, metadata)
  const origin = originIn(text.slice(0, bodyStart))
  return {
    file,
    hash,
    size,
    modified,
    frontmatter: state,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    pinned: isTrue(fields['pinned']) || isTrue(metadata?.['pinned']),
    ...(origin !== undefined && { origin }),
    ...(dated !== undefined && { dated }),
    head: text.slice(0, bodyStart),
    body,
    ...inFile(findReferences(description, body), text.slice(0, bodyStart)),
  }
}

/** Lines are counted in the file, as an editor shows them; what the description names keeps line 0. */
function inFile<Found extends ReturnType<typeof findReferences>>(found: Found, head: string): Found {
  const above = head.split(/\r\n|\r|\n/).length - 1
  const below = <Named extends { line: number }>(one: Named): Named =>
    one.line === 0 ? one : { ...one, line: one.line + above }
  return { ...found, references: found.references.map(below), links: found.links.map(below) }
}

function line(field: Field | undefined): string | undefined {
  return typeof field === 'string' && field.trim() !== '' ? field.trim() : undefined
}

function memoryType(field: Field | undefined): MemoryType | undefined {
  const word = typeof field === 'string' ? field.trim().toLowerCase() : ''
  return MEMORY_TYPES.find(type => type === word)
}

function isTrue(field: Field | undefined): boolean {
  return typeof field === 'string' && /^(?:true|yes|on)$/i.test(field.trim())
}

/** The best date first: what the agent's harness writes, then what people write. */
function selfDate(fields: Fields, metadata: Fields | undefined): number | undefined {
  const candidates = [
    metadata?.['modified'],
    fields['modified'],
    fields['updated'],
    fields['updated_at'],
    fields['date'],
    metadata?.['date'],
    fields['created'],
  ]
  for (const candidate of candidates) {
    const moment = typeof candidate === 'string' ? isoMoment(candidate.trim()) : undefined
    if (moment !== undefined) return moment
  }
  return undefined
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?[ ]?(Z|[+-]\d\d:?\d\d)?)?$/

/** Microseconds since 1970 of an ISO date or date and time; without a zone it is UTC. Only 2000 to 2100 is plausible. */
export function isoMoment(text: string): number | undefined {
  const match = ISO.exec(text)
  if (match === null) return undefined
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = [year, month, day, hour, minute, second].map(Number)
  if (y < 2000 || y > 2100) return undefined
  const time = new Date(Date.UTC(y, mo - 1, d, h, mi, s))
  const exact =
    time.getUTCMonth() === mo - 1 && time.getUTCDate() === d && time.getUTCHours() === h && mi < 60 && s < 60
  if (!exact) return undefined
  return (time.getTime() - zoneOffset(zone)) * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

function zoneOffset(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone)
  if (match === null) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}
