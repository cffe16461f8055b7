export { commit, throwIfFailed, throwUnlessDone } from './commit.ts'
export { nativeDreamer } from './consolidate-lock.ts'
export {
  failureOf,
  type OpenFolder,
  type Recovered,
  type StoreContext,
  sentenceOf,
  withFolder,
} from './folder.ts'
export { fsckStore } from './fsck.ts'
export { type Collected, collectGarbage, previewGarbage } from './gc.ts'
export type { Content, Step } from './journal.ts'
export { type HeldFolder, holdFolders, type Lease, withLease } from './lease.ts'
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
export { type PurgeTarget, planPurge, purgeObjects } from './purge.ts'
export type { SeenText } from './seen.ts'
export { stateOf } from './step.ts'
export { findStore, openStore, rootId, type Store, stateHome, withStore } from './store.ts'
export { type Amend, outcomeOf, undoRun } from './undo.ts'
export { undoable, unfinishedUndo } from './undoable.ts'
