import { gitTopLevel, type Trusts, trustsNothing } from '../disk/index.ts'
import type { Presence, ProjectDocument, ProjectState } from '../model/index.ts'
import type { CacheFile, Kept } from '../state/index.ts'
import { GitFailed, gitOutputWithin, refuseGitOutside } from './git.ts'

/**
 * What memories are checked against: one project, seen through one port. Every answer may be "unknown", and nothing
 * that is unknown is ever reported as missing. Adapters answer late: history and words are asked only where needed.
 */
export interface Project {
  readonly project: ProjectState
  /** What `~` stands for. */
  readonly home: string
  /** What in the project may lead out of it. */
  readonly trusts: Trusts
  /** Absolute paths of the memory folders: what lies in them is no evidence. */
  readonly memoryFolders: readonly string[]
  /** Every file of the project, relative to its root, in code-unit order; ignored files left out. */
  files(): readonly string[] | Unknown
  /** Files whose bytes may be others than the last commit has: changed, or in no commit. Absent: no git to ask. */
  unsettled?(): ReadonlySet<string> | Unknown
  /** What was here once; nothing where no history is kept. */
  past(): Past | Unknown | undefined
  /** Whether an absolute path is on this machine, for what `files` leaves out. */
  exists(path: string): Presence
  /** Whether each word occurs as a whole word in the project's files. */
  words(asked: ReadonlySet<string>): ReadonlyMap<string, Presence>
  /** Of words that are not there, those that history took out of the project's code. Absent: no git to ask. */
  lost?(words: ReadonlySet<string>): ReadonlySet<string>
  /** As long as it is the same, so is what `words` answers; nothing where that is not known. */
  wordStamp(): string | undefined
  /** The project's own Markdown, memories apart, and its manifests. */
  documents(): readonly ProjectDocument[]
  /** Another text whenever a document changed. */
  documentStamp(): string
}

export interface Unknown {
  readonly unknown: string
}

export interface Past {
  /** Why history may not know all that was: a shallow clone. */
  readonly incomplete?: string
  /** Paths that history took away, by the last commit that did. Newest first. */
  readonly vanished: ReadonlyMap<string, Vanished>
  /** Paths that are not here but not gone for good, and why: deleted and not committed, there on the main branch. */
  readonly undecided: ReadonlyMap<string, string>
  /** Folders that cannot be judged, and why: a submodule has its own history. */
  readonly closed: ReadonlyMap<string, string>
}

export interface Vanished {
  /** Twelve hex digits. */
  readonly commit: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Its name after that commit, where it was renamed. */
  readonly to?: string
}

/** What an adapter needs beside the project itself. */
export interface ProjectContext {
  readonly home: string
  readonly memoryFolders: readonly string[]
  /** Where the words of the project's files are kept from run to run. */
  readonly cache?: CacheFile
  /** Where the stamp of those words is kept, under that of the work tree. */
  readonly wordStamp?: Kept<string>
  /** Where what the project's history took away is kept, under its newest commit. */
  readonly log?: Kept<Map<string, Vanished>>
  /** What in the project may lead out of it; nothing where absent. */
  readonly trusts?: Trusts
}

/** Asked for the first time it is worked out; after that it is known. */
export function once<Arguments extends unknown[], Result>(work: (...args: Arguments) => Result) {
  let known: { readonly result: Result } | undefined
  return (...args: Arguments): Result => {
    known ??= { result: work(...args) }
    return known.result
  }
}

/** The words of a project that cannot be read. */
export function allUnknown(asked: ReadonlySet<string>): Map<string, Presence> {
  return new Map(Array.from(asked, word => [word, 'unknown']))
}

/** Nothing to check against: whatever is asked is unknown. */
export function absentProject(why: string, home: string): Project {
  return {
    project: { kind: 'absent', why },
    home,
    trusts: trustsNothing,
    memoryFolders: [],
    files: () => ({ unknown: why }),
    past: () => ({ unknown: why }),
    exists: () => 'unknown',
    words: allUnknown,
    wordStamp: () => undefined,
    documents: () => [],
    documentStamp: () => '',
  }
}

/** What a folder's memories are checked against; where nothing is, why. */
export type FolderProject = { readonly path: string } | { readonly absent: string }

/** By what a project is known again when it has moved: what its repository began with, and where it is kept. */
export interface ProjectIdentity {
  /** The newest place where it was seen. */
  readonly path: string
  /** Its first commit; of several the one that git names last. */
  readonly commit?: string
  /** Without protocol, user and password: `github.com/ann/shop`. */
  readonly remotes?: readonly string[]
}

/** A history of a million commits takes longer; then the address has to do. */
const LIMIT_MS = 3000

export function projectIdentity(path: string, home: string, trusts?: Trusts): ProjectIdentity {
  const top = gitTopLevel(path, home)
  if (top === undefined) return { path }
  try {
    refuseGitOutside(top, trusts)
  } catch (error) {
    if (error instanceof GitFailed) return { path }
    throw error
  }
  const commit = firstCommit(top)
  const remotes = remotesOf(top)
  return { path, ...(commit !== undefined && { commit }), ...(remotes.length > 0 && { remotes }) }
}

const lines = (root: string, args: readonly string[]): string[] =>
  (gitOutputWithin(LIMIT_MS, root, args)?.toString('utf8') ?? '').split('\n').filter(line => line !== '')

/** A shallow clone begins anywhere. */
function firstCommit(top: string): string | undefined {
  const [isShallow] = lines(top, ['rev-parse', '--is-shallow-repository'])
  if (isShallow !== 'false') return undefined
  const commit = lines(top, ['rev-list', '--max-parents=0', 'HEAD']).at(-1)
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined
}

const MOST_REMOTES = 5

function remotesOf(top: string): string[] {
  const urls = lines(top, ['config', '--local', '--get-regexp', '^remote\\..*\\.url$'])
  const named = urls.map(line => remoteName(line.slice(line.indexOf(' ') + 1)))
  return [...new Set(named)]
    .filter(name => name !== '')
    .sort()
    .slice(0, MOST_REMOTES)
}

/** `git@github.com:ann/shop.git` and `https://token@github.com/ann/shop` are one place; what is secret in it is left out. */
function remoteName(url: string): string {
  const bare = url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .replace(/[?#].*$/, '')
  const slash = bare.indexOf('/')
  const host = slash === -1 ? bare : bare.slice(0, slash)
  const rest = slash === -1 ? '' : bare.slice(slash)
  const place = host.slice(host.lastIndexOf('@') + 1).replace(':', /:\d{1,5}$/.test(host) ? ':' : '/')
  return `${place.toLowerCase()}${rest}`.replace(/\.git\/?$/, '').replace(/\/+$/, '')
}

/** Surest first. */
const KNOWN_BY = ['commit', 'remote'] as const

/** Whether two are one project, and by what; nothing where nothing shows it. */
export function sameProject(a: ProjectIdentity, b: ProjectIdentity): (typeof KNOWN_BY)[number] | undefined {
  if (a.commit !== undefined && b.commit !== undefined) return a.commit === b.commit ? 'commit' : undefined
  return a.remotes?.some(remote => b.remotes?.includes(remote)) ? 'remote' : undefined
}
