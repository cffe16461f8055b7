import { resolve } from 'node:path'
import type { Config } from '../../config/defaults.ts'
import { cacheHome } from '../../disk/cache-file.ts'
import { makeFolder } from '../../disk/make-folder.ts'
import type { BatchEmbedder } from '../../embed/batch.ts'
import { rootId } from '../../history/store.ts'
import type { LoadLance } from '../../magma/lance.ts'
import { recordOf } from '../../magma/note.ts'
import { DreamError } from '../../memory/dream-error.ts'
import type { MagmaRecord } from '../../memory/magma.ts'
import type { FoundFolder } from '../../read/discover/found-folder.ts'
import { isFolder } from '../../read/discover/search.ts'
import { readFolder } from '../../read/folder.ts'
import { realPath } from '../../read/git/root.ts'
import { deskOf, type Where } from '../where.ts'

/** The settings that MAGMA follows. */
export type MagmaSettings = Pick<Config, 'magma' | 'obsidian' | 'rules'>

/** Where MAGMA's notes lie: in the Obsidian vault, or in Dream's own state where none is set. */
export interface MagmaHome {
  readonly kind: 'obsidian' | 'state'
  /** Links resolved where it is there. */
  readonly vault: string
  readonly state: 'there' | 'missing'
  /** The folder of the notes. */
  readonly folder: string
}

/** In the vault; the name that actions use is `@vault/magma/…`. */
const NOTES = 'magma'

export function magmaHome(
  where: Pick<Where, 'cwd' | 'home' | 'env'>,
  { obsidian }: MagmaSettings,
): MagmaHome {
  const set = obsidian.vault
  const path =
    set === null
      ? `${deskOf(where as Where).stateHome}/vault`
      : resolve(where.cwd, set.replace(/^~(?=\/|$)/, where.home))
  const real = isFolder(path) ? realPath(path) : undefined
  const vault = real ?? path
  const state = real === undefined ? 'missing' : 'there'
  return { kind: set === null ? 'state' : 'obsidian', vault, state, folder: `${vault}/${NOTES}` }
}

/** The vault, ready to be written to. A vault of the user's that is gone is not made anew: it may be on a disk that is not mounted. */
export function readyHome(home: MagmaHome): MagmaHome {
  if (home.state === 'there') return home
  if (home.kind === 'obsidian') throw new DreamError(goneWords(home), 2)
  makeFolder(home.vault)
  const vault = realPath(home.vault) ?? home.vault
  return { ...home, vault, state: 'there', folder: `${vault}/${NOTES}` }
}

export function goneWords({ vault }: MagmaHome): string {
  return `the vault ${vault} (obsidian.vault) is not there; mount it, or set another in dream.config.json`
}

export interface MagmaNotes {
  readonly records: readonly MagmaRecord[]
  /** What could not be read, a sentence each. */
  readonly notes: readonly string[]
}

/** Every note of MAGMA. Looks, and changes nothing. */
export function readRecords(home: MagmaHome, today: string): MagmaNotes {
  if (home.state === 'missing')
    return { records: [], notes: home.kind === 'obsidian' ? [goneWords(home)] : [] }
  if (!isFolder(home.folder)) return { records: [], notes: [] }
  const { memories, oddities, listing } = readFolder(homeFolder(home), { layout: 'index' })
  const notes = oddities.map(({ name, detail }) => `${NOTES}/${name}: ${detail}`)
  if (listing.state === 'failed') notes.push(`the notes of MAGMA could not be listed: ${listing.why}`)
  const records: MagmaRecord[] = []
  for (const note of memories) {
    const record = recordOf(note, today)
    if (record === undefined)
      notes.push(`${NOTES}/${note.file}: its properties cannot be read; it is left alone`)
    else records.push(record)
  }
  return { records, notes }
}

/** The notes as a memory folder of their own: where what has no memory file is written. */
function homeFolder({ folder }: MagmaHome): FoundFolder {
  const project = { absent: 'notes of MAGMA belong to no project' }
  return { root: folder, label: folder, title: NOTES, project, origin: 'given' }
}

/** Where the vectors lie: one directory for each set of folders, so that two never clear each other's rows away. */
export function indexPath(
  where: Pick<Where, 'home' | 'env'>,
  { magma }: MagmaSettings,
  folders: readonly FoundFolder[],
): string {
  const base = magma.path?.replace(/^~(?=\/|$)/, where.home) ?? `${cacheHome(where.env, where.home)}/magma`
  return `${base}/${rootId(
    folders
      .map(folder => folder.root)
      .sort()
      .join('\n'),
  ).slice(-16)}`
}

/** What an open engine needs beside the documents. */
export interface MagmaTools {
  /** Instead of the one that the settings name. */
  readonly embedder?: BatchEmbedder | undefined
  readonly loadLance?: LoadLance
  readonly lancedbPath?: string
}
