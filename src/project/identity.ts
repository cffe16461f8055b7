import { gitTopLevel, type Trusts } from '../disk/index.ts'
import { GitFailed, gitOutputWithin, refuseGitOutside } from './git.ts'

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
export const KNOWN_BY = ['commit', 'remote'] as const

/** Whether two are one project, and by what; nothing where nothing shows it. */
export function sameProject(a: ProjectIdentity, b: ProjectIdentity): (typeof KNOWN_BY)[number] | undefined {
  if (a.commit !== undefined && b.commit !== undefined) return a.commit === b.commit ? 'commit' : undefined
  return a.remotes?.some(remote => b.remotes?.includes(remote)) ? 'remote' : undefined
}
