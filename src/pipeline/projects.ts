import { trustsOf, type Where } from '../app/index.ts'
import { openProject, type Project, seenFrom } from '../project/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { cacheFile, cacheHome, PROJECT_CACHE, summed } from '../state/index.ts'
import { rootId } from '../store/index.ts'

/** Opens each project once, however many folders ask about it. */
export function projectsFor(
  where: Where,
  folders: readonly FoundFolder[],
  caches: 'read-only' | 'read-write',
): (found: FoundFolder) => Project {
  const memoryFolders = folders.map(folder => folder.root)
  const opened = new Map<string, Project>()
  const trusts = trustsOf(where)
  const projectOf = ({ project }: FoundFolder): Project => {
    const key = 'path' in project ? project.path : ''
    const known = opened.get(key)
    if (known !== undefined && key !== '') return known
    const folder = `${cacheHome(where.env, where.home)}/${rootId(key)}`
    const cache = cacheFile(`${folder}/${PROJECT_CACHE.words}`, caches)
    const wordStamp = summed(cacheFile(`${folder}/${PROJECT_CACHE.wordStamp}`, caches))
    const log = summed(cacheFile(`${folder}/${PROJECT_CACHE.removedPaths}`, caches))
    const openedProject = openProject(project, {
      home: where.home,
      memoryFolders,
      cache,
      wordStamp,
      log,
      trusts,
    })
    opened.set(key, openedProject)
    return openedProject
  }
  return found => seenFrom(found.root, projectOf(found))
}
