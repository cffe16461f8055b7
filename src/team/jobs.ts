import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type Database, openDatabase, poolFor, type Queries } from '../database/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type BatchEmbedder, RELATIONS, type Relation, reindexRecords } from '../search/index.ts'
import { relationsOf } from '../vault/index.ts'
import { offerItem } from './items.ts'
import { noteMetric } from './metrics.ts'

/** Who does the team's work on this machine. */
export interface Worker {
  readonly url: string
  readonly team: string
  readonly machine: string
  readonly embedder: BatchEmbedder | undefined
  /** Scopes at once. */
  readonly atOnce: number
  /** How long a worker may be silent before another takes over what it held. */
  readonly silentMs?: number
}

export interface RunningWorker {
  readonly name: string
  stop(): Promise<void>
  /** Ends when the worker does. */
  readonly ended: Promise<void>
}

type Graphile = typeof import('graphile-worker')

async function loadGraphile(): Promise<Graphile> {
  try {
    return await import('graphile-worker')
  } catch {
    throw new DreamError(say().team.database.notInstalled('pg@8 graphile-worker@0.17'), 1)
  }
}

const jobsSchema = (team: string): string => `dream_jobs_${team}`

/** The tables of the queue, which belong to the team. */
export async function prepareJobs(url: string, team: string): Promise<void> {
  const [{ runMigrations }, pgPool] = await Promise.all([loadGraphile(), poolFor({ url, team })])
  try {
    await runMigrations({ pgPool, schema: jobsSchema(team), logger: await quiet() })
  } finally {
    await pgPool.end()
  }
}

/** What went wrong with a job stands in the queue; the terminal is not for it. */
async function quiet() {
  const { Logger } = await loadGraphile()
  return new Logger(() => () => {})
}

const SILENT_MS = 30_000

/**
 * Takes work from the team's queue: until it is stopped, or (`once`) until none is left. Each scope is a queue of its own,
 * so PostgreSQL gives it to one worker at a time; what a worker that died had begun is rolled back, and given to another
 * once its lease has run out.
 */
export async function startWorker(
  worker: Worker,
  how: 'until-stopped' | 'once' = 'until-stopped',
): Promise<RunningWorker> {
  const { url, team, machine, embedder, atOnce, silentMs = SILENT_MS } = worker
  const { run, runOnce, makeWorkerUtils } = await loadGraphile()
  const name = `${machine}-${process.pid}-${randomBytes(2).toString('hex')}`
  const schema = jobsSchema(team)
  const database = await openDatabase({ url, team, most: atOnce + 2 })
  const pgPool = await poolFor({ url, team, most: atOnce + 3 })
  const logger = await quiet()
  const own = new Set<string>()
  const events = new EventEmitter()
  // What it holds is locked under the ids that graphile-worker gives its workers.
  events.on('worker:create', (given: { worker: { workerId: string } }) => own.add(given.worker.workerId))
  const work: ScopeWork = { database, team, machine, embedder, worker: name }
  const options = {
    pgPool,
    schema,
    logger,
    concurrency: atOnce,
    pollInterval: 1000,
    noHandleSignals: true,
    events: events as never,
    taskList: {
      scope: async (payload: unknown) => {
        await workOnScope(work, (payload as { readonly scope: string }).scope)
      },
    },
  }
  const utils = await makeWorkerUtils({ pgPool, schema, logger })
  const beat = async () => {
    const dead = await heartbeat(database, { team, schema, own: [...own], name, silentMs })
    if (dead.length > 0) await utils.forceUnlockWorkers([...dead])
  }
  await beat()
  const timer = setInterval(() => beat().catch(() => undefined), silentMs / 3)
  events.on('worker:create', () => beat().catch(() => undefined))
  const close = async () => {
    clearInterval(timer)
    await database.query('delete from dream.leases where holder = $1', [name]).catch(() => undefined)
    await utils.release()
    await database.close()
    await pgPool.end().catch(() => undefined)
  }
  if (how === 'once') {
    await runOnce(options).finally(close)
    return { name, ended: Promise.resolve(), stop: async () => {} }
  }
  const runner = await run(options)
  return {
    name,
    ended: runner.promise,
    async stop() {
      await runner.stop()
      await close()
    },
  }
}

/** Renews the leases of this process, and names workers that hold something and have let theirs run out. */
async function heartbeat(
  database: Database,
  {
    team,
    schema,
    own,
    name,
    silentMs,
  }: { team: string; schema: string; own: readonly string[]; name: string; silentMs: number },
): Promise<readonly string[]> {
  for (const id of own) await takeLease(database, team, `worker ${id}`, name, silentMs)
  const rows = await database.query<{ id: string }>(
    `select distinct held.id from (
       select locked_by as id from ${schema}._private_jobs where locked_by is not null
       union select locked_by from ${schema}._private_job_queues where locked_by is not null) held
     left join dream.leases l on l.team = $1 and l.name = 'worker ' || held.id
     where l.until is null or l.until < now()`,
    [team],
  )
  return rows.map(({ id }) => id).filter(id => !own.includes(id))
}

/** By the clock of the server alone. The token rises with every new holder; nothing where another holds it. */
export async function takeLease(
  database: Queries,
  team: string,
  name: string,
  holder: string,
  ms: number,
): Promise<number | undefined> {
  const [row] = await database.query<{ token: number }>(
    `insert into dream.leases as l (team, name, holder, token, until)
     values ($1, $2, $3, 1, now() + $4 * interval '1 millisecond')
     on conflict (team, name) do update set holder = excluded.holder, until = excluded.until,
       token = l.token + (l.holder <> excluded.holder)::int
     where l.holder = excluded.holder or l.until < now()
     returning token::int as token`,
    [team, name, holder, ms],
  )
  return row?.token
}

export interface ScopeWork {
  readonly database: Database
  readonly team: string
  readonly machine: string
  readonly embedder: BatchEmbedder | undefined
  readonly worker: string
}

interface Held {
  readonly id: string
  readonly seq: number
  readonly title: string
  readonly text: string
  readonly day: string | null
  readonly model: string | null
  readonly vector: string | null
}

/** Every pair is compared, so what changed is compared with what is nearest: with more of it after a great change. */
const NEAREST = 30
const MOST_COMPARED = 300

/**
 * What follows from changes of a scope, in one transaction with the mark of how far it came: vectors that are missing,
 * relations, and notes of two agents that say the same. Run again it finds nothing left to do.
 */
export async function workOnScope(work: ScopeWork, scope: string): Promise<'done' | 'nothing'> {
  const { database, team, machine, embedder, worker } = work
  const did = await database.transaction(async queries => {
    const [state] = await queries.query<{ seq: number; done: number }>(
      'select seq::int as seq, done::int as done from dream.scopes where name = $1 for update',
      [scope],
    )
    if (state === undefined || state.done >= state.seq) return 'nothing'
    const changed = await queries.query<Held & { state: string }>(
      `select id, seq::int as seq, state, title, text, day, model, vector::text as vector from dream.records
       where scope = $1 and seq > $2 and seq <= $3`,
      [scope, state.done, state.seq],
    )
    const others = await queries.query<Held>(
      `with fresh as (select id, vector from dream.records where scope = $1 and seq > $2 and seq <= $3 limit 20)
       select id, seq::int as seq, title, text, day, model, vector::text as vector from dream.records r
       where scope = $1 and state = 'live' and (seq <= $2 or seq > $3)
       order by (select min(r.vector <=> fresh.vector) from fresh), seq desc limit $4`,
      [scope, state.done, state.seq, changed.length > 20 ? MOST_COMPARED : NEAREST],
    )
    const live = changed.filter(one => one.state === 'live')
    await reindexRecords(queries, scope, embedder, live)
    await relate(
      queries,
      team,
      scope,
      changed.map(({ id }) => id),
      [...live, ...others],
    )
    await findSame(queries, work, scope, live, others)
    await queries.query(
      'insert into dream.work (team, scope, from_seq, to_seq, worker) values ($1, $2, $3, $4, $5)',
      [team, scope, state.done, state.seq, worker],
    )
    await queries.query('update dream.scopes set done = $2 where name = $1', [scope, state.seq])
    return changed.length
  })
  if (did === 'nothing') return did
  await noteMetric({ database, machine, team }, 'worked', did)
  return 'done'
}

/** All edges of what changed are made anew; the others stay. */
async function relate(
  queries: Queries,
  team: string,
  scope: string,
  changed: readonly string[],
  held: readonly Held[],
) {
  const isChanged = new Set(changed)
  const related = held.map(({ id, title, text, day }) => ({
    id,
    title,
    text,
    day,
    group: scope,
    supersededBy: null,
    links: [],
  }))
  const vectors = held.map(({ vector }) =>
    vector === null ? undefined : Float32Array.from(JSON.parse(vector) as number[]),
  )
  const edges = relationsOf(related, vectors, RELATIONS as readonly Relation[])
  const own = edges.filter(({ from, to }) => isChanged.has(from) || isChanged.has(to))
  await queries.query(
    'delete from dream.relations where scope = $1 and (source = any($2) or target = any($2))',
    [scope, changed],
  )
  if (own.length === 0) return
  await queries.query(
    `insert into dream.relations (team, scope, source, target, relation, weight, evidence)
     select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::real[], $7::text[]) on conflict do nothing`,
    [
      team,
      scope,
      own.map(({ from }) => from),
      own.map(({ to }) => to),
      own.map(({ relation }) => relation),
      own.map(({ weight }) => weight),
      own.map(({ evidence }) => evidence),
    ],
  )
}

const saidIn = ({ text }: Held): string =>
  text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/\s+/g, ' ')
    .trim()

/** The newer of two that say the same is asked about: the older has its readers. */
async function findSame(
  queries: Queries,
  work: ScopeWork,
  scope: string,
  live: readonly Held[],
  others: readonly Held[],
) {
  const first = new Map<string, string>()
  for (const one of [...others, ...live].sort((a, b) => a.seq - b.seq)) {
    const said = saidIn(one)
    const of = first.get(said)
    if (of === undefined || said === '') first.set(said, one.id)
    else if (live.includes(one) || live.some(({ id }) => id === of)) {
      const item = {
        key: `duplicate ${one.id} ${of}`,
        kind: 'duplicate',
        record: one.id,
        version: 0,
        detail: { of },
      } as const
      await offerItem(queries, work, scope, 'dream', item)
    }
  }
}
