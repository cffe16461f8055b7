import { fieldsOf, GitFailed, lineOf, outputOf } from './git.ts'

/** What is checked out, and the branch that the project calls its main one. */
export interface GitHead {
  /** Empty before the first commit. */
  readonly commit: string
  readonly branch: string | null
  readonly shallow: boolean
  /** Only where something else is checked out. */
  readonly main?: { readonly name: string; readonly ref: string }
}

const DEFAULT_REF = 'refs/remotes/origin/HEAD'
const MAIN_REFS = ['heads/main', 'heads/master', 'remotes/origin/main', 'remotes/origin/master'].map(
  name => `refs/${name}`,
)

/** Few calls, because each is a process; `topLevel` is the folder that git takes for the work tree's. */
export function gitHead(root: string): GitHead & { readonly topLevel: string } {
  const { topLevel, shallow, commit, branch } = inOneCall(root) ?? callByCall(root)
  const main = commit === '' ? undefined : mainBranch(root)
  const isElsewhere = main !== undefined && main.name !== branch
  return { topLevel, commit, branch, shallow, ...(isElsewhere && { main }) }
}

type Place = Omit<GitHead, 'main'> & { readonly topLevel: string }

const PLACE = ['rev-parse', '--show-toplevel', '--is-shallow-repository']
const BRANCHES = 'refs/heads/'

/** Nothing where git refuses or says more than was asked: no commit yet, a file or a branch that is called HEAD. */
function inOneCall(root: string): Place | undefined {
  try {
    const lines = lineOf(root, [...PLACE, 'HEAD^{commit}', '--symbolic-full-name', 'HEAD']).split('\n')
    // The name of a folder may hold a line end.
    const [shallow, commit = '', name = ''] = lines.splice(-3)
    if (!/^(?:true|false)$/.test(shallow ?? '') || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined
    const branch = name.startsWith(BRANCHES) ? name.slice(BRANCHES.length) : null
    return { topLevel: lines.join('\n'), shallow: shallow === 'true', commit, branch }
  } catch (error) {
    if (error instanceof GitFailed) return undefined
    throw error
  }
}

function callByCall(root: string): Place {
  const place = lineOf(root, PLACE)
  const cut = place.lastIndexOf('\n')
  return {
    topLevel: place.slice(0, cut),
    shallow: place.slice(cut + 1) === 'true',
    commit: lineOf(root, ['rev-parse', '-q', '--verify', 'HEAD^{commit}']),
    branch: lineOf(root, ['symbolic-ref', '-q', '--short', 'HEAD']) || null,
  }
}

function mainBranch(root: string): { name: string; ref: string } | undefined {
  const there = new Map<string, string>()
  const listed = outputOf(root, ['for-each-ref', '--format=%(refname) %(symref)', DEFAULT_REF, ...MAIN_REFS])
  for (const line of listed.toString('utf8').split('\n')) {
    const [name = '', leadsTo = ''] = line.split(' ')
    there.set(name, leadsTo)
  }
  // The default branch of where it came from; git lists no link that leads nowhere.
  const ref = there.get(DEFAULT_REF) || MAIN_REFS.find(name => there.has(name))
  return ref === undefined ? undefined : { name: ref.replace(/^refs\/(?:heads|remotes\/origin)\//, ''), ref }
}

/** What the main branch has and the checked-out commit has not. */
export interface MainBranchSide {
  readonly paths: readonly string[]
  /** Blobs of files that are new or different there. */
  readonly blobs: readonly string[]
}

/** Raw differences: `:<mode> <mode> <blob> <blob> <status>`, then the path. */
export function mainBranchSide(root: string, head: GitHead): MainBranchSide {
  if (head.main === undefined) return { paths: [], blobs: [] }
  const fields = fieldsOf(root, [
    'diff-tree',
    '-r',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    head.commit,
    head.main.ref,
  ])
  const paths: string[] = []
  const blobs: string[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , blob = '', status] = (fields[at] as string).split(' ')
    if (status === 'A') paths.push(fields[at + 1] as string)
    if (status !== 'D' && mode.startsWith('100')) blobs.push(blob)
  }
  return { paths, blobs }
}
