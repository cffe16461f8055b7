import { isMap, isScalar, type Pair, type ParsedNode, type YAMLMap } from 'yaml'
import { hashTail, isFields, parseYaml, readFrontmatter, splitFrontmatter } from './frontmatter.ts'

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
function lastContent(yaml: string, end: number): number {
  return yaml.slice(0, end).trimEnd().length
}

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

function keySource(key = ''): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key)
}

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
