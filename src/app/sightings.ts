import { currentHolder, DREAM_LOCK, readRegularFile, sha256, stampOf } from '../disk/index.ts'
import {
  asFileName,
  type FileName,
  type Folder,
  INDEX_FILE,
  isWhole,
  type RunRecord,
  type Since,
  type Snapshot,
  type Superseded,
} from '../model/index.ts'
import { type FoundFolder, glance, holdingOf } from '../sources/index.ts'
import { keptBy } from '../state/index.ts'
import {
  type Mark,
  rootId,
  type SeenText,
  type Sighting,
  type Store,
  withFolder,
  withOwnState,
} from '../store/index.ts'
import { exactText } from '../text/index.ts'
import { discoverFolders, newRunId, storeContext, type Where, withState } from './app.ts'

/** What is in a folder now, as far as it is kept: the memories and the index. */
interface SeenFile extends Pick<Sighting, 'file' | 'modified'> {
  readonly hash: string
  /** Absent where its bytes are known already, or are no text. */
  readonly text?: string
  /** A look kept its bytes. */
  readonly isKept?: true
}

/** Who looked: a run notes again what looks noted since the run before, so that it can tell what is new to it. */
type Who = 'run' | 'look'

/** Notes what others changed since the last look, with the bytes, so that their edits have versions too (M9). */
export async function noteSightings(where: Where, { folder }: Snapshot, who: Who = 'run'): Promise<void> {
  // What could not be listed may be there.
  if (folder.listing.state === 'whole') await note(where, folder.root, filesOf(folder), who)
}

/** The same for a folder that a run need not read, because it is as a look saw it. */
export async function noteUnread(where: Where, root: string): Promise<void> {
  await note(where, root, seenByLooks(where, root), 'run')
}

function seenByLooks(where: Where, root: string): SeenFile[] {
  const states = withState(where, root, store => knownStates(where, root, store, 'read-only').states)
  return [...(states ?? [])].flatMap(([file, { hash, modified }]) =>
    hash === null ? [] : [{ file, hash, modified, isKept: true }],
  )
}

/** The same from the listing alone: only files whose time is another one are read. */
export async function noteChangedFiles(where: Where, found: Pick<FoundFolder, 'root'>): Promise<void> {
  const { root } = found
  const { layout, memories } = glance(found)
  if (layout === 'journal' || holdingOf(root) === 'unlistable') return
  const known = withState(where, root, store => knownStates(where, root, store, 'read-only').states)
  const files = [...memories, [INDEX_FILE, undefined] as const].flatMap(([name, modified]) => {
    const file = asFileName(name)!
    const state = known?.get(file)
    if (state?.hash && state.modified === modified) return [{ file, hash: state.hash, modified }]
    const read = readRegularFile(`${root}/${file}`, LARGEST)
    if (read.kind === 'gone') return []
    if (read.kind !== 'read') return [{ file, hash: '', modified: 0 }]
    const text = exactText(read.bytes)
    const time = modified ?? Number(read.stat.mtimeNs / 1000n)
    return [{ file, hash: sha256(read.bytes), modified: time, ...(text !== undefined && { text }) }]
  })
  await note(where, root, files, 'look')
}

const LARGEST = 5_000_000

async function note(where: Where, root: string, files: readonly SeenFile[], who: Who): Promise<void> {
  const at = new Date().toISOString()
  const unknownNow = (store: Store) => {
    const { states, atRun } = knownStates(where, root, store, 'read-write')
    return unknownIn(who === 'run' ? atRun : states, files, at)
  }
  const isNews = (withState(where, root, unknownNow) ?? unknownIn(new Map(), files, at)).length > 0
  if (!isNews) return
  const by = who === 'look' ? { by: who } : {}
  const add = (store: Store) =>
    store.seen.add(
      newRunId(Date.now()),
      unknownNow(store).map(seen => ({ ...seen, ...by })),
    )
  if (who === 'look') await withOwnState(storeContext(where), root, 'look', add)
  else await withFolder(storeContext(where), root, 'look', ({ store }) => add(store))
}

/** A5: what is new since the last run. Changes nothing. */
export function sinceLastRun(where: Where, { folder }: Snapshot): Since {
  return sinceThen(where, folder.root, filesOf(folder), folder.memories.length)
}

/** The same for a folder that need not be read, with so many memories. */
export const sinceUnread = (where: Where, root: string, memories: number): Since =>
  sinceThen(where, root, seenByLooks(where, root), memories)

function sinceThen(where: Where, root: string, files: readonly SeenFile[], memories: number): Since {
  const look = (store: Store) => knownStates(where, root, store, 'read-only').atRun
  const known = withState(where, root, look) ?? new Map<FileName, LastState>()
  const unknown = unknownIn(known, files, '').filter(({ file }) => file !== INDEX_FILE)
  const removed = unknown.filter(({ hash }) => hash === null).length
  const updated = unknown.filter(
    ({ file, hash }) => hash !== null && (known.get(file)?.hash ?? null) !== null,
  ).length
  const added = unknown.length - removed - updated
  return { root, skipped: memories - updated - added, updated, added, removed }
}

function filesOf({ memories, index, oddities }: Folder): SeenFile[] {
  const notes = memories.map((memory): SeenFile => {
    const { file, hash, modified, head, body } = memory
    return { file, hash, modified, ...(isWhole(memory) && { text: head + body }) }
  })
  const odd = oddities.flatMap(({ name }) => {
    const file = asFileName(name)
    return file === undefined ? [] : [{ file, hash: '', modified: 0 }]
  })
  if (index === undefined) return [...notes, ...odd]
  const text = index.lines.map(line => line.text).join('')
  const own = index.editable ? { hash: index.hash, text } : { hash: '' }
  return [...notes, ...odd, { file: INDEX_FILE, modified: Date.now() * 1000, ...own }]
}

/** What lies in a vault or a sub-folder is not looked at here, so nobody can say that it left. */
export const isBesideIndex = (file: FileName): boolean => !file.includes('/')

function unknownIn(
  known: ReadonlyMap<FileName, LastState>,
  files: readonly SeenFile[],
  at: string,
): SeenText[] {
  const there = new Set(files.map(({ file }) => file))
  const gone = [...known].filter(
    ([file, { hash }]) => hash !== null && !there.has(file) && isBesideIndex(file),
  )
  return [
    ...files
      .filter(
        ({ file, hash, text, isKept }) => (isKept ?? text !== undefined) && known.get(file)?.hash !== hash,
      )
      .map(({ isKept: _, ...seen }) => ({ ...seen, at })),
    ...gone.map(([file]) => ({ file, hash: null, modified: 0, at })),
  ]
}

/** What a memory was when it was last seen, by history or by a look; `hash: null` is one that left. */
export interface LastState extends Pick<Sighting, 'hash' | 'modified' | 'at'> {
  readonly by: 'outside' | 'dream'
}

/** What history and the looks say of the memories of a folder, as far as a run has to know it. */
export interface KnownStates {
  readonly states: ReadonlyMap<FileName, LastState>
  /** The same as the last run left it, without what looks saw since. */
  readonly atRun: ReadonlyMap<FileName, LastState>
  /** When the newest of all archived memories had been edited, in microseconds since 1970; 0 for none. */
  readonly archived: number
}

/** The same, and how far the files were read that say so. */
interface Noted extends KnownStates {
  readonly log: Mark
  readonly seen: Mark
}

/**
 * History is years long, and what a run asks of it grows by a few lines a night: what the lines before came to is kept
 * among the caches. Thrown away, it is found out again from all of them. `read-write` keeps it for the next run.
 */
export function knownStates(
  where: Pick<Where, 'env' | 'home'>,
  root: string,
  store: Pick<Store, 'log' | 'seen'>,
  mode: 'read-only' | 'read-write',
): KnownStates {
  const cache = keptBy<Noted>('knownStates', where, mode, rootId(root))
  const noted = cache.load()
  const known = notedIn(store, noted)
  if (known.log.bytes !== noted?.log.bytes || known.seen.bytes !== noted.seen.bytes) cache.store(known)
  return known
}

/** Where one of the two files is not the one that was read then, both are read from their beginning. */
function notedIn({ log, seen }: Pick<Store, 'log' | 'seen'>, noted: Noted | undefined): Noted {
  const [records, sightings] = [log.after(noted?.log), seen.after(noted?.seen)]
  if (noted !== undefined && (records.isAll || sightings.isAll)) return notedIn({ log, seen }, undefined)
  const byRuns = sightings.entries.filter(({ by }) => by !== 'look')
  return {
    states: lastStates(records.entries, sightings.entries, noted?.states),
    atRun: lastStates(records.entries, byRuns, noted?.atRun),
    archived: newestArchived(records.entries, noted?.archived ?? 0),
    log: records.mark,
    seen: sightings.mark,
  }
}

function newestArchived(records: readonly RunRecord[], before: number): number {
  return records
    .flatMap(({ changes }) => changes)
    .reduce((newest, { kind, from }) => {
      return kind === 'archive' ? Math.max(newest, from?.modified ?? 0) : newest
    }, before)
}

/** The last state of every memory; `before` is what was known without these records and sightings. */
export function lastStates(
  records: readonly RunRecord[],
  sightings: readonly Sighting[],
  before: ReadonlyMap<FileName, LastState> = new Map(),
): Map<FileName, LastState> {
  const states = new Map(before)
  const take = (file: FileName, state: LastState) => {
    const known = states.get(file)
    if (known === undefined || isLater(state, known)) states.set(file, state)
  }
  for (const { file, hash, modified, at } of sightings) take(file, { hash, modified, at, by: 'outside' })
  for (const { at, changes } of records) {
    for (const { file, to, result } of changes) {
      if (result !== 'done') continue
      take(file, { hash: to?.hash ?? null, modified: to?.modified ?? 0, at, by: 'dream' })
    }
  }
  return states
}

/** Of the same moment: a change was made after the look, and of two alike the one that was noted last counts. */
function isLater(state: LastState, known: LastState): boolean {
  if (state.at !== known.at) return state.at > known.at
  return state.by === 'dream' || known.by === 'outside'
}

/** Kept in Dream's own state: no file of the folder changes. */
export async function noteSuperseded(
  where: Where,
  root: string,
  entries: readonly Superseded[],
): Promise<void> {
  if (entries.length === 0) return
  await withFolder(storeContext(where), root, 'look', ({ store }) => store.superseded.add(entries))
}

/** The files of a folder that something newer took the place of, each with the newest. */
export function supersededFiles(where: Where, root: string): ReadonlyMap<string, string> {
  const entries = withState(where, root, ({ superseded }) => superseded.read().entries) ?? []
  const by = new Map<string, string>()
  for (const entry of entries) if (holds(root, entry)) by.set(entry.file, entry.by)
  return new Map([...by.keys()].map(file => [file, newestOf(file, by)]))
}

/** As long as the older file is the one that was corrected, and the newer one is there. */
function holds(root: string, { file, hash, by }: Superseded): boolean {
  if (stampOf(`${root}/${by}`) === undefined) return false
  try {
    const read = readRegularFile(`${root}/${file}`, LARGEST)
    return read.kind === 'read' && sha256(read.bytes) === hash
  } catch {
    return false
  }
}

/** What was corrected twice leads to the last word; a circle ends where it began. */
function newestOf(file: string, by: ReadonlyMap<string, string>): string {
  const seen = new Set([file])
  let newest = by.get(file)!
  while (!seen.has(newest)) {
    seen.add(newest)
    const next = by.get(newest)
    if (next === undefined || seen.has(next)) break
    newest = next
  }
  return newest
}

/** Notes what is in the memory folders of a project now, by their listings: quick, and nothing of the user's is touched. */
export async function noteProjectFiles(where: Where): Promise<void> {
  const { clock } = storeContext(where)
  for (const found of discoverFolders(where).folders) {
    const isMoving = withState(
      where,
      found.root,
      ({ writeLog, locks }) =>
        writeLog.open().length > 0 || currentHolder(locks, DREAM_LOCK, clock) !== undefined,
    )
    if (isMoving !== true) await noteChangedFiles(where, found)
  }
}
