import type { Where } from '../app/index.ts'
import { say } from '../languages/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { CACHE, cacheFile, cacheHome } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { ARCHIVED, archivedBody, archiveStamp, readArchived } from './archived.ts'
import { decodeCache, encodeCache, type RecallCache } from './cache-format.ts'
import { catchUp, type FileContent, type FileStamp, indexOfCache } from './catch-up.ts'
import type { CcbStore } from './ccb-engine.ts'
import { bodyOf, listSearched, readSearched, type SearchedFolder, searchedFolder } from './documents.ts'
import { loadEmbedder } from './embeddings/load.ts'
import type { RecallDocument } from './engine.ts'
import { type FeedbackDecay, weightOf } from './memory-document.ts'

export interface OpenedStore extends CcbStore {
  readonly folders: readonly SearchedFolder[]
  /** How many files had to be read, of how many. */
  readonly read: number
  readonly files: number
  readonly notes: readonly string[]
}

export interface StoreRequest {
  readonly where: Where
  readonly folders: readonly FoundFolder[]
  readonly decay: FeedbackDecay
  /** YYYY-MM-DD */
  readonly today: string
  /** `none`: everything is read anew and nothing kept. */
  readonly cache?: 'use' | 'none'
  /** What holds documents beside the folders: the vault. */
  readonly producers?: readonly DocumentProducer[]
  readonly signal?: AbortSignal | undefined
}

/** Gives documents that do not lie in a memory folder. Listed each time, read where something changed. */
export interface DocumentProducer {
  list(): readonly FileStamp[]
  /** Nothing where the stamp is not its own. */
  read(stamp: FileStamp): FileContent | undefined
}

/** A file that changed this short a time ago may change again within one tick of its clock. */
const SETTLED_US = 2_000_000

/** The files of some folders, ready to be asked: what did not change since the last time comes from a cache. */
export async function openSearchStore(request: StoreRequest): Promise<OpenedStore> {
  const { where, folders, decay, today, cache = 'use', producers = [], signal } = request
  const notes: string[] = []
  const searched = folders.map(folder => searchedFolder(folder, where))
  const byRoot = new Map(searched.map(one => [one.folder.root, one]))
  const embedder = loadEmbedder()
  const model = embedder?.name ?? 'none'
  const dimensions = embedder?.dimensions ?? 0
  const kept = cacheFor(where, folders)
  const before = cache === 'use' ? loadCache(kept, model, dimensions) : undefined
  const ofFolders = searched.flatMap(one => [
    ...listSearched(one, notes),
    ...(one.workspace === undefined ? archiveStamp(where, one.folder.root) : []),
  ])
  const listed = [...ofFolders, ...producers.flatMap(producer => producer.list())]
  const meaning = embedder === undefined ? undefined : (text: string) => embedder.embed(text)
  const settled = Date.now() * 1000 - SETTLED_US
  const read = (stamp: (typeof listed)[number]) => {
    const one = byRoot.get(stamp.root)
    if (one === undefined)
      return producers.reduce<FileContent | undefined>((found, each) => found ?? each.read(stamp), undefined)
    return stamp.file === ARCHIVED ? readArchived(where, one.folder) : readSearched(one, stamp)
  }
  const keep = (some: RecallCache) => kept.store(encodeCache(some))
  const asked = { listed, before, read, meaning, model, dimensions, settled, signal }
  const now = await catchUp({ ...asked, ...(cache === 'use' && { keep }) })
  if (now.left > 0) notes.push(say().searching.notRead(now.left))
  if (cache === 'use' && now.changed === 'yes') kept.store(encodeCache(now.cache))
  const { index, documents } = indexOfCache(now.cache, one => weightOf(one, today, decay))
  return {
    index,
    documents,
    textOf: one => bodyIn(where, one),
    meaning,
    today,
    folders: searched,
    read: now.read,
    files: listed.length,
    notes,
  }
}

function bodyIn(where: Where, document: RecallDocument) {
  if (document.part === 'memory') return bodyOf(document.root, document.file)
  return document.part === 'archive' ? archivedBody(where, document) : { text: document.text, line: 1 }
}

/** One file for each set of folders, and one more for all projects: then the vault's notes of other projects are in it. */
function cacheFor(where: Where, folders: readonly FoundFolder[]) {
  const roots = folders
    .map(({ root }) => root)
    .sort()
    .join('\n')
    .concat(where.allProjects ? '\n*' : '')
  return cacheFile(
    `${cacheHome(where.env, where.home)}/${CACHE.search}/${rootId(roots).slice(-16)}.bin`,
    'read-write',
  )
}

/** What cannot be read, whatever the reason, is made again. */
function loadCache(
  file: ReturnType<typeof cacheFor>,
  model: string,
  dimensions: number,
): RecallCache | undefined {
  try {
    const bytes = file.load()
    return bytes === undefined ? undefined : decodeCache(bytes, model, dimensions)
  } catch {
    return undefined
  }
}
