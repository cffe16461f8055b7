import { autoHome, foldersOf, storeContext, type Where, withState } from '../../app/index.ts'
import { type Dir, isFolder } from '../../disk/index.ts'
import type { GcFolder, GcPart, GcReport } from '../../model/index.ts'
import { cacheHome, filesWrittenBefore, type OldFile, removeOldFiles } from '../../state/index.ts'
import { type Collected, collectGarbage, failureOf, knownRoots, previewGarbage } from '../../store/index.ts'

export interface GcRequest {
  readonly where: Where
  /** Only says what would be removed, and writes nothing at all. */
  readonly preview: boolean
}

/**
 * Removes what Dream keeps and nothing needs: never a version that an undo, a diff or a restore could ask for. With
 * `allProjects`, in every folder that Dream has state for and that is still there.
 */
export async function gc({ where, preview }: GcRequest): Promise<GcReport> {
  const folders: GcFolder[] = []
  for (const { root, label } of foldersToClean(where)) {
    const folder = await cleaned(where, root, label, preview)
    if (folder !== undefined) folders.push(folder)
  }
  const old = oldFiles(where)
  if (!preview) removeOldFiles(old)
  const caches = partOf(old)
  return { folders, caches, freed: folders.reduce((sum, { freed }) => sum + freed, caches.bytes) }
}

function foldersToClean(where: Where): { root: string; label: string }[] {
  const found = foldersOf(where)
  const named = new Set(found.map(({ root }) => root))
  const others = where.allProjects
    ? knownRoots(storeContext(where)).filter(root => !named.has(root) && isFolder(root))
    : []
  return [...found, ...others.map(root => ({ root, label: root }))]
}

const NOTHING: GcPart = { count: 0, bytes: 0 }
const NO_GARBAGE: Collected = { unneeded: NOTHING, packed: NOTHING, leftovers: NOTHING }

async function cleaned(
  where: Where,
  root: string,
  label: string,
  preview: boolean,
): Promise<GcFolder | undefined> {
  const context = storeContext(where)
  try {
    const now = context.clock.now()
    const look = withState(where, root, store => ({
      trash: partOf(filesIn(store.trash)),
      ...(preview && { found: previewGarbage(store, now) }),
    }))
    if (look === undefined) return undefined
    const found = look.found ?? (await collectGarbage(context, root))
    return { label, root, ...found, trash: look.trash, freed: freedBy(found) + look.trash.bytes }
  } catch (error) {
    const { failure } = failureOf(error, root, label)
    return { label, root, ...NO_GARBAGE, trash: NOTHING, freed: 0, failure: failure! }
  }
}

const freedBy = ({ unneeded, packed, leftovers }: Collected): number =>
  unneeded.bytes + packed.bytes + leftovers.bytes

function filesIn(dir: Dir): { size: number }[] {
  return dir.list().flatMap(name => dir.stat(name) ?? [])
}

function partOf(files: readonly { readonly size: number }[]): GcPart {
  return { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

const DAY_MS = 86_400_000
const OLD_CACHE_MS = 90 * DAY_MS
/** Agents keep transcripts for thirty days; what was noted of a session counts for nothing long after that. */
const OLD_MARK_MS = 60 * DAY_MS

/** What models answered and the index of vectors cost something to make again, so they stay. */
const DEAR = new Set(['models', 'magma'])

function oldFiles(where: Where): OldFile[] {
  const now = storeContext(where).clock.now()
  const { env, home } = where
  const caches = cacheHome(env, home)
  const isDear = (path: string) => DEAR.has(path.slice(caches.length + 1).split('/')[0]!)
  const marks = filesWrittenBefore(autoHome(env, home), now - OLD_MARK_MS)
  return [
    ...filesWrittenBefore(caches, now - OLD_CACHE_MS).filter(({ path }) => !isDear(path)),
    ...marks.filter(({ path }) => /\/(?:own-)?sessions\/[^/]+$/.test(path)),
  ]
}
