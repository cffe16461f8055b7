import { foldersOf, layoutOf, type Where } from '../app/index.ts'
import { type MagmaSettings, settingsOf } from '../config/index.ts'
import { DreamError } from '../model/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { magmaRebuild } from '../vault/index.ts'
import { type Mirrored, mirror } from './mirror.ts'
import { type Share, sharesOf, type TeamPlace, type TeamSettings, withTeam } from './place.ts'

/** Every folder that the settings share, wherever it lies. */
export function sharedFolders(where: Where, settings: TeamSettings): readonly Share[] {
  const named = settings.store.folders.filter(({ scope }) => scope === 'team').map(({ folder }) => folder)
  if (settings.store.kind !== 'postgres' || named.length === 0) return []
  const paths = named.map(path => path.replace(/^~(?=\/|$)/, where.home))
  const found: readonly FoundFolder[] = foldersOf({ ...where, paths, allProjects: false })
  return sharesOf(where, settings, found)
}

export async function mirrorAll(place: TeamPlace, settings: TeamSettings): Promise<readonly Mirrored[]> {
  const done: Mirrored[] = []
  for (const share of sharedFolders(place.where, settings)) done.push(await mirror(place, share))
  return done
}

/** With every run that starts by itself; a database that cannot be reached is a sentence, and the next run tries again. */
export async function mirrorScheduled(where: Where): Promise<readonly string[]> {
  try {
    const { config } = await settingsOf(where)
    if (sharedFolders(where, config).length === 0) return []
    return (await withTeam(where, config, place => mirrorAll(place, config))).flatMap(({ notes }) => notes)
  } catch (error) {
    if (error instanceof DreamError) return [error.sentence]
    throw error
  }
}

/** Both sides of a scope, compared note by note. */
interface Compared {
  readonly scope: string
  readonly label: string
  readonly here: number
  readonly there: number
  readonly same: number
  /** Not shared because of what they hold, or waiting for a person. */
  readonly onlyHere: readonly string[]
  readonly onlyThere: readonly string[]
  readonly differing: readonly string[]
  /** In the database without a vector of this model. */
  readonly unindexed: number
}

async function compare(
  { where, database, embedder }: TeamPlace,
  { scope, folder }: Share,
): Promise<Compared> {
  const rows = await database.query<{ id: string; hash: string; model: string | null }>(
    "select id, hash, model from dream.records where scope = $1 and state = 'live'",
    [scope],
  )
  const there = new Map(rows.map(row => [row.id, row]))
  const here = new Map<string, string>(
    readFolder(folder, layoutOf(where)).memories.map(({ file, hash }) => [file, hash]),
  )
  const both = [...here].filter(([file]) => there.has(file))
  return {
    scope,
    label: folder.label,
    here: here.size,
    there: there.size,
    same: both.filter(([file, hash]) => there.get(file)!.hash === hash).length,
    onlyHere: [...here.keys()].filter(file => !there.has(file)),
    onlyThere: [...there.keys()].filter(file => !here.has(file)),
    differing: both.filter(([file, hash]) => there.get(file)!.hash !== hash).map(([file]) => file),
    unindexed: rows.filter(({ model }) => embedder !== undefined && model !== embedder.name).length,
  }
}

export interface Moved {
  readonly to: 'postgres' | 'files'
  readonly scopes: readonly Compared[]
  /** The embedded index of vectors, where it was made. */
  readonly index?: { readonly rows: number; readonly behind: number; readonly state: string }
  readonly notes: readonly string[]
  readonly outcome: 'whole' | 'incomplete'
}

/**
 * Carries what is shared to the database, or back into files and the embedded index, and compares every note afterwards.
 * Nothing is taken away on either side.
 */
export async function moveStore(
  place: TeamPlace,
  settings: TeamSettings & MagmaSettings,
  to: Moved['to'],
): Promise<Moved> {
  const mirrored = await mirrorAll(place, settings)
  const notes = mirrored.flatMap(one => one.notes)
  const scopes: Compared[] = []
  for (const share of sharedFolders(place.where, settings)) scopes.push(await compare(place, share))
  const isWhole = scopes.every(
    ({ onlyHere, onlyThere, differing, unindexed }) =>
      onlyHere.length + onlyThere.length + differing.length + unindexed === 0,
  )
  if (to === 'postgres') return { to, scopes, notes, outcome: isWhole ? 'whole' : 'incomplete' }
  const paths = sharedFolders(place.where, settings).map(({ folder }) => folder.root)
  const rebuilt = await magmaRebuild({ ...place.where, paths }, settings, 'anew')
  const { rows, behind, state } = rebuilt.index
  const isIndexed = behind === 0 && (state === 'ready' || rows === 0)
  const outcome = isWhole && isIndexed ? 'whole' : 'incomplete'
  return { to, scopes, index: { rows, behind, state }, notes: [...notes, ...rebuilt.notes], outcome }
}
