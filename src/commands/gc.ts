import { foldersOf, storeContext, type Where, withState } from '../app/index.ts'
import { isFolder } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { FolderOutcome } from '../model/index.ts'
import { type Page, sizeWords } from '../report/index.ts'
import { autoHome } from '../sources/index.ts'
import { cacheHome, filesWrittenBefore, type OldFile, oldCaches, removeOldFiles } from '../state/index.ts'
import { type Collected, collectGarbage, failureOf, knownRoots, previewGarbage } from '../store/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const gc = command({
  name: 'gc',
  group: 'keeping',
  help: say => say.help.gc,
  effect: 'write',
  settings: 'none',
  input: shared('paths', 'dryRun', 'folder', 'project', 'allProjects'),
  examples: ['dream gc --dry-run', 'dream gc', 'dream gc --all-projects'],
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
    const words = say().history.gc
    if (folders.length === 0 && caches.count === 0) return page.text(words.noState, 0, 'strong')
    const did = preview ? words.wouldFree(sizeWords(freed)) : words.freed(sizeWords(freed))
    page.text(freed <= 0 ? words.nothing : did, 0, 'strong')
    for (const folder of folders) writeFolder(page, folder)
    if (caches.count > 0) page.gap().entry(words.caches, partWords(caches, words.unusedCaches), 0)
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
/** Agents keep transcripts for thirty days; what was noted of a session counts for nothing long after that. */
const OLD_MARK_MS = 60 * DAY_MS

function oldFiles(where: Where): OldFile[] {
  const now = storeContext(where).clock.now()
  const { env, home } = where
  const marks = filesWrittenBefore(autoHome(env, home), now - OLD_MARK_MS)
  return [
    ...oldCaches(cacheHome(env, home), now),
    ...marks.filter(({ path }) => /\/(?:own-)?sessions\/[^/]+$/.test(path)),
  ]
}

function writeFolder(
  page: Page,
  { label, unneeded, packed, leftovers, trash, held, failure }: GcFolder,
): void {
  const words = say().history.gc
  const parts = [
    partWords(packed, words.packed),
    partWords(unneeded, words.unneeded),
    partWords(trash, words.trash),
    partWords(leftovers, words.leftovers),
  ].filter(part => part !== '')
  if (parts.length === 0 && held === undefined && failure === undefined) return
  page.gap().text(label, 0, 'strong')
  for (const part of parts) page.text(part, 2)
  if (held !== undefined) page.text(words.held(held), 2, 'warn')
  if (failure !== undefined) page.text(failure.sentence, 2, 'bad')
}

const partWords = ({ count, bytes }: Collected['packed'], words: (count: number) => string): string =>
  count === 0 ? '' : `${words(count)}, ${sizeWords(Math.max(0, bytes))}`
