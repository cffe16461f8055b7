import {
  foldersOf,
  type KnownStates,
  knownStates,
  storeContext,
  type Where,
  withState,
} from '../../app/index.ts'
import { currentHolder, DREAM_LOCK, readRegularFile, sha256 } from '../../disk/index.ts'
import { journalStatus } from '../../journal/index.ts'
import { type FileName, type FolderStatus, INDEX_FILE, type RunRecord } from '../../model/index.ts'
import { plansOf } from '../../review/index.ts'
import { type FoundFolder, glance } from '../../sources/index.ts'
import type { Store } from '../../store/index.ts'

const LARGEST = 5_000_000

/** How things stand: what is there, what the last run did, what waits. Reads listings and Dream's own small files. */
export function status(where: Where): FolderStatus[] {
  return foldersOf(where, 'anywhere').map(found => statusOf(where, found))
}

function statusOf(where: Where, found: FoundFolder): FolderStatus {
  const { layout, memories, index } = glance(found)
  const own = withState(where, found.root, store => ({
    ...stateOf(where, store),
    ...(layout !== 'journal' && { known: knownStates(where, found.root, store, 'read-only').states }),
  }))
  const journal = layout === 'journal' ? journalStatus(where, found.root) : undefined
  const since = own?.known && sinceThen(found.root, memories, own.known)
  const plans = plansOf(where, found)
  return {
    label: found.label,
    root: found.root,
    layout,
    memories: memories.size,
    ...(index && { index }),
    ...(own?.last && { lastRun: summary(own.last) }),
    unfinished: own?.unfinished ?? [],
    ...(own?.holder && { holder: own.holder }),
    changedSince: since === undefined ? memories.size : since.edited + since.added + since.gone,
    ...(since && { since }),
    stored: own?.stored ?? { objects: 0, bytes: 0 },
    ...(plans.length > 0 && { plans }),
    ...(found.viaSymlink !== undefined && { viaSymlink: found.viaSymlink }),
    ...(journal && { journal }),
  }
}

/** A time that differs is no proof: what the file holds is. */
function sinceThen(
  root: string,
  memories: ReadonlyMap<string, number>,
  known: KnownStates['states'],
): NonNullable<FolderStatus['since']> {
  const before = (file: string) => known.get(file as FileName)
  const there = [...memories].filter(([file]) => (before(file)?.hash ?? null) !== null)
  const edited = there.filter(([file, modified]) => {
    const state = before(file)!
    return state.modified !== modified && state.hash !== hashOfFile(`${root}/${file}`)
  }).length
  const gone = [...known].filter(
    ([file, { hash }]) => hash !== null && file !== INDEX_FILE && !file.includes('/') && !memories.has(file),
  ).length
  return { edited, added: memories.size - there.length, gone }
}

function hashOfFile(path: string): string | undefined {
  const read = readRegularFile(path, LARGEST)
  return read.kind === 'read' ? sha256(read.bytes) : undefined
}

function stateOf(where: Where, store: Store) {
  const { versions, bytes } = store.objects.room()
  return {
    last: store.log.lastDone(),
    unfinished: store.journal.open().map(each => each.run),
    holder: currentHolder(store.locks, DREAM_LOCK, storeContext(where).clock),
    stored: { objects: versions, bytes },
  }
}

function summary({ run, at, command, changes }: RunRecord) {
  return { run, at, command, done: changes.filter(change => change.result === 'done').length }
}
