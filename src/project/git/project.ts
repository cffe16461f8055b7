import { join } from 'node:path'
import { memoryPaths, realPath, settledBefore, type Trusts, trustsNothing } from '../../disk/index.ts'
import type { Presence, ProjectState } from '../../model/index.ts'
import { type DocumentPlaces, documentStamp, readDocuments } from '../documents.ts'
import { presenceOnDisk } from '../on-disk.ts'
import { allUnknown, once, type Project, type ProjectContext, type Unknown } from '../project.ts'
import { indexWords } from '../symbols.ts'
import { isVendored, walkTree } from '../tree.ts'
import { type GitFiles, gitFiles } from './files.ts'
import { GitFailed } from './git.ts'
import { type GitHead, gitHead } from './head.ts'
import { refuseGitOutside } from './leads.ts'
import { wordsOfMainBranch } from './main-words.ts'
import { gitPast } from './past.ts'
import { indexTimes, type Listing, wordStampOf, workTreeStamp } from './work-tree-stamp.ts'

/** A project under git; `root` is its top level. Where git cannot be asked, the reason. */
export function gitProject(root: string, context: ProjectContext): Project | Unknown {
  const head = attempt(() => headOf(root, context.trusts))
  if ('unknown' in head) return head
  const project: ProjectState = { kind: 'git', root, head: head.commit, branch: head.branch }
  const listed = once(() => attempt(() => allFiles(root)))
  const isMemory = memoryPaths(root, context.memoryFolders)
  const isCode = (path: string): boolean => !isVendored(path) && !isMemory(path)
  const words = once((all: AllFiles) => indexWords(root, all.paths.filter(isCode), context.cache))
  const wordStamp = once((all: AllFiles) => {
    const tree = workTreeStamp(root, all.listing, all.unsure.filter(isCode), context.memoryFolders)
    return wordStampOf(tree, all.listing.settled, context.wordStamp, () => words(all))
  })
  const past = once(() => attempt(() => gitPast(root, gitFilesOf(listed()), head, context.log)))
  const places = (): DocumentPlaces => {
    const paths = pathsOf(listed())
    return { root, ...context, files: 'unknown' in paths ? [] : paths }
  }
  return {
    project,
    home: context.home,
    trusts: context.trusts ?? trustsNothing,
    memoryFolders: context.memoryFolders,
    files: () => pathsOf(listed()),
    past,
    exists: presenceOnDisk,
    words(asked) {
      const all = listed()
      if ('unknown' in all) return allUnknown(asked)
      return withUndecided(words(all).answer(asked), missing => undecidedWords(root, head, all, missing))
    },
    wordStamp() {
      const all = listed()
      // What the main branch says is asked of git, where it is not what is checked out.
      if ('unknown' in all || head.main !== undefined) return undefined
      return `${all.unseen ? 'partly ' : ''}${wordStamp(all)}`
    },
    documents: once(() => readDocuments(places())),
    documentStamp: once(() => documentStamp(places())),
  }
}

/** A configuration can send git to another folder; then what it lists is not this project. */
function headOf(root: string, trusts: Trusts | undefined): GitHead {
  refuseGitOutside(root, trusts)
  const { topLevel, ...head } = gitHead(root)
  if (realPath(topLevel) !== realPath(root))
    throw new GitFailed('git takes another folder for this work tree')
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

function pathsOf(all: AllFiles | Unknown): readonly string[] | Unknown {
  return 'unknown' in all ? all : all.paths
}

function gitFilesOf(all: AllFiles | Unknown): GitFiles {
  if ('unknown' in all) throw new GitFailed(all.unknown)
  return all.git
}

function undecidedWords(
  root: string,
  head: GitHead,
  all: AllFiles,
  missing: ReadonlySet<string>,
): ReadonlySet<string> {
  if (all.unseen) return missing
  const found = attempt(() => wordsOfMainBranch(root, head, missing))
  return 'unknown' in found ? missing : found
}

function withUndecided(
  answers: ReadonlyMap<string, Presence>,
  undecidedOf: (missing: ReadonlySet<string>) => ReadonlySet<string>,
): ReadonlyMap<string, Presence> {
  const missing = new Set([...answers].filter(([, presence]) => presence === 'missing').map(([word]) => word))
  if (missing.size === 0) return answers
  const undecided = undecidedOf(missing)
  return new Map(
    Array.from(answers, ([word, presence]) => [word, undecided.has(word) ? 'unknown' : presence]),
  )
}

function attempt<Result extends object>(ask: () => Result): Result | Unknown {
  try {
    return ask()
  } catch (error) {
    if (error instanceof GitFailed) return { unknown: error.message }
    throw error
  }
}
