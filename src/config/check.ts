import { ConfigError } from './error.ts'
import type { Layer } from './layers.ts'
import { type Leaf, leavesOf, treeOf } from './leaves.ts'
import { problemsOf } from './problems.ts'
import { configSchema } from './schema.ts'

/** Holds every layer against the schema, environments that were not chosen too; all that is wrong in one message. */
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

function problemsIn(leaves: readonly Leaf[], from: string): string[] {
  const clash = leaves.find(leaf => leaves.some(other => other !== leaf && isAbove(leaf.path, other.path)))
  if (clash !== undefined) return [`${from}: ${clash.path.join('.')} is set as a value and as an object`]
  const { error } = configSchema.safeParse(treeOf(leaves))
  return error === undefined ? [] : problemsOf(error.issues, leaves, from)
}

const isAbove = (a: readonly string[], b: readonly string[]): boolean =>
  a.length < b.length && a.every((key, at) => key === b[at])

function blockProblems(leaves: readonly Leaf[], from: string): string[] {
  const blocks = leaves.find(leaf => leaf.path.length === 1 && leaf.path[0] === 'environments')?.value
  if (typeof blocks !== 'object' || blocks === null || Array.isArray(blocks)) return []
  return Object.entries(blocks).flatMap(([name, block]) => {
    if (typeof block !== 'object' || block === null || Array.isArray(block)) return []
    const inside = leavesOf(block as Record<string, unknown>)
    const where = `${from}, environments.${name}`
    if (inside.some(leaf => leaf.path[0] === 'environments'))
      return [`${where}: environments cannot be set inside an environment`]
    return problemsIn(inside, where)
  })
}

/** Variables are texts: where the setting is no text, what the text spells as JSON. */
function readVariable(leaf: Leaf): Leaf {
  const fits = (value: unknown) => configSchema.safeParse(treeOf([{ ...leaf, value }])).success
  if (typeof leaf.value !== 'string' || fits(leaf.value)) return leaf
  try {
    const value: unknown = JSON.parse(leaf.value.toLowerCase() === 'null' ? 'null' : leaf.value)
    return fits(value) ? { ...leaf, value } : leaf
  } catch {
    return leaf
  }
}
