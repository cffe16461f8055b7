import {
  type FileName,
  INDEX_FILE,
  isWhole,
  type LastState,
  type Memory,
  type Since,
  type Snapshot,
} from '../model/index.ts'
import { type SeenText, type Store, withFolder } from '../store/index.ts'
import { newRunId, type Where } from './app.ts'
import { knownStates } from './known-states.ts'
import { storeContext, withState } from './store-context.ts'

/** Notes what others changed since the last look, with the bytes, so that their edits have versions too (M9). */
export async function noteSightings(where: Where, { folder }: Snapshot): Promise<void> {
  const { root, memories } = folder
  const at = new Date().toISOString()
  const unknownNow = (store: Store) =>
    unknownIn(knownStates(where, root, store, 'read-write').states, memories, at)
  const isNews = (withState(where, root, unknownNow) ?? unknownIn(new Map(), memories, at)).length > 0
  if (!isNews) return
  await withFolder(storeContext(where), root, 'look', ({ store }) => {
    store.seen.add(newRunId(Date.now()), unknownNow(store))
  })
}

/** A5: what is new since the last look. Changes nothing. */
export function sinceLastRun(where: Where, { folder }: Snapshot): Since {
  const { root, memories } = folder
  const look = (store: Store) => knownStates(where, root, store, 'read-only').states
  const known = withState(where, root, look) ?? new Map<FileName, LastState>()
  const unknown = unknownIn(known, memories, '')
  const removed = unknown.filter(({ hash }) => hash === null).length
  const updated = unknown.filter(
    ({ file, hash }) => hash !== null && (known.get(file)?.hash ?? null) !== null,
  ).length
  const added = unknown.length - removed - updated
  return { root, skipped: memories.length - updated - added, updated, added, removed }
}

function unknownIn(
  known: ReadonlyMap<FileName, LastState>,
  memories: readonly Memory[],
  at: string,
): SeenText[] {
  const there = new Set(memories.map(memory => memory.file))
  // What lies in a vault or a sub-folder is not looked at here, so nobody can say that it left.
  const isHere = (file: FileName) => file !== INDEX_FILE && !file.includes('/')
  const gone = [...known].filter(([file, { hash }]) => hash !== null && !there.has(file) && isHere(file))
  return [
    ...memories
      .filter(memory => isWhole(memory) && known.get(memory.file)?.hash !== memory.hash)
      .map(({ file, hash, modified, head, body }) => ({ file, hash, modified, at, text: head + body })),
    ...gone.map(([file]) => ({ file, hash: null, modified: 0, at })),
  ]
}
