import { dotted, type Leaf, leavesOf } from './leaves.ts'

const PREFIX = 'DREAM_'

/** Not settings by their names: one chooses the block, the other is older than this file. */
const NAMED: Readonly<Record<string, readonly string[] | null>> = {
  DREAM_ENV: null,
  DREAM_VAULT_PATH: ['journal', 'vault'],
}

/** `DREAM_AUTODREAM__ENABLED=false` is `autoDream.enabled`; case does not matter, for shells shout. */
export function variableLayer(
  env: Readonly<Record<string, string | undefined>>,
  defaults: Readonly<Record<string, unknown>>,
): { readonly leaves: readonly Leaf[]; readonly unknown: readonly string[] } {
  const given = Object.keys(env).filter(name => name.startsWith(PREFIX) && env[name] !== undefined)
  if (given.length === 0) return { leaves: [], unknown: [] }
  const known = namesOf(defaults)
  const leaves: Leaf[] = []
  const unknown: string[] = []
  for (const name of given.sort()) {
    const path = Object.hasOwn(NAMED, name) ? NAMED[name] : known.get(name.toLowerCase())
    if (path === null || (path !== undefined && env[name] === '')) continue
    if (path === undefined) unknown.push(name)
    else leaves.push({ path, value: env[name], spelled: name })
  }
  return { leaves, unknown }
}

/** Every setting by the name of its variable. */
function namesOf(defaults: Readonly<Record<string, unknown>>): Map<string, readonly string[]> {
  const paths = leavesOf(defaults).map(leaf => leaf.path)
  return new Map(
    paths.filter(path => path[0] !== 'environments').map(path => [variableOf(path).toLowerCase(), path]),
  )
}

export const variableOf = (path: readonly string[]): string => `${PREFIX}${path.join('__').toUpperCase()}`

/** The names of all settings, dotted. */
export function settingNames(defaults: Readonly<Record<string, unknown>>): string[] {
  return leavesOf(defaults).map(leaf => dotted(leaf.path))
}
