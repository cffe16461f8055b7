export {
  type Database,
  DatabaseProblem,
  openDatabase,
  poolFor,
  type Queries,
  shownAddress,
  TEAM_NAME,
  withRetries,
} from './database.ts'
export { addTeam, checkDatabase, migrateDatabase } from './migrate.ts'
