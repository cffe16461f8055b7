import { trustsOf, type Where } from '../app/index.ts'
import { openWorld, seenFrom, type World } from '../project/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { cacheFile, cacheHome, summed } from '../state/index.ts'
import { rootId } from '../store/index.ts'

/** Opens each project once, however many folders ask about it. */
export function worldsFor(
  where: Where,
  folders: readonly FoundFolder[],
  caches: 'read-only' | 'read-write',
): (found: FoundFolder) => World {
  const memoryFolders = folders.map(folder => folder.root)
  const opened = new Map<string, World>()
  const trusts = trustsOf(where)
  const worldOf = ({ project }: FoundFolder): World => {
    const key = 'path' in project ? project.path : ''
    const known = opened.get(key)
    if (known !== undefined && key !== '') return known
    const folder = `${cacheHome(where.env, where.home)}/${rootId(key)}`
    const cache = cacheFile(`${folder}/words.bin`, caches)
    const wordStamp = summed(cacheFile(`${folder}/word-stamp`, caches))
    const log = summed(cacheFile(`${folder}/vanished`, caches))
    const world = openWorld(project, { home: where.home, memoryFolders, cache, wordStamp, log, trusts })
    opened.set(key, world)
    return world
  }
  return found => seenFrom(found.root, worldOf(found))
}
