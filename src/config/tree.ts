/** One value and its dotted name. */
export interface Leaf {
  readonly name: string
  readonly value: unknown
  /** How it was written, where that differs from the name: a variable. */
  readonly spelled?: string
}

/** Configuration is shallow; what nests deeper is somebody's mistake or somebody's joke. */
const DEEPEST = 12

/**
 * Every value of a tree. Keys may be dotted (`autoDream.enabled`); lists are values, and so are groups in which nothing
 * is set, for their names may be wrong. `environments` stays whole.
 */
export function leavesOf(tree: Readonly<Record<string, unknown>>, above = ''): Leaf[] {
  return Object.entries(tree).flatMap(([key, value]): Leaf[] => {
    const name = above + key
    const isWhole = /^environments(?:\.|$)/.test(name) || name.split('.').length > DEEPEST
    if (isTree(value) && !isWhole && Object.keys(value).length > 0) return leavesOf(value, `${name}.`)
    return [{ name, value }]
  })
}

/** The tree that these values make; a later one wins. Keys come from files, so no tree has a prototype. */
export function treeOf(leaves: readonly Pick<Leaf, 'name' | 'value'>[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null)
  for (const { name, value } of leaves) {
    let at = root
    const keys = name.split('.')
    for (const key of keys.slice(0, -1)) {
      const next = at[key]
      const below: Record<string, unknown> = isTree(next) ? next : Object.create(null)
      at[key] = below
      at = below
    }
    at[keys.at(-1)!] = value
  }
  return root
}

/** What stands at a name, if anything does. */
export function valueAt(tree: unknown, name: string): unknown {
  let at = tree
  for (const key of name.split('.')) {
    if (!isTree(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

export const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
