import type { Dir } from '../disk/index.ts'
import { isOwnFile, type RunRecord } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import type { OwnVersion } from './objects.ts'
import type { Store } from './store.ts'

/** A file of Dream's own state that can go. */
interface Leftover {
  readonly name: string
  readonly size: number
}

/** Bytes that are stored whole, by their hash. */
interface StoredBytes {
  readonly hash: string
  readonly size: number
}

/** What of the state of a folder nothing needs, or can be kept in less room. */
export interface Garbage {
  /** Stored bytes that no run, no look and no plan names. */
  readonly unneeded: readonly StoredBytes[]
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
export function findGarbage(store: Store, now: number): Garbage {
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
function whyHeld({ dir, log, seen, journal }: Store): string | undefined {
  if (log.read().damage.length > 0) return 'history is damaged'
  if (seen.read().damage.length > 0) return 'seen.jsonl is damaged'
  if (journal.open().length > 0) return 'a run was cut off and is not finished'
  const aside = namesIn(dir, 'journal').some(name => name.endsWith('.damaged'))
  return aside ? 'the record of a run that was cut off is damaged' : undefined
}

/** Hashes that something beside the changes in history names. */
function namedElsewhere({ dir, seen }: Store, records: readonly RunRecord[]): Set<string> {
  const named = new Set<string>()
  for (const record of records) for (const { kept } of record.salvaged ?? []) named.add(kept)
  for (const { hash } of seen.read().sightings) if (hash !== null) named.add(hash)
  for (const text of otherTexts(dir, STORES)) for (const hash of hashesIn(text)) named.add(hash)
  return named
}

const STORES = /^(?:objects|journal|trash|lock|seen|deltas\..*|history\..*|seen\.jsonl)$/
const NONE = /^$/

/** Plans that wait, what was decided, and whatever else lies there: whoever put a hash into it may want its bytes. */
function* otherTexts(dir: Dir, skipped: RegExp): Generator<string> {
  for (const name of dir.list().filter(each => !skipped.test(each))) {
    const kind = dir.stat(name)?.kind
    if (kind === 'file') yield textIn(dir, name)
    if (kind !== 'directory') continue
    const sub = dir.sub(name)
    try {
      yield* otherTexts(sub, NONE)
    } finally {
      sub.close()
    }
  }
}

/** Empty where it went in the same moment: drafts do. */
const textIn = (dir: Dir, name: string): string => dir.read(name)?.bytes.toString('latin1') ?? ''
const hashesIn = (text: string): string[] => text.match(/[0-9a-f]{64}/g) ?? []

function namesIn(dir: Dir, folder: string): string[] {
  const sub = dir.sub(folder)
  try {
    return sub.list()
  } finally {
    sub.close()
  }
}

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
