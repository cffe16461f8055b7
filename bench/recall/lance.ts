import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Embedder } from '../../src/search/embeddings/embedder.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { type Asker, vectorText, wholeText } from './systems.ts'

/** From here on LanceDB's own advice is an index over the vectors. */
const WORTH_AN_INDEX = 20_000

/** LanceDB with vectors of the same model and its full text search, fused by its own reranker. */
export async function openLance(documents: readonly RecallDocument[], embedder: Embedder): Promise<Asker> {
  for (const name of ['RUST_LOG', 'LANCEDB_LOG', 'LANCE_LOG']) process.env[name] ??= 'error'
  const { connect, Index, MatchQuery, rerankers } = await import('@lancedb/lancedb')
  const folder = mkdtempSync(join(tmpdir(), 'dream-bench-lance-'))
  const db = await connect(folder, { readConsistencyInterval: 0 })
  const rows = documents.map(document => ({
    id: document.id,
    text: wholeText(document),
    vector: Array.from(embedder.embed(vectorText(document))),
  }))
  const table = await db.createTable('documents', rows)
  await table.createIndex('text', {
    config: Index.fts({ baseTokenizer: 'icu', stem: true, withPosition: false }),
  })
  if (documents.length >= WORTH_AN_INDEX)
    await table.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) })
  const reranker = await rerankers.RRFReranker.create()
  return {
    ask: async (query, limit) => {
      const found = await table
        .query()
        .nearestTo(embedder.embed(query))
        .distanceType('cosine')
        .refineFactor(5)
        .fullTextSearch(new MatchQuery(query, 'text'))
        .rerank(reranker)
        .select(['id'])
        .limit(limit)
        .toArray()
      return found.map(row => String(row['id']))
    },
    close: () => {
      table.close()
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
