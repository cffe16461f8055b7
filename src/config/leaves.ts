/** One value and the way to it. */
export interface Leaf {
  readonly path: readonly string[]
  readonly value: unknown
  /** How it was written, where that differs from the path: a variable, a dotted key. */
  readonly spelled?: string
}

/** Configuration is shallow; what nests deeper is somebody's mistake or somebody's joke. */
const DEEPEST = 12

/**
 * Every value of a tree. Keys may be dotted (`autoDream.enabled`); lists are values, and so are parts in which nothing
 * is set, for their names may be wrong. `environments` stays whole.
 */
export function leavesOf(tree: Readonly<Record<string, unknown>>, above: readonly string[] = []): Leaf[] {
  const leaves: Leaf[] = []
  for (const [key, value] of Object.entries(tree)) {
    const path = [...above, ...key.split('.')]
    const whole = path[0] === 'environments' || path.length > DEEPEST
    const isTree = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isTree && !whole && Object.keys(value).length > 0)
      leaves.push(...leavesOf(value as Record<string, unknown>, path))
    else leaves.push({ path, value, ...(key.includes('.') && { spelled: [...above, key].join('.') }) })
  }
  return leaves
}

/** A part in which nothing is set. */
export function isEmptyPart({ path, value }: Leaf): boolean {
  return path[0] !== 'environments' && typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The tree that these values make; a later one wins. Keys come from files, so no tree has a prototype. */
export function treeOf(leaves: readonly Leaf[]): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null)
  for (const { path, value } of leaves) {
    let at = root
    for (const key of path.slice(0, -1)) {
      const next = at[key]
      const below: Record<string, unknown> =
        typeof next === 'object' && next !== null && !Array.isArray(next)
          ? (next as Record<string, unknown>)
          : Object.create(null)
      at[key] = below
      at = below
    }
    at[path.at(-1)!] = value
  }
  return root
}

/** What stands at a path, if anything does. */
export function valueAt(tree: unknown, path: readonly string[]): unknown {
  let at: unknown = tree
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/** `a.b.c`, as people write it. */
export const dotted = (path: readonly string[]): string => path.join('.')
