import type { Table as ArrowTable } from 'apache-arrow'
import { say } from '../../../languages/index.ts'
import { DreamError } from '../../../model/index.ts'
import type { BatchEmbedder } from '../../embeddings/batch.ts'
import type { RecallDocument } from '../../engine.ts'
import { indexedHash, indexedText, MEANT } from '../backend.ts'

const SEARCHED = 20_000

export interface Rows {
  readonly table: ArrowTable
  readonly dimensions: number
}

/** Column by column, the vectors in one piece: row by row takes several times as long as embedding. */
export async function rowsOf(documents: readonly RecallDocument[], embedder: BatchEmbedder): Promise<Rows> {
  const texts = documents.map(indexedText)
  const vectors = await embedder.embedAll(texts.map(text => text.slice(0, MEANT)))
  const dimensions = vectors[0]?.length ?? 0
  const numbers = new Float32Array(documents.length * dimensions)
  for (const [at, vector] of vectors.entries()) {
    if (vector.length !== dimensions) throw new DreamError(say().vault.index.uneven, 1)
    numbers.set(vector, at * dimensions)
  }
  const arrow = await import('apache-arrow')
  const words = (values: readonly string[]) => arrow.vectorFromArray(values, new arrow.Utf8())
  const child = arrow.makeData({
    type: new arrow.Float32(),
    length: numbers.length,
    nullCount: 0,
    data: numbers,
  })
  const item = new arrow.Field('item', new arrow.Float32(), true)
  const type = new arrow.FixedSizeList(dimensions, item)
  const table = new arrow.Table({
    id: words(documents.map(document => document.id)),
    hash: words(documents.map(indexedHash)),
    layer: words(documents.map(document => document.layer ?? 'L3')),
    text: words(texts.map(text => text.slice(0, SEARCHED))),
    vector: arrow.makeVector(arrow.makeData({ type, length: documents.length, nullCount: 0, child })),
  })
  return { table, dimensions }
}
