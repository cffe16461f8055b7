import type { Mark } from '../disk/index.ts'
import { type FileName, type LastState, lastStates, type RunRecord } from '../model/index.ts'
import { type CacheFile, cacheFile, cacheHome, FOLDER_CACHE, summed } from '../state/index.ts'
import { rootId, type Store } from '../store/index.ts'
import { VERSION } from '../version.ts'
import type { Where } from './app.ts'

/** What history and the looks say of the memories of a folder, as far as a run has to know it. */
export interface KnownStates {
  readonly states: ReadonlyMap<FileName, LastState>
  /** When the newest of all archived memories had been edited, in microseconds since 1970; 0 for none. */
  readonly archived: number
}

/** The same, and how far the files were read that say so. */
interface Noted extends KnownStates {
  readonly log: Mark
  readonly seen: Mark
}

/** Another text whenever what is kept looks different. */
const FORMAT = `${VERSION}, 1`

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
  const file = summed(
    cacheFile(`${cacheHome(where.env, where.home)}/${rootId(root)}/${FOLDER_CACHE.knownStates}`, mode),
  )
  const noted = load(file)
  const known = notedIn(store, noted)
  if (known.log.bytes !== noted?.log.bytes || known.seen.bytes !== noted.seen.bytes) keep(file, known)
  return known
}

/** Where one of the two files is not the one that was read then, both are read from their beginning. */
function notedIn({ log, seen }: Pick<Store, 'log' | 'seen'>, noted: Noted | undefined): Noted {
  const [records, sightings] = [log.after(noted?.log), seen.after(noted?.seen)]
  if (noted !== undefined && (records.isAll || sightings.isAll)) return notedIn({ log, seen }, undefined)
  return {
    states: lastStates(records.entries, sightings.entries, noted?.states),
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

function load(file: CacheFile): Noted | undefined {
  const bytes = file.load()
  if (bytes === undefined) return undefined
  const { format, states, ...noted } = JSON.parse(bytes.toString('utf8'))
  return format === FORMAT ? { ...noted, states: new Map(states) } : undefined
}

function keep(file: CacheFile, { states, ...noted }: Noted): void {
  file.store(Buffer.from(JSON.stringify({ format: FORMAT, ...noted, states: [...states] })))
}
