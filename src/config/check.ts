import { sayEarly } from '../languages/index.ts'
import { nearest } from '../text/index.ts'
import { type Expected, isPart, type Nodes, type Part, type Schema, type Setting } from './kinds.ts'
import { ConfigError, dotted, isTree, type Layer, type Leaf, leavesOf, treeOf, valueAt } from './layers.ts'
import { DEFAULTS, SETTINGS, whyRemoved, whyValueRemoved } from './settings.ts'

/** Holds every layer against the table, environments that were not chosen too; all that is wrong in one message. */
export function checkLayers(layers: readonly Layer[]): Layer[] {
  const problems: string[] = []
  const checked = layers.map(layer => {
    const leaves = layer.origin === 'variable' ? layer.leaves.map(readVariable) : layer.leaves
    problems.push(...problemsIn(leaves, layer.from), ...blockProblems(leaves, layer.from))
    return { ...layer, leaves }
  })
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
  return checked
}

/** Variables are texts: where the setting is no text, what the text spells as JSON. */
export function readVariable(leaf: Leaf): Leaf {
  const fits = (value: unknown) => faultsOf(SETTINGS, treeOf([{ ...leaf, value }]), []).length === 0
  if (typeof leaf.value !== 'string' || fits(leaf.value)) return leaf
  try {
    const value: unknown = JSON.parse(leaf.value.toLowerCase() === 'null' ? 'null' : leaf.value)
    return fits(value) ? { ...leaf, value } : leaf
  } catch {
    return leaf
  }
}

export const fits = ({ schema, fits: also }: Setting, value: unknown): boolean =>
  isOf(schema, value) && also?.(value) !== false

function isOf(schema: Schema, value: unknown): boolean {
  if (schema.anyOf !== undefined) return schema.anyOf.some(each => isOf(each, value))
  if (schema.const !== undefined && value !== schema.const) return false
  const { minimum = -Infinity, maximum = Infinity } = schema
  switch (schema.type) {
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (schema.type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
        value >= minimum &&
        value <= maximum
      )
    case 'string':
      return typeof value === 'string' && isText(schema, value)
    case 'array':
      return Array.isArray(value) && value.length >= schema.minItems! && value.length <= schema.maxItems!
    case 'object':
      return isTree(value)
    case 'null':
      return value === null
    default:
      return typeof value === schema.type
  }
}

const isText = ({ enum: words, minLength = 0, maxLength = Infinity, pattern = '' }: Schema, text: string) =>
  (words === undefined || words.includes(text)) &&
  text.length >= minLength &&
  text.length <= maxLength &&
  new RegExp(pattern).test(text)

/** What is wrong at a path: a key that is no setting, or a value that is none of the expected. */
interface Fault {
  readonly path: readonly string[]
  readonly expected?: Expected
  readonly words?: readonly string[]
}

function faultsOf(node: Setting | Part, value: unknown, path: readonly string[]): Fault[] {
  if (isPart(node)) return partFaults(node, value, path, { required: [], expected: words => words.object })
  const { items, enum: words = [] } = node.schema
  if (!fits(node, value)) return [{ path, expected: node.expected, words }]
  if (items === undefined) return []
  return (value as unknown[]).flatMap((each, at) => partFaults(items, each, [...path, String(at)], items))
}

function partFaults(
  { parts }: Part,
  value: unknown,
  path: readonly string[],
  { required, expected }: { readonly required: readonly string[]; readonly expected: Expected },
): Fault[] {
  if (!isTree(value)) return [{ path, expected }]
  const wrong = Object.entries(parts).flatMap(([name, node]) =>
    Object.hasOwn(value, name) || required.includes(name) ? faultsOf(node, value[name], [...path, name]) : [],
  )
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(parts, name))
  return [...wrong, ...unknown.map(name => ({ path: [...path, name] }))]
}

function problemsIn(leaves: readonly Leaf[], from: string): string[] {
  const clash = leaves.find(leaf => leaves.some(other => other !== leaf && isAbove(leaf.path, other.path)))
  if (clash !== undefined) return [sayEarly().settings.clash(from, clash.path.join('.'))]
  const tree = treeOf(leaves)
  return faultsOf(SETTINGS, tree, []).map(fault =>
    sayEarly().settings.at(from, faultWords(fault, tree, leaves)),
  )
}

const isAbove = (a: readonly string[], b: readonly string[]): boolean =>
  a.length < b.length && a.every((key, at) => key === b[at])

function blockProblems(leaves: readonly Leaf[], from: string): string[] {
  const blocks = leaves.find(leaf => leaf.path.length === 1 && leaf.path[0] === 'environments')?.value
  if (!isTree(blocks)) return []
  return Object.entries(blocks).flatMap(([name, block]) => {
    const where = `${from}, environments.${name}`
    if (!isTree(block)) return [sayEarly().settings.wrongEnvironment(from, name, shown([name], block))]
    const inside = leavesOf(block)
    if (inside.some(leaf => leaf.path[0] === 'environments')) return [sayEarly().settings.nested(where)]
    return problemsIn(inside, where)
  })
}

/** A wrong key or value as a sentence: where, what it is, what was expected, the nearest right name. */
function faultWords({ path, expected, words = [] }: Fault, tree: unknown, leaves: readonly Leaf[]): string {
  const given = leaves.find(leaf => leaf.spelled !== undefined && dotted(leaf.path) === dotted(path))?.spelled
  const name = given ?? dotted(path).replace(/\.(\d{1,6})(?=\.|$)/g, '[$1]')
  if (expected === undefined) {
    const removed = whyRemoved(dotted(path))
    if (removed !== undefined) return sayEarly().settings.isRemoved(name, removed)
    const meant = nearestKey(path)
    return sayEarly().settings.unknown(name, meant === undefined ? '' : sayEarly().settings.didYouMean(meant))
  }
  const value = valueAt(tree, path)
  const removed = whyValueRemoved(dotted(path), value)
  if (removed !== undefined) return sayEarly().settings.valueRemoved(name, shown(path, value), removed)
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  const hint = meant === undefined ? '' : sayEarly().settings.didYouMean(JSON.stringify(meant))
  return `${sayEarly().settings.wrong(name, shown(path, value), expected(sayEarly().settings.expected))}${hint}`
}

/** The right name near this one: a sibling first, else a setting of that name elsewhere. */
function nearestKey(path: readonly string[]): string | undefined {
  const above = path.slice(0, -1)
  const last = path.at(-1) ?? ''
  const siblings = valueAt(DEFAULTS, above)
  if (isTree(siblings)) {
    const names = Object.keys(siblings)
    const meant = names.find(name => name.toLowerCase() === last.toLowerCase()) ?? nearest(last, names)
    if (meant !== undefined) return dotted([...above, meant])
  }
  const all = leavesOf(DEFAULTS).map(leaf => leaf.path)
  const elsewhere = all.find(each => each.at(-1)?.toLowerCase() === last.toLowerCase())
  return elsewhere === undefined ? nearest(dotted(path), all.map(dotted)) : dotted(elsewhere)
}

const SECRET = /key|token|secret|password|credential|url|endpoint/i
const LONGEST = 60

/** A key that was put in the wrong place must not travel on into a terminal or a log. */
function shown(path: readonly string[], value: unknown): string {
  if (value === undefined) return sayEarly().settings.missing
  if (typeof value === 'string' && SECRET.test(path.at(-1) ?? '')) return sayEarly().settings.hidden
  const json = JSON.stringify(value) ?? String(value)
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json
}

/** For editors; published as `schema/config.schema.json`. */
export function configJsonSchema(): object {
  const $schema = { type: 'string', description: 'Where editors find this schema.' }
  const { properties, ...rest } = partSchema(SETTINGS.parts)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'dream.config.json',
    description: SETTINGS.about,
    ...rest,
    properties: { $schema, ...properties },
  }
}

function partSchema(parts: Nodes, of: 'tree' | 'list' = 'tree'): { readonly properties: object } {
  const schemas = Object.entries(parts).map(([name, node]) => {
    if (isPart(node)) return [name, { description: node.about, default: {}, ...partSchema(node.parts) }]
    const { items, ...schema } = node.schema
    const each = items && { items: { ...partSchema(items.parts, 'list'), required: items.required } }
    const value = of === 'tree' && { default: node.default }
    return [name, { description: node.about, ...value, ...schema, ...each }]
  })
  return Object.assign(
    { type: 'object', additionalProperties: false },
    { properties: Object.fromEntries(schemas) },
  )
}
