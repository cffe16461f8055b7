export type { Ask, Choice, Progress } from './app.ts'
export {
  type App,
  discoverFolders,
  foldersOf,
  type Host,
  layoutOf,
  newRunId,
  noFolderHere,
  openApp,
  placeOf,
  type Scope,
  type SettingsNeed,
  storeContext,
  type Where,
  withState,
} from './app.ts'
export { notedProject, noteProject } from './identity.ts'
export {
  type MovedMemory,
  memoryPlace,
  movedMemories,
  noteAdopted,
  type VanishedFolder,
  vanishedFolders,
} from './moved.ts'
export { discoverOrExplain, movedNotes } from './nothing-found.ts'
export { type FolderRuns, type LastRun, oldestDream, readRunLog, recordRuns } from './run-log.ts'
export {
  isBesideIndex,
  type KnownStates,
  knownStates,
  noteChangedFiles,
  noteSightings,
  noteUnread,
  sinceLastRun,
  sinceUnread,
} from './sightings.ts'
export { noteSuperseded, supersededFiles } from './superseded.ts'
