import type { Dir } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { isOwnFile, type RunRecord } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { type OpenFolder, type StoreContext, withFolder } from './folder.ts'
import type { OwnVersion, Packed, RawObject } from './objects.ts'
import type { Store } from './store.ts'

/** What was removed from the state of a folder, or would be; in bytes. */
export interface Collected {
  readonly unneeded: { readonly count: number; readonly bytes: number }
  /** Versions of Dream's own files that are kept as differences now. */
  readonly packed: Packed
  readonly leftovers: { readonly count: number; readonly bytes: number }
  readonly held?: string
}

/** Versions that are packed before the lock is looked at again. */
const AT_ONCE = 200

/**
 * Removes what nothing needs from the state of a folder. Every step can be the last one: what is to be kept in another
 * form is on disk in that form before it goes, and what goes is needed by nobody.
 */
export async function collectGarbage(context: StoreContext, root: string): Promise<Collected> {
  return withFolder(context, root, 'gc', folder => {
    const found = findGarbage(folder.store, context.clock.now())
    const packed = packAll(folder, found)
    for (const { hash } of found.unneeded) {
      // Whoever took over may need what nobody needed a moment ago.
      folder.lock.check()
      folder.store.objects.eraseRaw(hash)
    }
    folder.lock.check()
    for (const { name } of found.tails) folder.store.dir.discard(name)
    folder.store.seen.removePacks(found.packs.map(({ name }) => name))
    return collected(found, packed)
  })
}

/** What `collectGarbage` would remove; changes nothing. */
export function previewGarbage(store: Store, now: number): Collected {
  const found = findGarbage(store, now)
  return collected(found, store.objects.previewPack(found.whole))
}

function packAll({ store, lock }: OpenFolder, { whole }: Garbage): Packed {
  const all = { count: 0, bytes: 0 }
  for (let at = 0; at < whole.length; at += AT_ONCE) {
    lock.check()
    const { count, bytes } = store.objects.pack(whole.slice(at, at + AT_ONCE))
    all.count += count
    all.bytes += bytes
  }
  return all
}

function collected({ unneeded, tails, packs, held }: Garbage, packed: Packed): Collected {
  return {
    unneeded: counted(unneeded),
    packed,
    leftovers: counted([...tails, ...packs]),
    ...(held !== undefined && { held }),
  }
}

function counted(list: readonly { readonly size: number }[]): { count: number; bytes: number } {
  return { count: list.length, bytes: list.reduce((sum, { size }) => sum + size, 0) }
}

interface Leftover {
  readonly name: string
  readonly size: number
}

/** What of the state of a folder nothing needs, or can be kept in less room. */
interface Garbage {
  /** Stored bytes that no run, no look and no plan names. */
  readonly unneeded: readonly RawObject[]
  /** Versions of Dream's own files that an earlier Dream stored whole, in the order in which they came. */
  readonly whole: readonly OwnVersion[]
  /** Halves of lines of history that stand there whole by now. */
  readonly tails: readonly Leftover[]
  /** Texts of looks that were cut off before they said what they saw. */
  readonly packs: readonly Leftover[]
  /** Why stored bytes that nothing seems to need stay. */
  readonly held?: string
}

const DAY_US = 24 * 3_600_000_000

/** Looks for it, and changes nothing. `now` in milliseconds since 1970. */
function findGarbage(store: Store, now: number): Garbage {
  const { records } = store.log.read()
  const files = filesOf(records)
  const needed = namedElsewhere(store, records)
  const objects = store.objects.list().objects
  const raw = new Set(objects.map(each => each.hash))
  // What is a day old belongs to nobody who is still at work.
  const unneeded = objects.filter(
    ({ hash, modified }) => !files.has(hash) && !needed.has(hash) && now * 1000 - modified > DAY_US,
  )
  const held = unneeded.length === 0 ? undefined : whyHeld(store)
  return {
    unneeded: held === undefined ? unneeded : [],
    whole: [...files].flatMap(([hash, names]) => {
      return raw.has(hash) && names.every(isOwnFile) ? [{ hash, file: names[0]! }] : []
    }),
    tails: keptTails(store.dir),
    packs: store.seen.orphanPacks(),
    ...(held !== undefined && { held }),
  }
}

/** Whose version each hash is that history names, in the order of history. */
function filesOf(records: readonly RunRecord[]): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { file, from, to } of records.flatMap(record => record.changes)) {
    for (const state of [from, to]) {
      if (state !== null) files.set(state.hash, [...(files.get(state.hash) ?? []), file])
    }
  }
  return files
}

/** Where a name is lost, so is the knowledge of what is needed: then everything is. */
function whyHeld({ dir, log, seen, writeLog }: Store): string | undefined {
  if (log.read().damage.length > 0) return say().storage.held.history
  if (seen.read().damage.length > 0) return say().storage.held.seen
  if (writeLog.open().length > 0) return say().storage.held.unfinished
  const aside = dir
    .sub(FOLDER_STATE.writeLog)
    .use(sub => sub.list())
    .some(name => name.endsWith('.damaged'))
  return aside ? say().storage.held.damagedRecord : undefined
}

/** Hashes that something beside the changes in history names. */
function namedElsewhere({ dir, seen }: Store, records: readonly RunRecord[]): Set<string> {
  const named = new Set<string>()
  for (const record of records) for (const { kept } of record.salvaged ?? []) named.add(kept)
  for (const { hash } of seen.read().sightings) if (hash !== null) named.add(hash)
  for (const hash of hashesBelow(dir, STORES)) named.add(hash)
  return named
}

const STORES = /^(?:objects|journal|trash|lock|seen|deltas\..*|history\..*|seen\.jsonl)$/
const NONE = /^$/

/** In plans that wait, what was decided, and whatever else lies there: whoever put a hash into it may want its bytes. */
function hashesBelow(dir: Dir, skipped: RegExp): string[] {
  const names = dir.list().filter(name => !skipped.test(name))
  return names.flatMap(name => {
    const kind = dir.stat(name)?.kind
    if (kind === 'file') return textIn(dir, name).match(/[0-9a-f]{64}/g) ?? []
    return kind === 'directory' ? dir.sub(name).use(sub => hashesBelow(sub, NONE)) : []
  })
}

/** Empty where it went in the same moment: drafts do. */
const textIn = (dir: Dir, name: string): string => dir.read(name)?.bytes.toString('latin1') ?? ''

/** The run of a line that was cut off is finished by recovery, and its line written again. */
function keptTails(dir: Dir): Leftover[] {
  const names = dir.list().filter(name => name.startsWith('history.torn-'))
  if (names.length === 0) return []
  const history = `\n${textIn(dir, FOLDER_STATE.history)}`
  return names.flatMap(name => {
    const tail = textIn(dir, name)
    return history.includes(`\n${tail}`) ? [{ name, size: tail.length }] : []
  })
}
