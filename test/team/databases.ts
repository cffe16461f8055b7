import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { type Database, openDatabase, problemOf, type Queries } from '../../src/database/database.ts'
import { addTeam, migrateDatabase } from '../../src/database/migrate.ts'

/** Where teams are made: what the tests of both kinds of database begin with. */
export interface TestDatabases {
  readonly owner: Database
  /** `own`: every team logs in as itself, so that it could try to take another role. */
  readonly logins: 'own' | 'shared'
  /** As a machine of this team; the team is made where it is new. */
  team(name: string): Promise<Database>
}

const kept = globalThis as { dreamTestPglite?: Promise<TestDatabases> }

/** It takes seconds to start: one for all test files that share a process, and a team of its own for each test. */
export function pglite(): Promise<TestDatabases> {
  kept.dreamTestPglite ??= (async () => {
    const instance = await PGlite.create({ extensions: { vector } })
    const owner = overPglite(instance)
    await migrateDatabase(owner)
    return {
      owner,
      logins: 'shared',
      async team(name) {
        await addTeam(owner, name, [])
        return overPglite(instance, `dream_${name}`)
      },
    }
  })()
  return kept.dreamTestPglite
}

function overPglite(instance: PGlite, role?: string): Database {
  const transaction = async <Result>(work: (queries: Queries) => Promise<Result>): Promise<Result> => {
    try {
      return await instance.transaction(async tx => {
        if (role !== undefined) await tx.exec(`set local role ${role}`)
        return work({
          async query(sql, values) {
            if (values !== undefined) return (await tx.query(sql, values as unknown[])).rows as never[]
            return ((await tx.exec(sql)).at(-1)?.rows ?? []) as never[]
          },
        })
      })
    } catch (error) {
      throw problemOf(error, 'postgresql://pglite/postgres', role)
    }
  }
  return {
    query: (sql, values) => transaction(({ query }) => query(sql, values)),
    transaction,
    async close() {},
  }
}

/** A real server that was started: the owner is its superuser. */
export async function serverDatabases(
  url: (database?: string, user?: string) => string,
): Promise<TestDatabases> {
  const owner = await openDatabase({ url: url() })
  await migrateDatabase(owner)
  return {
    owner,
    logins: 'own',
    async team(name) {
      await owner.query(`do $$ begin if not exists (select from pg_roles where rolname = 'of_${name}')
        then create role of_${name} login; end if; end $$`)
      await addTeam(owner, name, [`of_${name}`])
      return openDatabase({ url: url('postgres', `of_${name}`), team: name })
    },
  }
}
