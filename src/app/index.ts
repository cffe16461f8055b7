export type { Ask, Choice, Progress } from './app.ts'
export {
  type App,
  discoverFolders,
  foldersOf,
  type Host,
  layoutOf,
  newRunId,
  openApp,
  placeOf,
  type Scope,
  type SettingsNeed,
  storeContext,
  type Where,
  withState,
} from './app.ts'
export {
  discoverOrExplain,
  type MovedMemory,
  memoryPlace,
  movedMemories,
  movedNotes,
  nearNotes,
  noFolderHere,
  noteAdopted,
  notedProject,
  noteProject,
  type VanishedFolder,
  vanishedFolders,
} from './project.ts'
export { type FolderRuns, type LastRun, oldestDream, readRunLog, recordRuns } from './run-log.ts'
export {
  isBesideIndex,
  type KnownStates,
  knownStates,
  noteChangedFiles,
  noteSightings,
  noteSuperseded,
  noteUnread,
  sinceLastRun,
  sinceUnread,
  supersededFiles,
} from './sightings.ts'
