import { postgresBackend } from '../../src/search/backends/postgres.ts'
import { backendContract } from '../search/backend-contract.ts'
import { teamContract } from './contract.ts'
import { pglite } from './databases.ts'
import { embedder } from './machines.ts'

const database = await (await pglite()).team('backends')
let scopes = 0
backendContract('PostgreSQL in this process (PGlite)', () =>
  postgresBackend({ database, scope: `s${scopes++}`, machine: 'm', embedder }),
)
teamContract('PGlite', pglite)
