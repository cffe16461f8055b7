import { makeFolder } from '../../../disk/index.ts'
import { say } from '../../../languages/index.ts'
import { DreamError } from '../../../model/index.ts'
import type { BatchEmbedder } from '../../embeddings/batch.ts'
import type { RecallDocument } from '../../engine.ts'
import type { Synced } from '../backend.ts'
import { type Lance, openLance, type Table } from './lance.ts'
import { type IndexPatience, whileLocked } from './lock.ts'
import { dropIndex, TABLE, writeMeta } from './meta.ts'
import { rowsOf } from './rows.ts'
import { countIds, type IndexPlace, openIndex, storedRows, timely } from './table.ts'

const BATCH = 1024
/** From here on an approximate index pays; below it every vector is compared, and nothing is missed. */
const LARGE = 20_000

/**
 * Brings the index up to date: only what changed is embedded anew. What cannot be used is made again from nothing. One
 * process at a time: LanceDB does not bear two that make the same table.
 */
export async function syncIndex(
  place: IndexPlace,
  documents: readonly RecallDocument[],
  patience: IndexPatience = 'long',
): Promise<Synced> {
  const { embedder } = place
  if (embedder === undefined) throw new DreamError(say().vault.index.noEmbedder, 1)
  return whileLocked(place.path, patience, () => catchUp(place, embedder, documents))
}

async function catchUp(
  place: IndexPlace,
  embedder: BatchEmbedder,
  documents: readonly RecallDocument[],
): Promise<Synced> {
  const { table, behind, state, why } = await openIndex(place, documents)
  if (state === 'unusable') throw new DreamError(why ?? say().vault.index.unusable, 1)
  if (table === undefined) return create(place, embedder, documents)
  try {
    const known = new Set(documents.map(({ id }) => id))
    const counts = countIds(await timely(place, storedRows(table)))
    const gone = [...counts].filter(([id, times]) => !known.has(id) || times > 1).map(([id]) => id)
    await removeAll(place, table, gone)
    const changed = documents.filter(({ id }) => behind.has(id))
    await mergeAll(table, embedder, changed)
    if (changed.length + gone.length > BATCH) await table.optimize()
    const removed = gone.filter(id => !known.has(id)).length
    return { embedded: changed.length, kept: documents.length - changed.length, removed }
  } finally {
    table.close()
  }
}

async function removeAll(place: IndexPlace, table: Table, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += BATCH)
    await timely(
      place,
      table.delete(
        `id IN (${ids
          .slice(at, at + BATCH)
          .map(quoted)
          .join(', ')})`,
      ),
    )
}

const quoted = (id: string): string => `'${id.replaceAll("'", "''")}'`

async function mergeAll(
  table: Table,
  embedder: BatchEmbedder,
  changed: readonly RecallDocument[],
): Promise<void> {
  for (let at = 0; at < changed.length; at += BATCH) {
    const rows = await rowsOf(changed.slice(at, at + BATCH), embedder)
    await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows.table)
  }
}

/** Throws everything of ours away first: a damaged table is no reason to give up. */
async function create(
  place: IndexPlace,
  embedder: BatchEmbedder,
  documents: readonly RecallDocument[],
): Promise<Synced> {
  dropIndex(place.path)
  const nothing = { kept: 0, removed: 0 }
  if (documents.length === 0) return { embedded: 0, ...nothing }
  const lance = await openLance(place.load)
  makeFolder(place.path)
  const db = await timely(place, lance.connect(place.path, { readConsistencyInterval: 0 }))
  const first = await rowsOf(documents.slice(0, BATCH), embedder)
  const table = await db.createTable(TABLE, first.table, { mode: 'overwrite' })
  for (let at = BATCH; at < documents.length; at += BATCH)
    await table.add((await rowsOf(documents.slice(at, at + BATCH), embedder)).table)
  await addIndexes(lance, table, documents.length)
  table.close()
  writeMeta(place.path, { model: embedder.name, dimensions: first.dimensions })
  return { embedded: documents.length, ...nothing }
}

async function addIndexes(lance: Lance, table: Table, rows: number): Promise<void> {
  await table.createIndex('text', { config: lance.Index.fts({ baseTokenizer: 'icu', withPosition: false }) })
  if (rows < LARGE) return
  const numPartitions = Math.round(Math.sqrt(rows))
  await table.createIndex('vector', { config: lance.Index.ivfPq({ distanceType: 'cosine', numPartitions }) })
}
