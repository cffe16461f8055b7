import { foldersOf, layoutOf, type Where } from '../app/index.ts'
import { type MagmaHome, type MagmaSettings, magmaHome } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type Folder } from '../model/index.ts'
import {
  type BackendState,
  type BackendView,
  type CcbStore,
  ccbEngine,
  chooseEmbedder,
  type IndexPlace,
  LAYERS,
  type Layer,
  lanceBackend,
  type RecallDocument,
} from '../search/index.ts'
import { type FoundFolder, readFolder } from '../sources/index.ts'
import { folderDocuments, layered, recordDocument, today } from './documents.ts'
import { type MagmaEngine, openMagmaEngine } from './engine.ts'
import { indexPath, type MagmaTools, readRecords } from './place.ts'
import type { MagmaRecord } from './record.ts'

/** What the vector index is, and what stands in its way. */
export interface MagmaStatus {
  readonly home: string
  readonly vault: 'obsidian' | 'state'
  readonly records: number
  readonly layers: Readonly<Record<Layer, number>>
  readonly index: {
    readonly path: string
    readonly state: BackendState
    readonly rows: number
    readonly model: string | null
    readonly dimensions: number | null
    /** Documents that are not in it as they are now. */
    readonly behind: number
  }
  readonly documents: number
  readonly notes: readonly string[]
}

export interface MagmaRebuild {
  readonly index: MagmaStatus['index']
  readonly embedded: number
  readonly kept: number
  readonly removed: number
  readonly seconds: number
  readonly notes: readonly string[]
}

/** Everything that MAGMA knows, read from the files. */
interface MagmaView {
  readonly home: MagmaHome
  readonly folders: readonly FoundFolder[]
  readonly records: readonly MagmaRecord[]
  readonly documents: readonly RecallDocument[]
  readonly notes: readonly string[]
}

function readMagma(where: Where, settings: MagmaSettings): MagmaView {
  const home = magmaHome(where, settings)
  const folders = foldersOf(where)
  const { records, notes: said } = readRecords(home, today())
  const notes = [...said]
  const documents = [
    ...records.map(record => recordDocument(record, home)),
    ...folders.flatMap(folder => folderDocuments(where, folder, records, notes)),
  ]
  return { home, folders, records, documents, notes }
}

/** The records, and the memory folders as the other engine reads them. */
export interface BothEngines extends Omit<MagmaView, 'documents'> {
  readonly read: readonly Folder[]
}

export function readBoth(where: Where, settings: MagmaSettings): BothEngines {
  const home = magmaHome(where, settings)
  const folders = foldersOf(where)
  const read = folders.map(found => readFolder(found, layoutOf(where)))
  return { home, folders, read, ...readRecords(home, today()) }
}

export interface OpenMagma extends MagmaView {
  readonly engine: MagmaEngine
}

/** The engine over everything that the folders, the journals and the vault hold. */
export async function openMagma(
  where: Where,
  settings: MagmaSettings,
  tools: MagmaTools & {
    readonly catchUp?: 'small' | 'none'
    /** What the caller has opened already; else folders and notes are read here. */
    readonly store?: CcbStore
    readonly index?: 'none'
  } = {},
): Promise<OpenMagma> {
  const { store } = tools
  const view = store === undefined ? readMagma(where, settings) : await viewOf(where, settings, store)
  const notes = [...view.notes]
  const embedder = await embedderFor(where, settings, tools, notes)
  const place = placeFor(where, settings, tools, view.folders, embedder)
  const engine = await openMagmaEngine({
    ...place,
    documents: view.documents,
    ...(store !== undefined && { words: ccbEngine(store) }),
    ...(tools.index && { index: tools.index }),
    ...(tools.catchUp && { catchUp: tools.catchUp }),
  })
  return { ...view, notes, engine }
}

/** So many texts are read before anything else has a turn. */
const READ_AT_ONCE = 50

/** What is open already, with its texts. */
async function viewOf(where: Where, settings: MagmaSettings, store: CcbStore): Promise<MagmaView> {
  const home = magmaHome(where, settings)
  const { records, notes } = readRecords(home, today())
  const documents: RecallDocument[] = []
  for (const [at, document] of store.documents.entries()) {
    if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise(setImmediate)
    if (document.part === 'archive') continue
    const text = document.text === '' ? store.textOf(document)?.text : document.text
    if (text !== undefined) documents.push({ ...document, text })
  }
  return { home, folders: foldersOf(where), records, documents: layered(documents, records), notes }
}

/** A model that cannot be had is a sentence, not the end: words answer. */
async function embedderFor({ env }: Where, { magma }: MagmaSettings, tools: MagmaTools, notes: string[]) {
  if ('embedder' in tools) return tools.embedder
  try {
    return await chooseEmbedder(magma.embeddings, env)
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    notes.push(error.sentence)
    return undefined
  }
}

function placeFor(
  where: Where,
  settings: MagmaSettings,
  { lancedbPath, loadLance }: MagmaTools,
  folders: readonly FoundFolder[],
  embedder: Awaited<ReturnType<typeof embedderFor>>,
) {
  const path = lancedbPath ?? indexPath(where, settings, folders)
  return { path, embedder, ...(loadLance && { load: loadLance }) }
}

/** How MAGMA stands. Looks, and builds nothing. */
export async function magmaStatus(
  where: Where,
  settings: MagmaSettings,
  tools: MagmaTools = {},
): Promise<MagmaStatus> {
  const view = readMagma(where, settings)
  const notes = [...view.notes]
  const embedder = await embedderFor(where, settings, tools, notes)
  const place = placeFor(where, settings, tools, view.folders, embedder)
  const opened = settings.magma.enabled
    ? await lookAt(place, view.documents)
    : {
        state: 'off' as const,
        why: say().vault.index.off,
        rows: 0,
        model: null,
        dimensions: null,
        behind: new Set<string>(),
      }
  const index = indexAnswer(place.path, opened)
  if (opened.why !== undefined && !SAID_ANYWAY.includes(opened.state)) notes.push(opened.why)
  const { home, records, documents } = view
  return {
    home: home.folder,
    vault: home.kind,
    records: records.length,
    layers: layersOf(documents),
    index,
    documents: documents.length,
    notes,
  }
}

/** What the line about the index tells already. */
const SAID_ANYWAY: readonly BackendState[] = ['absent', 'behind', 'off']

async function lookAt(place: IndexPlace, documents: readonly RecallDocument[]): Promise<BackendView> {
  const backend = lanceBackend(place)
  const view = await backend.open(documents)
  backend.close()
  return view
}

function indexAnswer(path: string, opened: Omit<BackendView, 'answers'>): MagmaStatus['index'] {
  const { state, rows, model, dimensions, behind } = opened
  return { path, state, rows, model, dimensions, behind: behind.size }
}

function layersOf(documents: readonly RecallDocument[]): Record<Layer, number> {
  const count = (layer: Layer) => documents.filter(document => document.layer === layer).length
  return Object.fromEntries(LAYERS.map(layer => [layer, count(layer)])) as Record<Layer, number>
}

/** I7: builds the vector index, or brings it up to date; `anew` throws the old one away first. */
export async function magmaRebuild(
  where: Where,
  settings: MagmaSettings,
  how: 'catch-up' | 'anew',
  tools: MagmaTools = {},
): Promise<MagmaRebuild> {
  const started = performance.now()
  if (!settings.magma.enabled) throw new DreamError(say().vault.index.nothingToBuild, 2)
  const view = readMagma(where, settings)
  const embedder =
    'embedder' in tools ? tools.embedder : await chooseEmbedder(settings.magma.embeddings, where.env)
  const place = placeFor(where, settings, tools, view.folders, embedder)
  const backend = lanceBackend(place, 'long')
  if (how === 'anew') await backend.drop()
  const synced = await backend.sync(view.documents)
  const opened = await lookAt(place, view.documents)
  const seconds = (performance.now() - started) / 1000
  return { index: indexAnswer(place.path, opened), ...synced, seconds, notes: view.notes }
}
