import { relative } from 'node:path'
import { gitTopLevel } from '../../disk/index.ts'
import { INDEX_FILE, type SeenBy } from '../../model/index.ts'
import { filesNamedIn } from '../../text/index.ts'
import { fieldsOf, GitFailed, outputOf } from './git.ts'
import { gitHead } from './head.ts'

export interface GitFolderPast {
  readonly left: ReadonlyMap<string, SeenBy>
  readonly takenOut: ReadonlyMap<string, SeenBy>
}

const NOTHING: GitFolderPast = { left: new Map(), takenOut: new Map() }

/** What the commits of a memory folder tell about files that its index names in vain, and about those it does not name. */
export function gitFolderPast(
  root: string,
  asked: { readonly gone: readonly string[]; readonly unlisted: readonly string[] },
): GitFolderPast {
  const topLevel = gitTopLevel(root, '')
  if (topLevel === undefined || asked.gone.length + asked.unlisted.length === 0) return NOTHING
  try {
    const folder = relative(topLevel, root)
    const changes = changesOf(topLevel, folder)
    return {
      left: asked.gone.length === 0 ? NOTHING.left : leftBy(topLevel, folder, changes, asked.gone),
      takenOut:
        asked.unlisted.length === 0 ? NOTHING.takenOut : outOf(topLevel, folder, changes, asked.unlisted),
    }
  } catch (error) {
    // Before the first commit, or where git does not trust the folder: nothing is proven.
    if (error instanceof GitFailed) return NOTHING
    throw error
  }
}

interface Change {
  readonly status: 'A' | 'D'
  readonly commit: Commit
}

interface Commit {
  /** Seconds since 1970. */
  readonly time: number
  readonly seenBy: SeenBy
}

const FORMAT = '--format=%x01%H %cs %ct'
const LOG = ['log', '--no-ext-diff', '--no-textconv', '--no-renames', FORMAT, 'HEAD']

/** The newest coming or going of each file of the folder. */
function changesOf(topLevel: string, folder: string): ReadonlyMap<string, Change> {
  const [log, ...rest] = LOG
  const fields = fieldsOf(topLevel, [
    log!,
    '-z',
    '--diff-filter=AD',
    '--name-status',
    ...rest,
    '--',
    folder || '.',
  ])
  const prefix = folder === '' ? '' : `${folder}/`
  const changes = new Map<string, Change>()
  let commit = commitOf('')
  for (let at = 0; at < fields.length; ) {
    const field = (fields[at++] as string).trimStart()
    if (field.startsWith('\u0001')) {
      commit = commitOf(field.slice(1))
      continue
    }
    const name = (fields[at++] as string).slice(prefix.length)
    if (!changes.has(name)) changes.set(name, { status: field === 'D' ? 'D' : 'A', commit })
  }
  return changes
}

/** `<hash> <date> <seconds>`. */
function commitOf(line: string): Commit {
  const [hash = '', date = '', seconds] = line.trim().split(' ')
  return { time: Number(seconds), seenBy: { by: 'git', date, commit: hash.slice(0, 12) } }
}

/** Removed by a commit, and not there on the main branch either: a deletion that is not committed may be an accident. */
function leftBy(
  topLevel: string,
  folder: string,
  changes: ReadonlyMap<string, Change>,
  asked: readonly string[],
): Map<string, SeenBy> {
  const { main } = gitHead(topLevel)
  const prefix = folder === '' ? '' : `${folder}/`
  const elsewhere = new Set(
    main === undefined ? [] : fieldsOf(topLevel, ['ls-tree', '-z', '--name-only', main.ref, prefix || '.']),
  )
  return new Map(
    asked.flatMap(name => {
      const change = changes.get(name)
      return change?.status === 'D' && !elsewhere.has(prefix + name) ? [[name, change.commit.seenBy]] : []
    }),
  )
}

/** The newest commit that took the line out, where the memory was in git before and stayed. */
function outOf(
  topLevel: string,
  folder: string,
  changes: ReadonlyMap<string, Change>,
  asked: readonly string[],
): Map<string, SeenBy> {
  const open = new Set(asked.filter(name => changes.get(name)?.status === 'A'))
  const takenOut = new Map<string, SeenBy>()
  const index = folder === '' ? INDEX_FILE : `${folder}/${INDEX_FILE}`
  const [log, ...rest] = LOG
  const text = outputOf(topLevel, [log!, '-p', '-U0', '--no-color', ...rest, '--', index]).toString('utf8')
  // Each commit of the index with the names that it adds and takes out, newest first.
  for (const part of text.split('\u0001').slice(1)) {
    const lines = part.split('\n')
    const named = (mark: string) =>
      new Set(lines.filter(line => line.startsWith(mark)).flatMap(line => filesNamedIn(line.slice(1))))
    const [added, removed] = [named('+'), named('-')]
    const commit = commitOf(lines[0]!)
    for (const name of open) {
      if (!added.has(name) && !removed.has(name)) continue
      open.delete(name)
      if (!added.has(name) && wasThere(changes.get(name)!, commit)) takenOut.set(name, commit.seenBy)
    }
    if (open.size === 0) break
  }
  return takenOut
}

/** One that came with that commit, or after it, was not there to be taken out. */
const wasThere = ({ commit }: Change, before: Commit): boolean =>
  commit.time <= before.time && commit.seenBy.commit !== before.seenBy.commit
