import { sayEarly } from '../languages/index.ts'
import { nearest } from '../text/index.ts'
import type { Expected, Fields, Setting } from './kinds.ts'
import { ConfigError, type Layer } from './layers.ts'
import { isGroup, NAMES, settingNamed, whyRemoved, whyValueRemoved } from './settings.ts'
import { isTree, type Leaf, leavesOf, treeOf, valueAt } from './tree.ts'

/** Holds every layer against the table, environments that were not chosen too; all that is wrong in one message. */
export function checkLayers(layers: readonly Layer[]): Layer[] {
  const checked = layers.map(layer =>
    layer.origin === 'variable' ? { ...layer, leaves: layer.leaves.map(readVariable) } : layer,
  )
  const problems = checked.flatMap(({ leaves, from }) => [
    ...problemsIn(leaves, from),
    ...blockProblems(leaves, from),
  ])
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'))
  return checked
}

/** Variables are texts: where the setting is no text, what the text spells as JSON. */
export function readVariable(leaf: Leaf): Leaf {
  const { value } = leaf
  const own = settingNamed(leaf.name)
  if (own === undefined || typeof value !== 'string' || own.fits(value)) return leaf
  try {
    const spelled: unknown = JSON.parse(value.toLowerCase() === 'null' ? 'null' : value)
    return own.fits(spelled) ? { ...leaf, value: spelled } : leaf
  } catch {
    return leaf
  }
}

/** What is wrong at a name: it is no setting, or its value is none of the expected. */
interface Fault {
  readonly name: string
  readonly value?: unknown
  readonly expected?: Expected
  readonly words?: readonly string[]
}

function faultsOf({ name, value }: Leaf, tree: unknown): Fault[] {
  const own = settingNamed(name)
  if (own !== undefined) return valueFaults(name, own, value)
  if (isGroup(name)) return isTree(value) ? [] : [{ name, value, expected: words => words.object }]
  const keys = name.split('.')
  const above = keys.map((_, at) => keys.slice(0, at + 1).join('.')).find(each => !isGroup(each))!
  const setting = settingNamed(above)
  return setting === undefined ? [{ name: above }] : valueFaults(above, setting, valueAt(tree, above))
}

function valueFaults(name: string, { fits, expected, schema, each }: Setting, value: unknown): Fault[] {
  if (!fits(value)) return [{ name, value, expected, words: schema.enum ?? [] }]
  if (each === undefined) return []
  return (value as unknown[]).flatMap((one, at) => fieldFaults(`${name}[${at}]`, each, one))
}

function fieldFaults(name: string, { parts, required, expected }: Fields, value: unknown): Fault[] {
  if (!isTree(value)) return [{ name, value, expected }]
  const wrong = Object.entries(parts).flatMap(([key, field]) =>
    Object.hasOwn(value, key) || required.includes(key)
      ? valueFaults(`${name}.${key}`, field, value[key])
      : [],
  )
  const unknown = Object.keys(value).filter(key => !Object.hasOwn(parts, key))
  return [...wrong, ...unknown.map(key => ({ name: `${name}.${key}` }))]
}

function problemsIn(leaves: readonly Leaf[], from: string): string[] {
  const tree = treeOf(leaves)
  const faults = leaves.flatMap(leaf => faultsOf(leaf, tree).map(fault => faultWords(fault, leaf)))
  return faults.map(words => sayEarly().settings.at(from, words))
}

function blockProblems(leaves: readonly Leaf[], from: string): string[] {
  const blocks = leaves.find(leaf => leaf.name === 'environments')?.value
  if (!isTree(blocks)) return []
  return Object.entries(blocks).flatMap(([name, block]) => {
    const where = `${from}, environments.${name}`
    if (!isTree(block)) return [sayEarly().settings.wrongEnvironment(from, name, shown(name, block))]
    const inside = leavesOf(block)
    if (inside.some(leaf => leaf.name === 'environments')) return [sayEarly().settings.nested(where)]
    return problemsIn(inside, where)
  })
}

/** A wrong key or value as a sentence: where, what it is, what was expected, the nearest right name. */
function faultWords({ name, value, expected, words = [] }: Fault, leaf: Leaf): string {
  const says = sayEarly().settings
  const given = name === leaf.name ? (leaf.spelled ?? name) : name
  if (expected === undefined) {
    const removed = whyRemoved(leaf.name)
    if (removed !== undefined) return says.isRemoved(given, removed)
    const meant = nearestKey(name)
    return says.unknown(given, meant === undefined ? '' : says.didYouMean(meant))
  }
  const removed = whyValueRemoved(name, value)
  if (removed !== undefined) return says.valueRemoved(given, shown(name, value), removed)
  const meant = typeof value === 'string' ? nearest(value, words) : undefined
  const hint = meant === undefined ? '' : says.didYouMean(JSON.stringify(meant))
  return `${says.wrong(given, shown(name, value), expected(says.expected))}${hint}`
}

/** The right name near this one: a sibling first, else a setting of that name elsewhere. */
function nearestKey(name: string): string | undefined {
  const cut = name.lastIndexOf('.') + 1
  const [above, last] = [name.slice(0, cut), name.slice(cut)]
  const below = NAMES.filter(each => each.startsWith(above)).map(each => each.slice(cut).split('.')[0]!)
  const isLast = (key: string) => key.toLowerCase() === last.toLowerCase()
  const sibling = below.find(isLast) ?? nearest(last, [...new Set(below)])
  if (sibling !== undefined) return above + sibling
  return NAMES.find(each => isLast(each.split('.').at(-1)!)) ?? nearest(name, NAMES)
}

const SECRET = /key|token|secret|password|credential|url|endpoint/i
const LONGEST = 60

/** A key that was put in the wrong place must not travel on into a terminal or a log. */
function shown(name: string, value: unknown): string {
  if (value === undefined) return sayEarly().settings.missing
  if (typeof value === 'string' && SECRET.test(name.split('.').at(-1)!)) return sayEarly().settings.hidden
  const json = JSON.stringify(value) ?? String(value)
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json
}
