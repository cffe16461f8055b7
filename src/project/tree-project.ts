import { memoryPaths, trustsNothing } from '../disk/index.ts'
import { type DocumentPlaces, documentStamp, readDocuments } from './documents.ts'
import { presenceOnDisk } from './on-disk.ts'
import { allUnknown, once, type Project, type ProjectContext } from './project.ts'
import { indexWords } from './symbols.ts'
import { isVendored, walkTree } from './tree.ts'

/** A project without git: its files as they lie there, and no past. */
export function treeProject(root: string, context: ProjectContext): Project {
  const files = once(() => walkTree(root))
  const words = once((paths: readonly string[]) => {
    const isMemory = memoryPaths(root, context.memoryFolders)
    return indexWords(
      root,
      paths.filter(path => !isVendored(path) && !isMemory(path)),
      context.cache,
    )
  })
  const places = (): DocumentPlaces => {
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
    documents: once(() => readDocuments(places())),
    documentStamp: once(() => documentStamp(places())),
  }
}
