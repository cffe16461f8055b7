import { realClock, realSys } from '../disk/index.ts'
import { type Action, DEFAULT_POLICY, type FileName, type Rules } from '../model/index.ts'
import { indexStep } from '../plan/index.ts'
import { findWorkspace, readFolder } from '../sources/index.ts'
import { type Store, type StoreContext, withStore } from '../store/index.ts'
import { discoverFolders, layoutOf, stateHomeOf, type Where } from './app.ts'
import { withVault } from './journal-settings.ts'

export function storeContext(where: Where): StoreContext {
  const stateHome = stateHomeOf(where)
  const knowsVault = (root: string, vault: string) =>
    vault === `${stateHome}/vault` ||
    findWorkspace({ ...withVault(where, 'go-on'), paths: [root] })?.vault.path === vault
  return {
    sys: realSys,
    stateHome,
    clock: where.clock ?? realClock,
    knowsVault,
    magmaVault: () => magmaVault(where),
    planIndex: async (folder, changed) => planIndex(where, folder, changed),
  }
}

/** Looks into the state of a folder, if there is any yet. */
export function withState<Result>(
  where: Where,
  root: string,
  look: (store: Store) => Result,
): Result | undefined {
  return withStore(storeContext(where), root, look)
}

async function magmaVault(where: Where): Promise<string | undefined> {
  const [{ settingsOf }, { magmaHome }] = await Promise.all([
    import('./settings.ts'),
    import('./magma-home.ts'),
  ])
  try {
    const { config } = await settingsOf(where)
    return magmaHome(where, config).vault
  } catch {
    // A configuration that cannot be read names no vault; the command that needs it says what is wrong with it.
    return undefined
  }
}

/** The index as it is now, without the lines of what was archived and with one for each file that was written. */
function planIndex(
  where: Where,
  { root, rules = DEFAULT_POLICY.rules }: { readonly root: string; readonly rules?: Rules },
  changed: readonly Action[],
): Action | undefined {
  const found = discoverFolders({ ...where, paths: [root] }).folders.find(each => each.root === root)
  const folder = found && readFolder(found, layoutOf(where))
  if (folder?.layout !== 'index') return undefined
  const archived = changed.filter(({ kind }) => kind === 'archive')
  const seen = { by: 'dream', date: new Date().toISOString().slice(0, 10) } as const
  const listing = {
    folder,
    going: new Set<FileName>(),
    memories: folder.memories,
    past: { left: new Map(archived.map(({ file }) => [file, seen])), takenOut: new Map() },
    newMemories: new Set(changed.filter(({ kind }) => kind !== 'archive').map(({ file }) => file)),
  }
  return indexStep(listing, { ...DEFAULT_POLICY, rules }).action
}
