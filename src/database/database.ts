import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'

/** What is behind it is a server or, in tests, PGlite. */
export interface Queries {
  /** Without values several statements at once: the rows are those of the last. */
  query<Row = Readonly<Record<string, unknown>>>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>
}

export interface Database extends Queries {
  /** All or none of what `work` does. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Where the team's database is and who we are there. */
export interface DatabaseAddress {
  readonly url: string
  /** Without a team as the owner of the tables, for setting up. */
  readonly team?: string
  /** Connections at once. */
  readonly most?: number
}

/** Lower-case letters, digits and `_`: it is part of the names of a role, a partition and a schema. */
export const TEAM_NAME = /^[a-z][a-z0-9_]{0,30}$/

const CONNECT_MS = 5000
const STATEMENT_MS = 120_000

type PgModule = typeof import('pg')

/** Loaded only where a database is asked for: who keeps to files has no need of it. */
async function loadPg(): Promise<PgModule> {
  try {
    const { default: pg } = await import('pg')
    return pg as unknown as PgModule
  } catch {
    throw new DreamError(say().team.database.notInstalled('pg@8 graphile-worker@0.17'), 1)
  }
}

export async function poolFor({ url, team, most = 4 }: DatabaseAddress) {
  const { Pool } = await loadPg()
  const role = team === undefined ? '' : ` -c role=dream_${team}`
  try {
    const pool = new Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: 10_000,
      statement_timeout: STATEMENT_MS,
      keepAlive: true,
      application_name: 'dream',
      options: `-c client_min_messages=warning${role}`,
      allowExitOnIdle: true,
    })
    // A connection that breaks while nobody uses it is replaced; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', client => client.on('error', () => {}))
    return pool
  } catch (error) {
    throw problemOf(error, url)
  }
}

/** Connects when it is first asked. Whatever the server says is a `DreamError` with what to do. */
export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  const pool = await poolFor(address)
  const inWords = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      throw problemOf(error, address.url, address.team)
    }
  }
  return {
    query: (sql, values) => inWords(async () => rowsOf(await pool.query(sql, values as unknown[]))),
    transaction: work =>
      inWords(async () => {
        const client = await pool.connect()
        let broken: Error | undefined
        const lost = (error: Error) => {
          broken = error
        }
        client.on('error', lost)
        try {
          await client.query('begin')
          const result = await work({
            query: async (sql, values) => rowsOf(await client.query(sql, values as unknown[])),
          })
          await client.query('commit')
          return result
        } catch (error) {
          await client.query('rollback').catch(lost)
          throw error
        } finally {
          client.off('error', lost)
          client.release(broken)
        }
      }),
    close: () => pool.end(),
  }
}

/** Of several statements the driver gives a list. */
const rowsOf = (result: unknown) =>
  ([result].flat().at(-1) as { readonly rows: readonly unknown[] }).rows as readonly never[]

/** What is wrong with a database, as `dream doctor` names it. */
export type DatabaseFault =
  | 'unreachable'
  | 'refused'
  | 'no-database'
  | 'not-a-member'
  | 'no-tables'
  | 'no-vector'
  | 'busy'
  | 'read-only'
  | 'bad-address'
  | 'failed'

export class DatabaseProblem extends DreamError {
  constructor(
    readonly fault: DatabaseFault,
    sentence: string,
    /** `later`: the same may work when it is tried again. */
    readonly again: 'later' | 'never',
    readonly code: string,
  ) {
    super(sentence, 1)
  }
}

/** By the codes of PostgreSQL and of the operating system. */
const FAULTS: readonly (readonly [RegExp, DatabaseFault, 'later' | 'never'])[] = [
  [
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|EPIPE|ENOENT|LOST)$/,
    'unreachable',
    'later',
  ],
  [/^(?:08...|57P0.)$/, 'unreachable', 'later'],
  [/^28...$/, 'refused', 'never'],
  [/^3D000$/, 'no-database', 'never'],
  [/^(?:42501|22023|NOTEAM)$/, 'not-a-member', 'never'],
  [/^(?:42P01|3F000|42883|NOTABLES)$/, 'no-tables', 'never'],
  [/^(?:42704|0A000|58P01)$/, 'no-vector', 'never'],
  [/^(?:40001|40P01|53...|55P03)$/, 'busy', 'later'],
  [/^25006$/, 'read-only', 'later'],
  [/^(?:ERR_INVALID_URL|BADURL)$/, 'bad-address', 'never'],
]

/** The sentence names the server and never the password. */
export function problemOf(error: unknown, url: string, team?: string): Error {
  if (error instanceof DreamError) return error
  const message = error instanceof Error ? error.message : String(error)
  const given = String((error as { code?: unknown }).code ?? '')
  const isLost = /terminat|timeout|timed out|not queryable|connection ended|closed/i.test(message)
  const code = given === '' && isLost ? 'LOST' : given
  const [, fault, again] = FAULTS.find(([codes]) => codes.test(code)) ?? [/./, 'failed', 'never']
  const words = say().team.database
  const where = shownAddress(url)
  const detail = (message === '' ? code : message).split('\n', 1)[0]!.replaceAll(url, where).slice(0, 200)
  return new DatabaseProblem(fault, words[fault](where, detail, team ?? ''), again, code)
}

/** Host, port and database, and nothing that is secret. */
export function shownAddress(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    const host = hostname || searchParams.get('host') || 'localhost'
    return `${host}${port === '' ? '' : `:${port}`}${pathname}`
  } catch {
    return say().team.database.someAddress
  }
}

/** Tries again where the connection was lost; what is sent has to bear being sent twice. */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  {
    times = 6,
    pause = (attempt: number) => new Promise<void>(done => setTimeout(done, 200 * 2 ** attempt)),
  } = {},
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseProblem) || error.again === 'never' || attempt + 1 >= times) throw error
      await pause(attempt)
    }
  }
}
