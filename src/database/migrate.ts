import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type Database, DatabaseProblem, type Queries, TEAM_NAME } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

/** One of Dream's at a time migrates; any number that nobody else uses. */
const LOCK = 4_178_230_115

/** Brings the tables to this version, forward only; the owner does it, with rights to make roles and the extension. */
export async function migrateDatabase(
  database: Database,
): Promise<{ readonly from: number; readonly to: number }> {
  return database.transaction(async queries => {
    await queries.query('select pg_advisory_xact_lock($1)', [LOCK])
    await queries.query('create extension if not exists vector')
    await queries.query('create schema if not exists dream')
    await queries.query(
      'create table if not exists dream.migrations (version int primary key, at timestamptz not null default now())',
    )
    const from = await versionOf(queries)
    refuseNewer(from)
    for (const [at, sql] of MIGRATIONS.entries()) {
      if (at < from) continue
      await queries.query(sql)
      await queries.query('insert into dream.migrations (version) values ($1)', [at + 1])
    }
    return { from, to: MIGRATIONS.length }
  })
}

export async function addTeam(database: Queries, team: string, members: readonly string[]): Promise<void> {
  if (!TEAM_NAME.test(team)) throw new DreamError(say().team.badName(team), 2)
  await database.query('select dream.add_team($1, $2)', [team, members])
}

/** Refuses tables that are older or newer than this version, and who belongs to no team. */
export async function checkDatabase(database: Queries): Promise<string> {
  const version = await versionOf(database)
  refuseNewer(version)
  const words = say().team.database
  if (version < MIGRATIONS.length)
    throw new DatabaseProblem('no-tables', words.olderTables, 'never', 'NOTABLES')
  const [row] = await database.query<{ team: string | null }>('select dream.team() as team')
  if (row?.team == null) throw new DatabaseProblem('not-a-member', words.noTeam, 'never', 'NOTEAM')
  return row.team
}

async function versionOf(database: Queries): Promise<number> {
  const [row] = await database.query<{ version: number | null }>(
    'select max(version)::int as version from dream.migrations',
  )
  return row?.version ?? 0
}

function refuseNewer(version: number): void {
  if (version > MIGRATIONS.length)
    throw new DreamError(say().team.database.newerTables(version, MIGRATIONS.length), 1)
}
