import { type Database, DatabaseProblem, type Queries } from '../../database/index.ts'
import { say, stem, wordSet } from '../../languages/index.ts'
import { DreamError } from '../../model/index.ts'
import type { BatchEmbedder } from '../embeddings/batch.ts'
import type { RecallDocument } from '../engine.ts'
import { termsOf } from '../terms.ts'
import {
  type BackendView,
  type Found,
  indexedHash,
  indexedText,
  MEANT,
  type SearchBackend,
} from './backend.ts'

export interface PostgresPlace {
  readonly database: Database
  /** Which part of the team's records; all of them where absent, and then nothing can be written. */
  readonly scope?: string
  readonly machine: string
  readonly embedder: BatchEmbedder | undefined
}

/** A record as `dream.write` takes it. `expected` is the version that it replaces; 0 where it is new. */
export interface RecordRow {
  readonly id: string
  readonly expected: number
  readonly hash: string
  readonly text: string
  readonly agent: string
  readonly written: string
  readonly document: RecallDocument
}

export interface Written {
  readonly id: string
  readonly outcome: 'written' | 'same' | 'conflict' | 'purged'
  readonly version: number
}

const BATCH = 100
const SEARCHED = 100_000
const MOST_TERMS = 32
/** A word of a text of many pages: PostgreSQL keeps no more places of it. */
const MOST_PLACES = 200
const LAST_PLACE = 16_000

/** Documents in a team's PostgreSQL: full text by the same terms as everywhere, vectors in an HNSW index. */
export function postgresBackend({ database, scope, machine, embedder }: PostgresPlace): SearchBackend {
  const stored = () =>
    database.query<{
      id: string
      indexed: string
      model: string | null
      dimensions: number | null
      version: number
      state: string
    }>('select id, indexed, model, dimensions, version, state from dream.records where scope = $1', [
      scope ?? null,
    ])
  return {
    async open(documents) {
      const all = new Set(documents.map(({ id }) => id))
      try {
        const rows = (await stored()).filter(({ state }) => state === 'live')
        return viewOf(documents, rows, embedder)
      } catch (error) {
        if (!(error instanceof DatabaseProblem)) throw error
        const nothing = { answers: false, behind: all, rows: 0, model: null, dimensions: null }
        return { state: 'unusable', why: error.sentence, ...nothing }
      }
    },
    async sync(documents) {
      if (embedder === undefined) throw new DreamError(say().vault.index.noEmbedder, 1)
      const held = new Map((await stored()).map(row => [row.id, row]))
      const isHeld = (document: RecallDocument) => {
        const row = held.get(document.id)
        return row?.state === 'live' && row.indexed === indexedHash(document) && row.model === embedder.name
      }
      const changed = documents.filter(document => !isHeld(document))
      const written = new Date().toISOString()
      const rows = changed.map(document => ({
        id: document.id,
        expected: held.get(document.id)?.version ?? 0,
        hash: indexedHash(document),
        text: document.text,
        agent: 'dream',
        written,
        document,
      }))
      await writeRecords(database, { scope: scope!, machine, embedder }, rows)
      const wanted = new Set(documents.map(({ id }) => id))
      const gone = [...held.values()].filter(({ id, state }) => state === 'live' && !wanted.has(id))
      for (const { id } of gone)
        await database.query("select dream.retire($1, $2, 'archived', $3)", [scope, id, machine])
      return { embedded: changed.length, kept: documents.length - changed.length, removed: gone.length }
    },
    async nearest(vector, limit) {
      const asked = vectorText(vector)
      const sql = 'select * from dream.by_meaning($1, $2, $3, $4)'
      return found(
        await database.query<FoundRow>(sql, [asked, embedder?.name ?? '', scope ?? null, limit]),
        scope,
      )
    },
    async words(query, limit) {
      const sql = 'select * from dream.by_words($1, $2, $3, $4)'
      const { terms, importance } = askedTerms(query)
      return found(await database.query<FoundRow>(sql, [terms, importance, scope ?? null, limit]), scope)
    },
    async drop() {
      await database.transaction(async ({ query }) => {
        for (const table of ['records', 'versions', 'relations', 'items', 'work'])
          await query(`delete from dream.${table} where scope = $1`, [scope])
        await query('delete from dream.scopes where name = $1', [scope])
      })
    },
    close() {},
  }
}

interface FoundRow {
  readonly scope: string
  readonly id: string
  readonly score: number
}

/** Of all scopes the id names its scope, too. */
const found = (rows: readonly FoundRow[], only: string | undefined): Found[] =>
  rows.map(({ scope, id, score }) => ({
    id: only === undefined ? `${scope}/${id}` : id,
    score: Number(score),
  }))

function viewOf(
  documents: readonly RecallDocument[],
  rows: readonly { id: string; indexed: string; model: string | null; dimensions: number | null }[],
  embedder: BatchEmbedder | undefined,
): BackendView {
  const held = new Map(rows.map(row => [row.id, row]))
  const other = rows.find(row => embedder !== undefined && row.model !== null && row.model !== embedder.name)
  const behind = new Set(
    documents.filter(one => held.get(one.id)?.indexed !== indexedHash(one)).map(({ id }) => id),
  )
  const [first] = rows
  const facts = {
    rows: rows.length,
    model: first?.model ?? null,
    dimensions: first?.dimensions ?? null,
    behind,
  }
  const words = say().vault.index
  if (other !== undefined)
    return { state: 'other-model', why: words.otherModel(other.model!), answers: true, ...facts }
  if (behind.size === 0) return { state: 'ready', why: undefined, answers: true, ...facts }
  if (rows.length === 0) return { state: 'absent', why: words.absent, answers: false, ...facts }
  return { state: 'behind', why: words.lacks(behind.size, documents.length), answers: true, ...facts }
}

/** Writes records of one scope, a batch in one transaction each; sent again, what stands there already is `same`. */
export async function writeRecords(
  database: Database,
  { scope, machine, embedder }: Pick<PostgresPlace, 'machine' | 'embedder'> & { readonly scope: string },
  rows: readonly RecordRow[],
): Promise<Written[]> {
  const written: Written[] = []
  let indexed = 0
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    const texts = batch.map(({ document }) => indexedText(document).slice(0, MEANT))
    const vectors = (await embedder?.embedAll(texts)) ?? []
    const dimensions = vectors[0]?.length ?? 0
    if (dimensions > 0 && dimensions !== indexed) {
      await database.query('select dream.index_vectors($1)', [dimensions])
      indexed = dimensions
    }
    const notes = batch.map((row, index) => noteOf(row, vectors[index], embedder?.name))
    const sql = 'select * from dream.write($1, $2, $3)'
    written.push(...(await database.query<Written>(sql, [scope, machine, JSON.stringify(notes)])))
  }
  return written
}

/** Vectors for records that have none of this model. */
export async function reindexRecords(
  queries: Queries,
  scope: string,
  embedder: BatchEmbedder | undefined,
  records: readonly {
    readonly id: string
    readonly title: string
    readonly text: string
    readonly model: string | null
  }[],
): Promise<void> {
  if (embedder === undefined) return
  const lacking = records.filter(({ model }) => model !== embedder.name)
  const vectors = await embedder.embedAll(
    lacking.map(({ title, text }) => `${title}\n${text}`.slice(0, MEANT)),
  )
  for (const [at, { id }] of lacking.entries())
    await queries.query(
      'update dream.records set vector = $3, dimensions = $4, model = $5 where scope = $1 and id = $2',
      [scope, id, vectorText(vectors[at]!), vectors[at]!.length, embedder.name],
    )
}

function noteOf(
  { document, ...row }: RecordRow,
  vector: Float32Array | undefined,
  model: string | undefined,
) {
  const { title, description, type, layer, day } = document
  return {
    ...row,
    text: storable(row.text),
    title: storable(title),
    description: storable(description),
    type,
    layer,
    day,
    indexed: indexedHash(document),
    words: wordsOf(document),
    ...(vector !== undefined && { vector: vectorText(vector), dimensions: vector.length, model }),
  }
}

/** PostgreSQL keeps no NUL and no half of a character. */
const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\ufffd')

export const vectorText = (vector: Float32Array): string =>
  `[${Array.from(vector, value => value.toPrecision(5)).join(',')}]`

/** A `tsvector` of Dream's own terms, so that words mean the same in every backend, in Chinese too. */
function wordsOf({ title, description, text }: RecallDocument): string {
  const places = new Map<string, string[]>()
  let at = 0
  for (const [field, weight] of [
    [title, 'A'],
    [description, 'B'],
    [text.slice(0, SEARCHED), ''],
  ] as const)
    for (const term of termsOf(storable(field))) {
      at = Math.min(at + 1, LAST_PLACE)
      const own = places.get(term)
      if (own === undefined) places.set(term, [`${at}${weight}`])
      else if (own.length < MOST_PLACES) own.push(`${at}${weight}`)
    }
  return Array.from(places, ([term, own]) => `'${term.replace(/['\\]/g, '$&$&')}':${own.join(',')}`).join(' ')
}

const SILENT = new Set([...wordSet(({ words }) => words?.silent, 'en')].map(word => stem(word, 'full')))

const SILENT_WEIGHT = 0.3

/** Words that say nothing of a subject count less. */
export function askedTerms(query: string): { readonly terms: string[]; readonly importance: number[] } {
  const terms = [...new Set(termsOf(storable(query)))].slice(0, MOST_TERMS)
  return { terms, importance: terms.map(term => (SILENT.has(term) ? SILENT_WEIGHT : 1)) }
}
