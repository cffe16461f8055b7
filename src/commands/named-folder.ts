import { dirname, resolve } from 'node:path'
import { foldersOf, layoutOf, newRunId, noFolderHere, storeContext, type Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Action, DreamError, type Folder } from '../model/index.ts'
import { type FoundFolder, findWorkspace, readFolder } from '../sources/index.ts'
import { commit, throwIfFailed } from '../store/index.ts'

/** Whom `remember` and `forget` speak to: a journal workspace, or a folder whose memories are files. */
type NamedFolder = 'journal' | FoundFolder

export function namedFolder(where: Where): NamedFolder {
  if (where.layout === 'journal') return 'journal'
  const found = foldersOf(where)
  // Nothing is remembered where nothing is written, unless somebody says so and is told why not.
  const folders = where.paths.length > 0 ? found : found.filter(({ origin }) => origin !== 'codex-memory')
  const [named, ...others] = workspaceHere(where, folders) ?? folders
  if (named === undefined && where.paths.length === 0) throw new DreamError(noFolderHere(where), 2)
  if (named === undefined) return 'journal'
  if (others.length > 0)
    throw new DreamError(
      say().agents.severalFolders(others.length + 1, [named, ...others].map(({ label }) => label).join(', ')),
      2,
    )
  return named.origin === 'journal-workspace' || keepsJournals(where, named) ? 'journal' : named
}

/** The journal workspace we stand in is meant before any other. */
function workspaceHere({ cwd }: Where, folders: readonly FoundFolder[]): readonly FoundFolder[] | undefined {
  const here = realPath(cwd)
  const own = folders.find(({ origin, root }) => origin === 'journal-workspace' && root === here)
  return own && [own]
}

/** A workspace that was made just now has no journal yet, and a folder of journals alone is a part of one. */
function keepsJournals(where: Where, found: FoundFolder): boolean {
  const { layout, memories, index, subfolders, oddities, label } = readFolder(found, layoutOf(where))
  if (layout === 'unclear') throw new DreamError(say().agents.cannot.unclear(label), 2)
  if (layout === 'journal') return true
  if (where.layout === 'index' || memories.length > 0) return false
  if (subfolders.includes('memory') || oddities.some(({ kind }) => kind === 'dated-name')) return true
  if (index !== undefined || found.origin !== 'given') return false
  if (findWorkspace(withVault(where))?.vault.state === 'there') return true
  throw new DreamError(say().agents.cannot.holdsNone(label), 2)
}

/** Where a note is named by its path, its own folder is meant, also one that no search finds. */
export function withFolderOf(where: Where, memory: string | undefined): Where {
  if (memory?.includes('/') !== true || where.paths.length > 0) return where
  const path = realPath(resolve(where.cwd, memory))
  return path === undefined ? where : { ...where, paths: [dirname(path)] }
}

/** The folder as it is now. */
function readCurrent(found: FoundFolder): Folder {
  const folder = readFolder(found, { layout: 'index' })
  if (folder.listing.state === 'failed')
    throw new DreamError(say().places.files.cannotList(folder.label, folder.listing.why), 1)
  return folder
}

interface Order {
  readonly where: Where
  readonly found: FoundFolder
  readonly command: 'remember' | 'forget'
  readonly actions: readonly Action[]
  readonly epochMs: number
}

/** Under the commit lock alone, all of it or nothing. `changed`: somebody else was quicker, and it has to be looked at again. */
export async function carryOut(
  order: Order,
): Promise<{ run: string; warnings: readonly string[] } | 'changed'> {
  const { where, found, command, actions, epochMs } = order
  const { root, label } = found
  const run = newRunId(epochMs)
  const request = { root, label, actions, run, command, together: true, lease: 'none' } as const
  const outcome = await commit(storeContext(where), request)
  throwIfFailed(outcome, say().work.journals.nothingWritten)
  if (outcome.outcomes.some(({ result }) => result !== 'done')) return 'changed'
  return { run, warnings: outcome.warnings }
}

const TRIES = 5

/** Looks and writes, and looks again where somebody wrote in between. */
export async function untilWritten<Result>(
  found: FoundFolder,
  attempt: (folder: Folder) => Promise<Result | 'changed'>,
): Promise<Result> {
  for (let tries = 0; tries < TRIES; tries++) {
    const result = await attempt(readCurrent(found))
    if (result !== 'changed') return result
  }
  throw new DreamError(say().work.journals.kept(found.label), 1)
}
