import type { Where } from '../app/index.ts'
import { type MagmaHome, type MagmaSettings, NOTES } from '../config/index.ts'
import { isFolder, makeFolder, realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import type { BatchEmbedder, LoadLance } from '../search/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { CACHE, cacheHome } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { recordOf } from './note.ts'
import type { MagmaRecord } from './record.ts'

/** The vault, ready to be written to. A vault of the user's that is gone is not made anew: it may be on a disk that is not mounted. */
export function readyHome(home: MagmaHome): MagmaHome {
  if (home.state === 'there') return home
  if (home.kind === 'obsidian') throw new DreamError(goneWords(home), 2)
  makeFolder(home.vault)
  const vault = realPath(home.vault) ?? home.vault
  return { ...home, vault, state: 'there', folder: `${vault}/${NOTES}` }
}

export function goneWords({ vault }: MagmaHome): string {
  return say().vault.home.gone(vault)
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
  if (listing.state === 'failed') notes.push(say().vault.home.notListed(listing.why))
  const records: MagmaRecord[] = []
  for (const note of memories) {
    const record = recordOf(note, today)
    if (record === undefined) notes.push(say().vault.home.badProperties(`${NOTES}/${note.file}`))
    else records.push(record)
  }
  return { records, notes }
}

/** The notes as a memory folder of their own: where what has no memory file is written. */
function homeFolder({ folder }: MagmaHome): FoundFolder {
  const project = { absent: say().vault.home.noProject }
  return { root: folder, label: folder, title: NOTES, project, origin: 'given' }
}

/** Where the vectors lie: one directory for each set of folders, so that two never clear each other's rows away. */
export function indexPath(
  where: Pick<Where, 'home' | 'env'>,
  { magma }: MagmaSettings,
  folders: readonly FoundFolder[],
): string {
  const base =
    magma.path?.replace(/^~(?=\/|$)/, where.home) ?? `${cacheHome(where.env, where.home)}/${CACHE.vectors}`
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
