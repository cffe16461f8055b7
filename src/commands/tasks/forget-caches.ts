import type { Where } from '../../app/index.ts'
import { cacheHome, removeCacheFolder } from '../../state/index.ts'
import { rootId } from '../../store/index.ts'

/** Beside that of the folder: the index of words, the index of vectors, and what models answered. */
const SHARED = ['recall', 'magma', 'models']

/** Made again when they are needed; until then they would go on knowing what was erased. */
export function forgetCaches({ env, home }: Where, root: string): void {
  const caches = cacheHome(env, home)
  for (const name of [rootId(root), ...SHARED]) removeCacheFolder(`${caches}/${name}`)
}
