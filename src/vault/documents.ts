import type { Where } from '../app/index.ts'
import type { MagmaHome } from '../config/index.ts'
import { categoryWords } from '../languages/index.ts'
import type { Memory } from '../model/index.ts'
import {
  documentOfMemory,
  firstDay,
  listSearched,
  type RecallDocument,
  readSearched,
  searchedFolder,
} from '../search/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { rootId } from '../store/index.ts'
import { layerOf, statesDecision } from './layers.ts'
import type { MagmaRecord } from './record.ts'

export const today = (epochMs = Date.now()): string => new Date(epochMs).toISOString().slice(0, 10)

/** What a folder holds, each in its layer. A memory that a record was made from is found by way of the record. */
export function folderDocuments(
  where: Where,
  folder: FoundFolder,
  records: readonly MagmaRecord[],
  notes: string[],
): RecallDocument[] {
  const searched = searchedFolder(folder, where)
  const documents = listSearched(searched, notes).flatMap(
    stamp => readSearched(searched, stamp)?.documents ?? [],
  )
  return layered(documents, records)
}

/** Each in its layer, without those that a record stands for. */
export function layered(
  documents: readonly RecallDocument[],
  records: readonly MagmaRecord[],
): RecallDocument[] {
  const mirrored = new Set(
    records.flatMap(({ source }) => (source === null ? [] : `${source.folder}/${source.file}`)),
  )
  const now = today()
  return documents.filter(({ id }) => !mirrored.has(id)).map(document => inLayer(document, now))
}

export function memoryDocument(
  { root, label }: Pick<FoundFolder, 'root' | 'label'>,
  memory: Memory,
  now: string,
): RecallDocument {
  return inLayer(documentOfMemory(memory, { root, id: rootId(root), label }), now)
}

const DECISION = new RegExp(`\\[(?:${categoryWords('decision').join('|')})\\]`, 'i')

function inLayer(document: RecallDocument, now: string): RecallDocument {
  if (document.layer !== null) return document
  const { part, type, day, text, source, supersededBy } = document
  // An entry of the ledger has its category in its source.
  const decides = part === 'ledger' ? DECISION.test(source) : statesDecision(text)
  const layer = layerOf({ part, type, day, today: now, decides, superseded: supersededBy !== null })
  return { ...document, layer }
}

export function recordDocument(record: MagmaRecord, { folder }: Pick<MagmaHome, 'folder'>): RecallDocument {
  const { note, name, description, text, type, layer, updated, source } = record
  return {
    id: `magma/${note}`,
    engine: 'magma',
    part: 'record',
    root: folder,
    file: note,
    source: source === null ? `magma/${note}` : `magma/${note}, from ${source.label}/${source.file}`,
    title: name,
    description,
    text,
    type,
    layer,
    day: firstDay(`${name}\n${text.slice(0, 200)}`) ?? /^\d{4}-\d\d-\d\d/.exec(updated)?.[0] ?? null,
    supersededBy: null,
    weight: 1,
  }
}
