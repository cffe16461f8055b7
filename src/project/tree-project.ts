import { memoryPaths, trustsNothing } from '../disk/index.ts'
import { documentStamp, readDocuments, type Shelf } from './documents.ts'
import { presenceOnDisk } from './on-disk.ts'
import { allUnknown, once, type World, type WorldContext } from './project.ts'
import { indexWords } from './symbols.ts'
import { isVendored, walkTree } from './tree.ts'

/** A project without git: its files as they lie there, and no past. */
export function treeWorld(root: string, context: WorldContext): World {
  const files = once(() => walkTree(root))
  const words = once((paths: readonly string[]) => {
    const isMemory = memoryPaths(root, context.memoryFolders)
    return indexWords(
      root,
      paths.filter(path => !isVendored(path) && !isMemory(path)),
      context.cache,
    )
  })
  const shelf = (): Shelf => {
    const paths = files()
    return { root, ...context, files: 'unknown' in paths ? [] : paths }
  }
  return {
    project: { kind: 'tree', root },
    home: context.home,
    trusts: context.trusts ?? trustsNothing,
    memoryFolders: context.memoryFolders,
    files,
    past: () => undefined,
    exists: presenceOnDisk,
    words(asked) {
      const paths = files()
      return 'unknown' in paths ? allUnknown(asked) : words(paths).answer(asked)
    },
    wordStamp() {
      const paths = files()
      return 'unknown' in paths ? undefined : words(paths).stamp
    },
    documents: once(() => readDocuments(shelf())),
    documentStamp: once(() => documentStamp(shelf())),
  }
}
