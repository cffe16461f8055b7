import { isAlias, isMap, isScalar, isSeq, type ParsedNode, parseDocument, type Scalar } from 'yaml'
import type { FrontmatterState } from '../model/index.ts'

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

function closingLine(text: string, from: number): { start: number; end: number } | undefined {
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
export function hashTail(node: Scalar.Parsed, yaml: string): string {
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

function emptyFields(): Record<string, Field> {
  return Object.create(null)
}

export function isFields(field: Field | undefined): field is Fields {
  return typeof field === 'object' && !Array.isArray(field)
}
