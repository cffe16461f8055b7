import { join, relative } from 'node:path'
import type { ProjectDocument } from '../../src/model/evidence.ts'
import { readDocuments } from '../../src/project/files.ts'
import type { Project, Vanished } from '../../src/project/project.ts'
import { listedWorld } from '../../test/project/listed-project.ts'
import { filesBelow, linesOf } from './files.ts'

/** A project as its lists tell it: one more adapter of the evidence that Dream reads from git and the tree. */
export interface Recorded {
  /** The lists of the repository's snapshot. */
  readonly lists: string
  /** The project's documents at that moment. */
  readonly documents: string
  /** Where the memories lie. */
  readonly root: string
  readonly memoryFolders: readonly string[]
  /** `YYYY-MM-DD`: what went later was still there. */
  readonly day: string
  /** Paths that the owner's commit removed with the memories. */
  readonly removed: readonly string[]
  /** Every word of these was looked up when the lists were made; about others they say nothing. */
  readonly lookedUp: (word: string) => boolean
  /** The code left after the list of symbols was made: a word of that list may have stood in what left. */
  readonly symbolsAreOlder?: boolean
}

/** As a run would choose and read them. */
function documentsIn({ documents, memoryFolders, root }: Recorded): readonly ProjectDocument[] {
  const own = memoryFolders.map(folder => join(documents, relative(root, folder)))
  return readDocuments({ root: documents, home: documents, files: filesBelow(documents), memoryFolders: own })
}

/** The lists name no commits. */
const COMMIT = '0'.repeat(12)

export function recordedWorld(recorded: Recorded): Project {
  const { lists, day, root } = recorded
  const history = linesOf(join(lists, 'vanished.tsv')).map(line => line.split('\t') as [string, string])
  const tree = new Set(linesOf(join(lists, 'tree.txt')))
  const vanished = new Map<string, Vanished>()
  for (const [path, date] of history)
    if (date <= day && !tree.has(path)) vanished.set(path, { commit: COMMIT, date })
  for (const path of recorded.removed) vanished.set(path, { commit: COMMIT, date: day })
  const later = history.filter(([, date]) => date > day).map(([path]) => path)
  const paths = [...tree, ...later, ...filesBelow(recorded.documents)]
  const present = new Set(linesOf(join(lists, 'symbols_present.txt')))
  const world = listedWorld({
    paths: paths.filter(path => !vanished.has(path)),
    vanished,
    git: true,
    root,
    memoryFolders: recorded.memoryFolders,
    documents: documentsIn(recorded),
  })
  return {
    ...world,
    words: asked => new Map(Array.from(asked, word => [word, presence(word)])),
  }

  function presence(word: string) {
    if (present.has(word)) return recorded.symbolsAreOlder ? 'unknown' : 'present'
    return recorded.lookedUp(word) ? 'missing' : 'unknown'
  }
}
