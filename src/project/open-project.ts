import { join } from 'node:path'
import {
  gitTopLevel,
  isFolder,
  isInside,
  memoryPaths,
  realPath,
  settledBefore,
  type Trusts,
  trustsNothing,
} from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { ProjectState } from '../model/index.ts'
import {
  type DocumentPlaces,
  documentStamp,
  isVendored,
  presenceOnDisk,
  presenceWithin,
  readDocuments,
  walkTree,
} from './files.ts'
import { GitFailed, refuseGitOutside } from './git.ts'
import { gitPast, lostWords } from './git-history.ts'
import {
  type GitFiles,
  type GitHead,
  gitFiles,
  gitHead,
  indexTimes,
  type Listing,
  mainBranchSide,
  wordStampOf,
  wordsInBlobs,
  workTreeStamp,
} from './git-tree.ts'
import {
  absentProject,
  allUnknown,
  type FolderProject,
  once,
  type Project,
  type ProjectContext,
  type Unknown,
} from './project.ts'
import { indexWords } from './words.ts'

/**
 * The same project for the notes of one folder. Notes that lie in the project may have come with it: what they name outside
 * of it is not looked for.
 */
export function seenFrom(folder: string, openedProject: Project): Project {
  const { project } = openedProject
  if (project.kind === 'absent' || !isInside(folder, project.root)) return openedProject
  return { ...openedProject, exists: path => presenceWithin(project.root, path) }
}

/** The project that a folder's memories are checked against. Folders of one project share one. */
export function openProject(project: FolderProject, context: ProjectContext): Project {
  if ('absent' in project) return absentProject(project.absent, context.home)
  const path = realPath(project.path)
  if (path === undefined || !isFolder(path))
    return absentProject(say().places.project.folderGone(project.path), context.home)
  const home = realPath(context.home) ?? context.home
  const topLevel = gitTopLevel(path, home)
  if (topLevel === undefined && path === home) return absentProject(say().places.project.home, context.home)
  if (topLevel === undefined) return treeProject(path, context)
  const openedProject = gitProject(topLevel, context)
  return 'unknown' in openedProject
    ? absentProject(say().places.project.gitUnknown(openedProject.unknown), context.home)
    : openedProject
}

/** A project that lies on this machine: what is the same with git and without. */
function projectOnDisk(
  state: Exclude<ProjectState, { kind: 'absent' }>,
  context: ProjectContext,
  own: Pick<Project, 'files' | 'past' | 'words' | 'lost' | 'wordStamp' | 'unsettled'>,
): Project {
  const places = (): DocumentPlaces => {
    const files = own.files()
    return { root: state.root, ...context, files: 'unknown' in files ? [] : files }
  }
  return {
    project: state,
    home: context.home,
    trusts: context.trusts ?? trustsNothing,
    memoryFolders: context.memoryFolders,
    exists: presenceOnDisk,
    documents: once(() => readDocuments(places())),
    documentStamp: once(() => documentStamp(places())),
    ...own,
  }
}

/** Whether the words of a file are the project's own. */
function isCodeIn(root: string, { memoryFolders }: ProjectContext): (path: string) => boolean {
  const isMemory = memoryPaths(root, memoryFolders)
  return path => !isVendored(path) && !isMemory(path)
}

/** A project without git: its files as they lie there, and no past. */
function treeProject(root: string, context: ProjectContext): Project {
  const files = once(() => walkTree(root))
  const words = once((paths: readonly string[]) =>
    indexWords(root, paths.filter(isCodeIn(root, context)), context.cache),
  )
  return projectOnDisk({ kind: 'tree', root }, context, {
    files,
    past: () => undefined,
    words(asked) {
      const paths = files()
      return 'unknown' in paths ? allUnknown(asked) : words(paths).answer(asked)
    },
    wordStamp() {
      const paths = files()
      return 'unknown' in paths ? undefined : words(paths).stamp
    },
  })
}

/** A project under git; `root` is its top level. Where git cannot be asked, the reason. */
function gitProject(root: string, context: ProjectContext): Project | Unknown {
  const head = attempt(() => headOf(root, context.trusts))
  if ('unknown' in head) return head
  const listed = once(() => attempt(() => allFiles(root)))
  const mainSide = once(() => mainBranchSide(root, head))
  const isCode = isCodeIn(root, context)
  const words = once((all: AllFiles) => indexWords(root, all.paths.filter(isCode), context.cache))
  const wordStamp = once((all: AllFiles) => {
    const tree = workTreeStamp(root, all.listing, all.unsure.filter(isCode), context.memoryFolders)
    return wordStampOf(tree, all.listing.settled, context.wordStamp, () => words(all))
  })
  const undecidedWords = (all: AllFiles, missing: ReadonlySet<string>): ReadonlySet<string> => {
    if (all.unseen) return missing
    const found = attempt(() => wordsInBlobs(root, mainSide().blobs, missing))
    return 'unknown' in found ? missing : found
  }
  return projectOnDisk({ kind: 'git', root, head: head.commit, branch: head.branch }, context, {
    files() {
      const all = listed()
      return 'unknown' in all ? all : all.paths
    },
    unsettled() {
      const all = listed()
      return 'unknown' in all ? all : new Set([...all.unsure, ...all.git.deleted])
    },
    past: once(() => {
      const all = listed()
      return 'unknown' in all
        ? all
        : attempt(() => gitPast(root, all.git, head, mainSide().paths, context.log))
    }),
    words(asked) {
      const all = listed()
      if ('unknown' in all) return allUnknown(asked)
      const answers = words(all).answer(asked)
      const missing = [...answers].filter(([, presence]) => presence === 'missing').map(([word]) => word)
      if (missing.length > 0)
        for (const word of undecidedWords(all, new Set(missing))) answers.set(word, 'unknown')
      return answers
    },
    lost: asked => lostWords(root, asked, path => isCode(path) && !/\.(?:mdx?|txt|rst)$/i.test(path)),
    wordStamp() {
      const all = listed()
      // What the main branch says is asked of git, where it is not what is checked out. A commit may have taken words out.
      if ('unknown' in all || head.main !== undefined) return undefined
      return `${all.unseen ? 'partly ' : ''}${wordStamp(all)} ${head.commit}`
    },
  })
}

/** A configuration can send git to another folder; then what it lists is not this project. */
function headOf(root: string, trusts: Trusts | undefined): GitHead {
  refuseGitOutside(root, trusts)
  const { topLevel, ...head } = gitHead(root)
  if (realPath(topLevel) !== realPath(root)) throw new GitFailed(say().places.git.otherFolder)
  return head
}

interface AllFiles {
  readonly git: GitFiles
  readonly paths: readonly string[]
  /** True where files of the project are not on disk or could not be listed: any word may stand in them. */
  readonly unseen: boolean
  readonly listing: Listing
  /** Those that the list does not vouch for. */
  readonly unsure: readonly string[]
}

/** With the files of the repositories inside this one, which git does not list. */
function allFiles(root: string): AllFiles {
  const [settled, index] = [settledBefore(), indexTimes(root)]
  const git = gitFiles(root)
  const paths = [...git.files]
  const unsure = [...git.unsure]
  let unseen = git.sparse.length > 0
  for (const folder of [...git.submodules, ...git.nested]) {
    const inner = walkTree(join(root, folder))
    if ('unknown' in inner || inner.length === 0) unseen = true
    else
      for (const path of inner) {
        paths.push(`${folder}/${path}`)
        unsure.push(`${folder}/${path}`)
      }
  }
  return { git, paths: paths.sort(), unseen, listing: { stamp: git.stamp, settled, index }, unsure }
}

function attempt<Result extends object>(ask: () => Result): Result | Unknown {
  try {
    return ask()
  } catch (error) {
    if (error instanceof GitFailed) return { unknown: error.message }
    throw error
  }
}
