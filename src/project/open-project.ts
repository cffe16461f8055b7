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
import {
  type Evidence,
  INDEX_FILE,
  type Memory,
  type PathFact,
  type PathReference,
  type Presence,
  type ProjectState,
} from '../model/index.ts'
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
import { gitPast, lostWords, removedModules } from './git-history.ts'
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
import { pathFacts } from './path-facts.ts'
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

/** What memories ask of the project, apart from what they say: small enough to keep from run to run. */
export interface Asked {
  readonly paths: readonly PathReference[]
  readonly words: readonly string[]
  /** Of these, those that are surely names of code. */
  readonly strong: readonly string[]
  /** Names of the memories themselves: a path that is one of them is a link. */
  readonly beside: readonly string[]
}

export function askedBy(memories: readonly Memory[]): Asked {
  const paths = new Map<string, PathReference>()
  const words = new Set<string>()
  const strong = new Set<string>()
  for (const { references } of memories)
    for (const reference of references)
      if (reference.kind === 'symbol')
        for (const word of reference.words) {
          words.add(word)
          if (reference.strength === 'strong') strong.add(word)
        }
      else if (!paths.has(reference.path)) paths.set(reference.path, reference)
  const beside = memories.map(memory => memory.file)
  return { paths: [...paths.values()], words: [...words], strong: [...strong], beside }
}

/** Asks the project about everything that the memories name, once for all of them. */
export function gatherEvidence(given: Project, asked: Asked): Evidence {
  const openedProject = { ...given, past: once(given.past) }
  const { project } = openedProject
  const words = new Set(asked.words)
  const files = evidentFiles(openedProject)
  if (project.kind === 'absent' || 'unknown' in files) {
    const why = 'unknown' in files ? files.unknown : say().places.project.none
    return { project, paths: unknownPaths(asked.paths, why), words: allUnknown(words) }
  }
  const beside = new Set<string>([INDEX_FILE, ...asked.beside])
  const paths = pathFacts(openedProject, project.root, files, asked.paths, beside)
  const committed = committedOf(openedProject, paths)
  const answers = words.size === 0 ? new Map<string, Presence>() : openedProject.words(words)
  const missing = new Set(asked.strong.filter(word => answers.get(word) === 'missing'))
  return {
    project,
    paths,
    ...(committed !== undefined && { committed }),
    // History is read only where something is not there: it takes long the first time.
    ...([...paths.values()].some(isGone) && modulesOf(openedProject)),
    words: answers,
    lostWords: (missing.size > 0 && openedProject.lost?.(missing)) || new Set(),
  }
}

/** The project's files, its memories apart: a folder that holds nothing else can prove nothing. */
function evidentFiles({ project, memoryFolders, files }: Project): readonly string[] | Unknown {
  if (project.kind === 'absent') return { unknown: project.why }
  const all = files()
  if ('unknown' in all) return all
  const isMemory = memoryPaths(project.root, memoryFolders)
  const evident = all.filter(path => !isMemory(path))
  return evident.length > 0 ? evident : { unknown: say().places.project.onlyMemories }
}

function unknownPaths(references: readonly PathReference[], why: string): Map<string, PathFact> {
  return new Map(references.map(({ path }) => [path, { presence: 'unknown', why }]))
}

const isGone = (fact: PathFact): boolean => fact.presence === 'missing' && fact.why !== 'out-of-scope'

function committedOf(
  { unsettled }: Project,
  paths: ReadonlyMap<string, PathFact>,
): ReadonlySet<string> | undefined {
  const open = unsettled?.()
  if (open === undefined || 'unknown' in open) return undefined
  const settled = [...paths].filter(([, fact]) => fact.presence === 'present' && !open.has(fact.at))
  return new Set(settled.map(([path]) => path))
}

function modulesOf({ past, files }: Project): Pick<Evidence, 'removedModules'> {
  const [history, all] = [past(), files()]
  return history === undefined || 'unknown' in history || 'unknown' in all
    ? {}
    : { removedModules: removedModules(history, all) }
}
