export { commit, throwIfFailed, throwUnlessDone } from './commit.ts'
export {
  failureOf,
  nativeDreamer,
  type OpenFolder,
  type Recovered,
  type StoreContext,
  sentenceOf,
  withFolder,
} from './folder.ts'
export { fsckStore } from './fsck.ts'
export { type Collected, collectGarbage, previewGarbage } from './gc.ts'
export { type HeldFolder, holdFolders, type Lease, withLease } from './lease.ts'
export type { Mark } from './lines.ts'
export {
  clearHalfMade,
  type Finished,
  finishAll,
  finishOpenRuns,
  knowingVaults,
  knownRoots,
  type OpenRuns,
  openRuns,
  unfinishedRuns,
} from './open-runs.ts'
export { withOwnState } from './own-state.ts'
export { type PurgeTarget, planPurge, purgeObjects } from './purge.ts'
export type { SeenText, Sighting } from './seen.ts'
export { stateOf } from './step.ts'
export { findStore, openStore, rootId, type Store, withStore } from './store.ts'
export { type Amend, outcomeOf, undoable, undoRun, unfinishedUndo } from './undo.ts'
export { type Content, isRecord, type Step } from './write-log.ts'
