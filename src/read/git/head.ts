import { fieldsOf, lineOf } from './git.ts'

/** What is checked out, and the branch that the project calls its main one. */
export interface GitHead {
  /** Empty before the first commit. */
  readonly commit: string
  readonly branch: string | null
  readonly shallow: boolean
  /** Only where something else is checked out. */
  readonly main?: { readonly name: string; readonly ref: string }
}

const MAIN_REFS = ['heads/main', 'heads/master', 'remotes/origin/main', 'remotes/origin/master']

export function gitHead(root: string): GitHead {
  const commit = lineOf(root, ['rev-parse', '-q', '--verify', 'HEAD^{commit}'])
  const branch = lineOf(root, ['symbolic-ref', '-q', '--short', 'HEAD']) || null
  const shallow = lineOf(root, ['rev-parse', '--is-shallow-repository']) === 'true'
  const main = commit === '' ? undefined : mainBranch(root)
  return { commit, branch, shallow, ...(main === undefined || main.name === branch ? {} : { main }) }
}

function mainBranch(root: string): { name: string; ref: string } | undefined {
  const default_ = lineOf(root, ['symbolic-ref', '-q', 'refs/remotes/origin/HEAD'])
  const refs = [...(default_ === '' ? [] : [default_]), ...MAIN_REFS.map(ref => `refs/${ref}`)]
  const ref = refs.find(name => lineOf(root, ['rev-parse', '-q', '--verify', `${name}^{commit}`]) !== '')
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
