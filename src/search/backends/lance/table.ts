import { say } from '../../../languages/index.ts'
import { DreamError } from '../../../model/index.ts'
import type { BatchEmbedder } from '../../embeddings/batch.ts'
import type { RecallDocument } from '../../engine.ts'
import { type BackendView, type Found, indexedHash } from '../backend.ts'
import { within } from './deadline.ts'
import { firstLine, type LoadLance, openLance, type Table } from './lance.ts'
import { readMeta, TABLE } from './meta.ts'

/** How an index stands, and the table where it can be asked. */
export interface OpenedIndex extends Omit<BackendView, 'answers'> {
  readonly table: Table | undefined
}

/** A row, by the text that was embedded. */
interface Indexed {
  readonly id: string
  readonly hash: string
}

export interface IndexPlace {
  /** A directory for our table and its description. */
  readonly path: string
  readonly embedder: BatchEmbedder | undefined
  readonly load?: LoadLance
  /** Milliseconds for any one thing that is asked of it. */
  readonly deadlineMs?: number
}

const DEADLINE_MS = 10_000

/** Opens what is there and compares it with what should be; never throws, and writes nothing. */
export async function openIndex(
  place: IndexPlace,
  documents: readonly RecallDocument[],
): Promise<OpenedIndex> {
  const meta = readMeta(place.path)
  const all = new Set(documents.map(({ id }) => id))
  const nothing = { rows: 0, model: null, dimensions: null, behind: all, table: undefined }
  if (meta === undefined && documents.length === 0) return { ...nothing, state: 'ready', why: undefined }
  if (meta === undefined) return { ...nothing, state: 'absent', why: say().vault.index.absent }
  if (place.embedder !== undefined && meta.model !== place.embedder.name) {
    const why = say().vault.index.otherModel(meta.model)
    return { ...nothing, ...meta, state: 'other-model', why }
  }
  try {
    const table = await timely(place, openTable(place))
    const stored = await timely(place, storedRows(table))
    const behind = missingFrom(stored, documents)
    const state = behind.size === 0 ? 'ready' : 'behind'
    const why = behind.size === 0 ? undefined : say().vault.index.lacks(behind.size, documents.length)
    return { state, why, rows: stored.length, ...meta, behind, table }
  } catch (error) {
    // What we say ourselves is about LanceDB or its patience; anything else, about the bytes.
    const state = error instanceof DreamError ? 'unusable' : 'damaged'
    return { ...nothing, ...meta, state, why: wordsFor(error, place.path) }
  }
}

async function openTable({ path, load }: IndexPlace): Promise<Table> {
  const lance = await openLance(load)
  const db = await lance.connect(path, { readConsistencyInterval: 0 })
  return db.openTable(TABLE)
}

export async function storedRows(table: Table): Promise<Indexed[]> {
  const columns = await table.query().select(['id', 'hash']).toArrow()
  const [ids, hashes] = [columns.getChild('id'), columns.getChild('hash')]
  const rows: Indexed[] = []
  for (let at = 0; at < columns.numRows; at++)
    rows.push({ id: String(ids?.get(at)), hash: String(hashes?.get(at)) })
  return rows
}

function missingFrom(stored: readonly Indexed[], documents: readonly RecallDocument[]): ReadonlySet<string> {
  const counts = countIds(stored)
  const hashes = new Map(stored.map(({ id, hash }) => [id, hash]))
  const missing = documents.filter(one => hashes.get(one.id) !== indexedHash(one) || counts.get(one.id) !== 1)
  return new Set(missing.map(({ id }) => id))
}

/** Two processes that added the same at once may have left it twice. */
export function countIds(rows: readonly Indexed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Nearest in meaning first. The refining step compares the best by their full vectors. */
export async function nearIn(table: Table, vector: Float32Array, limit: number): Promise<Found[]> {
  const rows = await table
    .vectorSearch(vector)
    .distanceType('cosine')
    .refineFactor(5)
    .nprobes(20)
    .select(['id', '_distance'])
    .limit(limit)
    .toArray()
  return once(rows.map(row => ({ id: String(row.id), score: 1 - Number(row._distance) })))
}

export async function wordsIn(table: Table, query: string, limit: number): Promise<Found[]> {
  const rows = await table.search(query, 'fts', 'text').select(['id', '_score']).limit(limit).toArray()
  return once(rows.map(row => ({ id: String(row.id), score: Number(row._score) })))
}

function once(found: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return found.filter(({ id }) => !seen.has(id) && seen.add(id))
}

export function timely<Result>(
  { deadlineMs = DEADLINE_MS, path }: IndexPlace,
  work: Promise<Result>,
): Promise<Result> {
  return within(deadlineMs, work, say().vault.index.late(path, deadlineMs))
}

export function wordsFor(error: unknown, path: string): string {
  if (error instanceof DreamError) return error.sentence
  return say().vault.index.broken(path, firstLine(error))
}
