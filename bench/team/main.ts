/**
 * `npm run bench:team`: a real PostgreSQL server with the records of many agents. Search by 16 clients next to the same
 * hybrid query in plain SQL, what it finds next to the embedded backend, and 16 workers on as many scopes as there are
 * agents. All in one run; `--size` and `--scopes` make it smaller or larger.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type StartedPostgres, startPostgres } from '../../scripts/postgres.mjs'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { addTeam, migrateDatabase } from '../../src/database/migrate.ts'
import { memoryBackend } from '../../src/search/backends/memory.ts'
import { askedTerms, writeRecords } from '../../src/search/backends/postgres.ts'
import { type BatchEmbedder, batchOf } from '../../src/search/embeddings/batch.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { prepareJobs, startWorker } from '../../src/team/jobs.ts'
import { askTeam } from '../../src/team/recall.ts'
import { fuse } from '../../src/vault/fuse.ts'
import { seededRandom } from '../random.ts'
import { largeStore } from '../recall/large.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    scopes: { type: 'string', default: '1000' },
    questions: { type: 'string', default: '400' },
  },
})
const [size, scopeCount, questionCount] = [values.size, values.scopes, values.questions].map(Number) as [
  number,
  number,
  number,
]
const CLIENTS = 16
const WORKERS = 16
const TEAM = 'bench'
const model = batchOf(loadEmbedder()!)
const known = new Map<string, Float32Array>()
/** The same vectors for both: made once. */
const embedder: BatchEmbedder = {
  ...model,
  async embedAll(texts, signal) {
    const fresh = texts.filter(text => !known.has(text))
    for (const [at, vector] of (await model.embedAll(fresh, signal)).entries()) known.set(fresh[at]!, vector)
    return texts.map(text => known.get(text)!)
  },
}

async function run(server: StartedPostgres): Promise<void> {
  const [cpu] = cpus()
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpu?.model.trim()}, ${size} records of ${scopeCount} agents\n`,
  )
  const owner = await openDatabase({ url: server.url() })
  await migrateDatabase(owner)
  await addTeam(owner, TEAM, [])
  const url = server.url()
  await prepareJobs(url, TEAM)
  const database = await openDatabase({ url, team: TEAM, most: CLIENTS })
  const { documents } = largeStore(size, 'team')
  const questions = questionsOf(documents, questionCount)
  const scopeOf = (at: number) => `agent-${at % scopeCount}`
  await load(owner, database, documents, scopeOf)
  await search(database, url, documents, questions, scopeOf)
  await work(database, url, documents, scopeOf)
  await owner.close()
  await database.close()
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

async function load(
  owner: Database,
  database: Database,
  documents: readonly RecallDocument[],
  scopeOf: (at: number) => string,
) {
  const scopes = new Map<string, RecallDocument[]>()
  for (const [at, document] of documents.entries()) {
    const own = scopes.get(scopeOf(at))
    if (own === undefined) scopes.set(scopeOf(at), [document])
    else own.push(document)
  }
  const dimensions = (await embedder.embedAll(['x']))[0]!.length
  const index = `vectors_${dimensions}_${TEAM}`
  await database.query('select dream.index_vectors($1)', [dimensions])
  // Filled first and indexed then, as a team that moves in would.
  await owner.query(`alter index dream.${index} rename to set_aside; drop index dream.set_aside`)
  await owner.query(
    `create or replace function dream.index_vectors(size int) returns void language sql as 'select'`,
  )
  const waiting = [...scopes]
  await timed('written', () =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const [scope, own] = next
          await writeRecords(database, { scope, machine: `machine-${scope}`, embedder }, own.map(rowOf))
        }
      }),
    ),
  )
  await timed('indexed (HNSW)', () =>
    owner.query(
      `create index ${index} on dream.records_${TEAM} using hnsw ((vector::halfvec(${dimensions})) halfvec_cosine_ops) where dimensions = ${dimensions}`,
    ),
  )
  await owner.query('vacuum analyze')
  const [sizes] = await owner.query<{ table: string; words: string; vectors: string }>(
    `select pg_size_pretty(pg_table_size('dream.records_${TEAM}')) as table, pg_size_pretty(pg_relation_size('dream.words_${TEAM}')) as words,
      pg_size_pretty(pg_relation_size('dream.${index}')) as vectors`,
  )
  console.log(`on disk: records ${sizes!.table}, words ${sizes!.words}, vectors ${sizes!.vectors}\n`)
}

const rowOf = (document: RecallDocument, at: number) => ({
  id: document.id,
  expected: 0,
  hash: `${at}-${document.id}`,
  text: document.text,
  agent: 'bench',
  written: '2026-01-01T00:00:00Z',
  document,
})

interface Question {
  readonly question: string
  readonly wanted: string
}

/** A few words of a note, in any order: what a person remembers of it. */
function questionsOf(documents: readonly RecallDocument[], count: number): Question[] {
  const random = seededRandom('team questions')
  return Array.from({ length: count }, () => {
    const document = random.pick(documents)
    const words = document.text.split(/\s+/).filter(word => /^[a-z]{3,}$/i.test(word))
    return { question: Array.from({ length: 6 }, () => random.pick(words)).join(' '), wanted: document.id }
  })
}

async function search(
  database: Database,
  url: string,
  documents: readonly RecallDocument[],
  questions: readonly Question[],
  scopeOf: (at: number) => string,
) {
  const place = { database, machine: 'bench', embedder } as unknown as Parameters<typeof askTeam>[0]
  const idOf = new Map(documents.map((document, at) => [document.id, `${scopeOf(at)}/${document.id}`]))
  const plain = await openDatabase({ url, most: CLIENTS })
  const found = { dream: 0, embedded: 0 }
  const ours = async ({ question, wanted }: Question) => {
    const { near, worded, documents: hits } = await askTeam(place, question, 50)
    if (
      fuse(near, worded, hits)
        .slice(0, 10)
        .some(({ document }) => document.id === idOf.get(wanted))
    )
      found.dream++
  }
  const theirs = async ({ question }: Question) => {
    const [vector] = await embedder.embedAll([question])
    await plain.query(PLAIN(vector!.length), [
      `[${vector!.join(',')}]`,
      askedTerms(question)
        .terms.map(term => `'${term.replace(/['\\]/g, '$&$&')}'`)
        .join(' | '),
    ])
  }
  for (const [name, ask] of [
    ['warm-up', ours],
    ['warm-up', theirs],
    ['plain SQL', theirs],
    ['Dream', ours],
  ] as const) {
    found.dream = 0
    const times = await inParallel(questions, ask)
    if (name !== 'warm-up')
      console.log(
        `${name.padEnd(10)} p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms (${CLIENTS} clients, ${questions.length} questions)`,
      )
  }
  await plain.close()
  const embedded = memoryBackend(embedder)
  await embedded.sync(documents)
  const byId = new Map(documents.map(document => [document.id, document]))
  for (const { question, wanted } of questions) {
    const [vector] = await embedder.embedAll([question])
    const hits = fuse(await embedded.nearest(vector!, 50), await embedded.words(question, 50), byId)
    if (hits.slice(0, 10).some(({ document }) => document.id === wanted)) found.embedded++
  }
  const share = (n: number) => `${((100 * n) / questions.length).toFixed(1)} %`
  console.log(`found among the first ten: Dream ${share(found.dream)}, embedded ${share(found.embedded)}\n`)
}

/** The same hybrid query as a person would write it: both indexes, reciprocal ranks, the texts of the first ten. */
const PLAIN = (dimensions: number) => `
  with near as (
    select scope, id, row_number() over () as rank from (
      select scope, id from dream.records where team = '${TEAM}' and dimensions = ${dimensions}
      order by vector::halfvec(${dimensions}) <=> $1::halfvec(${dimensions}) limit 50) n),
  worded as (
    select scope, id, row_number() over () as rank from (
      select scope, id from dream.records where team = '${TEAM}' and words @@ $2::tsquery
      order by ts_rank(words, $2::tsquery) desc limit 50) w),
  fused as (
    select scope, id, sum(1.0 / (60 + rank)) as score from (select * from near union all select * from worded) b
    group by scope, id order by score desc limit 50)
  select r.scope, r.id, title, description, text, type, layer, day, machine, agent
  from fused join dream.records r using (scope, id) where r.team = '${TEAM}' order by score desc`

async function inParallel(
  questions: readonly Question[],
  ask: (question: Question) => Promise<void>,
): Promise<number[]> {
  const waiting = [...questions]
  const times: number[] = []
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const start = performance.now()
        await ask(next)
        times.push(performance.now() - start)
      }
    }),
  )
  return times.sort((a, b) => a - b)
}

const at = (times: readonly number[], share: number): string =>
  times[Math.floor((times.length - 1) * share)]!.toFixed(1)

async function work(
  database: Database,
  url: string,
  documents: readonly RecallDocument[],
  scopeOf: (at: number) => string,
) {
  const open = async () => {
    const [row] = await database.query<{ n: number }>(
      'select count(*)::int as n from dream.scopes where done < seq',
    )
    return row!.n
  }
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, n) =>
      startWorker({ url, team: TEAM, machine: `w${n}`, embedder, atOnce: 1 }),
    ),
  )
  const drained = async () => {
    while ((await open()) > 0) await new Promise(done => setTimeout(done, 100))
  }
  await timed(`${await open()} scopes for the first time, ${WORKERS} workers`, drained)
  const changed = documents.slice(0, Math.ceil(size / 100))
  await Promise.all(
    Array.from({ length: 4 }, async (_, client) => {
      for (let n = client; n < changed.length; n += 4) {
        const document = { ...changed[n]!, text: `${changed[n]!.text} It was changed.` }
        const row = { ...rowOf(document, n), expected: 1, hash: `changed-${n}` }
        await writeRecords(database, { scope: scopeOf(n), machine: 'bench', embedder }, [row])
      }
    }),
  ).then(() => undefined)
  const start = performance.now()
  await drained()
  const seconds = (performance.now() - start) / 1000
  await Promise.all(workers.map(worker => worker.stop()))
  const [done] = await database.query<{
    jobs: number
    changes: number
    twice: number
    lost: number
    workers: number
  }>(
    `select count(*)::int as jobs, sum(to_seq - from_seq)::int as changes, count(distinct worker)::int as workers,
       (select count(*)::int from dream.work a join dream.work b on a.scope = b.scope and a.to_seq < b.to_seq and a.to_seq > b.from_seq) as twice,
       (select count(*)::int from dream.scopes where done <> seq) as lost from dream.work`,
  )
  console.log(
    `${changed.length} changes: ${seconds.toFixed(1)} s after the last was written; in all ${done!.jobs} jobs, ${done!.changes} changes by ${done!.workers} workers, ${done!.twice} done twice, ${done!.lost} lost`,
  )
}

const server = await startPostgres({
  max_connections: 300,
  shared_buffers: '1GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '4GB',
})
try {
  await run(server)
} finally {
  server.remove()
}
