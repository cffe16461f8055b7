import { trustsNothing } from '../../src/disk/place.ts'
import type { ProjectDocument, ProjectState } from '../../src/model/evidence.ts'
import type { Past, Project, Vanished } from '../../src/project/project.ts'

export interface Lists {
  readonly paths: readonly string[]
  readonly vanished?: ReadonlyMap<string, Vanished>
  readonly words?: Iterable<string>
  /** Absolute paths that are on disk and in no list. */
  readonly disk?: Iterable<string>
  readonly git: boolean
  readonly root?: string
  readonly home?: string
  readonly memoryFolders?: readonly string[]
  readonly past?: Partial<Past>
  readonly documents?: readonly ProjectDocument[]
}

/** A world made of plain lists: a recorded project, or one that a test makes up. */
export function listedWorld(lists: Lists): Project {
  const root = lists.root ?? '/project'
  const words = new Set(lists.words)
  const disk = new Set(lists.disk)
  const paths = [...new Set(lists.paths)].sort()
  const past: Past = {
    vanished: lists.vanished ?? new Map(),
    undecided: new Map(),
    closed: new Map(),
    ...lists.past,
  }
  const project: ProjectState = lists.git
    ? { kind: 'git', root, head: '0'.repeat(40), branch: 'main' }
    : { kind: 'tree', root }
  return {
    project,
    home: lists.home ?? '/home/someone',
    trusts: trustsNothing,
    memoryFolders: lists.memoryFolders ?? [],
    files: () => paths,
    past: () => (lists.git ? past : undefined),
    exists: path => (disk.has(path) ? 'present' : 'missing'),
    words: asked => new Map(Array.from(asked, word => [word, words.has(word) ? 'present' : 'missing'])),
    wordStamp: () => undefined,
    documents: () => lists.documents ?? [],
    documentStamp: () => JSON.stringify(lists.documents ?? []),
  }
}
