export {
  discoverFolders,
  foldersOf,
  knownRoots,
  layoutOf,
  newRunId,
  noFolderHere,
  type Progress,
  storeContext,
  trustsOf,
  type Where,
  withState,
} from './app.ts'
export { counted } from './count-outcome.ts'
export { journalSettings, withVault, zoneOf } from './journal-settings.ts'
export { type KnownStates, knownStates } from './known-states.ts'
export { type HeldFolder, holdFolders } from './leases.ts'
export { type MagmaHome, type MagmaSettings, magmaHome, NOTES } from './magma-home.ts'
export { asListed, carryOut, namedFolder, untilWritten } from './named-folder.ts'
export {
  clearHalfMade,
  type Finished,
  finishAll,
  finishOpenRuns,
  type OpenRuns,
  openRuns,
  storeContextFor,
  unfinishedRuns,
} from './open-runs.ts'
export { type FolderRuns, oldestDream, readRunLog, recordRuns } from './run-log.ts'
export {
  configAnswer,
  configJsonSchema,
  policyFrom,
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
