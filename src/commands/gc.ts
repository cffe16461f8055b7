import { autoHome, foldersOf, storeContext, type Where, withState } from '../app/index.ts'
import { isFolder } from '../disk/index.ts'
import type { FolderOutcome } from '../model/index.ts'
import { type Page, sizeWords } from '../report/index.ts'
import { cacheHome, filesWrittenBefore, type OldFile, removeOldFiles } from '../state/index.ts'
import { type Collected, collectGarbage, failureOf, knownRoots, previewGarbage } from '../store/index.ts'
import { counted } from '../text/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const gc = command({
  name: 'gc',
  group: 'care',
  summary: 'free the room that Dream’s own state takes and nothing needs; every undo still works',
  effect: 'write',
  settings: 'none',
  input: shared('paths', 'dryRun', 'folder', 'project', 'allProjects'),
  examples: [
    { line: 'dream gc --dry-run', about: 'what would be removed, and how much room that frees' },
    { line: 'dream gc', about: 'remove it' },
    { line: 'dream gc --all-projects', about: 'for every folder that Dream keeps state for' },
  ],
  format: 'gc',
  /** Removes what nothing needs: never a version that an undo, a diff or a restore could ask for. */
  async run({ where }, { dryRun: preview = false }) {
    const folders: GcFolder[] = []
    for (const { root, label } of foldersToClean(where)) {
      const folder = await clean(where, root, label, preview)
      if (folder !== undefined) folders.push(folder)
    }
    const old = oldFiles(where)
    if (!preview) removeOldFiles(old)
    /** Of folders that nobody looked at for months, and marks of old sessions. */
    const caches = partOf(old)
    return { preview, folders, caches, freed: folders.reduce((sum, { freed }) => sum + freed, caches.bytes) }
  },
  render({ preview, folders, caches, freed }, page) {
    if (folders.length === 0 && caches.count === 0)
      return page.text('Dream keeps no state for these folders', 0, 'strong')
    const did = preview
      ? `Would free ${sizeWords(freed)}. Run without --dry-run to do it.`
      : `Freed ${sizeWords(freed)}`
    page.text(freed <= 0 ? 'Nothing to remove: everything that is stored is needed' : did, 0, 'strong')
    for (const folder of folders) writeFolder(page, folder)
    if (caches.count > 0)
      page.gap().entry('caches', partWords(caches, 'file', 'files', 'that nobody used for months'), 0)
    return page
  },
  exitCode({ folders }) {
    const failures = folders.flatMap(({ failure }) => failure ?? [])
    if (failures.length === 0) return 0
    return failures.every(({ kind }) => kind === 'locked') ? 4 : 1
  },
})

/** Sizes are bytes that were freed. */
export interface GcFolder extends Collected {
  readonly label: string
  readonly root: string
  /** Files that waited for late edits. */
  readonly trash: Collected['packed']
  readonly freed: number
  readonly failure?: NonNullable<FolderOutcome['failure']>
}

function foldersToClean(where: Where): { root: string; label: string }[] {
  const found = foldersOf(where)
  const named = new Set(found.map(({ root }) => root))
  const others = where.allProjects
    ? knownRoots(storeContext(where)).filter(root => !named.has(root) && isFolder(root))
    : []
  return [...found, ...others.map(root => ({ root, label: root }))]
}

const NOTHING = { count: 0, bytes: 0 }
const NO_GARBAGE: Collected = { unneeded: NOTHING, packed: NOTHING, leftovers: NOTHING }

async function clean(
  where: Where,
  root: string,
  label: string,
  preview: boolean,
): Promise<GcFolder | undefined> {
  const context = storeContext(where)
  try {
    const look = withState(where, root, store => ({
      trash: partOf(store.trash.list().flatMap(name => store.trash.stat(name) ?? [])),
      found: preview ? previewGarbage(store, context.clock.now()) : undefined,
    }))
    if (look === undefined) return undefined
    const { trash, found = await collectGarbage(context, root) } = look
    const { unneeded, packed, leftovers } = found
    return {
      label,
      root,
      ...found,
      trash,
      freed: unneeded.bytes + packed.bytes + leftovers.bytes + trash.bytes,
    }
  } catch (error) {
    const { failure } = failureOf(error, root, label)
    return { label, root, ...NO_GARBAGE, trash: NOTHING, freed: 0, failure: failure! }
  }
}

const partOf = (files: readonly { readonly size: number }[]) => ({
  count: files.length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
})

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

function writeFolder(
  page: Page,
  { label, unneeded, packed, leftovers, trash, held, failure }: GcFolder,
): void {
  const parts = [
    partWords(packed, 'version of Dream’s own files', 'versions of Dream’s own files', 'kept as differences'),
    partWords(unneeded, 'stored version that nothing needs', 'stored versions that nothing needs'),
    partWords(trash, 'file that waited for late edits', 'files that waited for late edits'),
    partWords(leftovers, 'trace of a run that was cut off', 'traces of runs that were cut off'),
  ].filter(words => words !== '')
  if (parts.length === 0 && held === undefined && failure === undefined) return
  page.gap().text(label, 0, 'strong')
  for (const words of parts) page.text(words, 2)
  if (held !== undefined) page.text(`stored versions that nothing seems to need stay: ${held}`, 2, 'warn')
  if (failure !== undefined) page.text(failure.sentence, 2, 'bad')
}

function partWords({ count, bytes }: Collected['packed'], one: string, many: string, how = ''): string {
  if (count === 0) return ''
  return `${counted(count, one, many)}${how === '' ? '' : ` ${how}`}, ${sizeWords(Math.max(0, bytes))}`
}
