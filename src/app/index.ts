export {
  discoverFolders,
  foldersOf,
  layoutOf,
  newRunId,
  noFolderHere,
  trustsOf,
  type Where,
} from './app.ts'
export { journalSettings, withVault, zoneOf } from './journal-settings.ts'
export { type KnownStates, knownStates } from './known-states.ts'
export { type MagmaHome, type MagmaSettings, magmaHome, NOTES } from './magma-home.ts'
export { asListed, carryOut, namedFolder, untilWritten } from './named-folder.ts'
export { type App, type Host, openApp, placeOf, type Scope, type SettingsNeed } from './open.ts'
export { type FolderRuns, oldestDream, readRunLog, recordRuns } from './run-log.ts'
export {
  configAnswer,
  configJsonSchema,
  revokeFile,
  revokeProject,
  settingsOf,
  type Trustable,
  trustAnswer,
  trustableOf,
  trustList,
  trustProject,
} from './settings.ts'
export { noteSightings, sinceLastRun } from './sightings.ts'
export { storeContext, withState } from './store-context.ts'
export type { Ask, Choice, Progress } from './talk.ts'
export {
  autoHome,
  type Closed,
  decided,
  type Failures,
  type LastRun,
  newTarget,
  type Open,
  ownFolder,
  parseState,
  readTarget,
  type Started,
  sessionsFolder,
  type Target,
  type TargetRequest,
  type TargetState,
  targetOf,
  writeTarget,
} from './target.ts'
