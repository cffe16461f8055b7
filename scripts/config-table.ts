import { configJsonSchema } from '../src/config/editors.ts'

interface Node {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
}

const BEGIN = '<!-- settings: made by npm run docs -->'
const END = '<!-- /settings -->'

/** A page with its table of settings made anew from the table in `src/config/settings.ts`. */
export function withConfigTable(page: string): string {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from === -1 || to === -1) throw new Error('the page has no place for the table of settings')
  return `${page.slice(0, from)}${BEGIN}\n\n${table()}\n\n${page.slice(to)}`
}

function table(): string {
  const { properties = {} } = configJsonSchema() as Node
  const rows = Object.entries(properties)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, node]) => rowsOf([name], node))
  return ['| setting | default | may be | what it is |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function rowsOf(path: readonly string[], node: Node): string[] {
  if (node.properties !== undefined)
    return Object.entries(node.properties).flatMap(([name, below]) => rowsOf([...path, name], below))
  const value = node.default === null ? 'not set' : `\`${shortly(node.default)}\``
  return [`| \`${path.join('.')}\` | ${value} | ${mayBe(node)} | ${node.description} |`]
}

const shortly = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 30 ? 'three stages' : text
}

function mayBe(node: Node): string {
  const one = node.anyOf?.find(each => each.type !== 'null') ?? node
  const none = node.anyOf === undefined ? '' : ', or null'
  if (one.const !== undefined) return `${one.const}${none}`
  if (one.enum !== undefined) return `${one.enum.join(', ')}${none}`
  if (one.minimum !== undefined) return `${one.minimum} to ${one.maximum}${none}`
  const words: Record<string, string> = {
    boolean: 'true, false',
    string: 'text',
    array: 'a list',
    object: 'blocks',
  }
  return `${words[String(one.type)] ?? String(one.type)}${none}`
}
