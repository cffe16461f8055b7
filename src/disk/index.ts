export { isDeadDraft } from './dead-draft.ts'
export { Dir, NotRegularFile } from './dir.ts'
export { errorWords } from './error-words.ts'
export { stampOf } from './file-stamps.ts'
export { isFolder, makeFolder, namesIn } from './folders.ts'
export { canonicalRoot, gitTopLevel, realPath } from './git-root.ts'
export { jsonObject } from './json-object.ts'
export {
  type Lead,
  leadText,
  notFollowed,
  readProjectText,
  type Trusts,
  targetOf,
  trustsNothing,
  wayWithin,
} from './leads.ts'
export {
  acquire,
  type Clock,
  COMMIT_LOCK,
  currentHolder,
  DREAM_LOCK,
  describeHolder,
  HeldLock,
  type Holder,
  LockHeld,
  type LockKind,
  LockLost,
  realClock,
} from './lock.ts'
export { type Behind, holds, type Mark, markAt, START } from './mark.ts'
export { packageFile } from './package-file.ts'
export { isInside, locate, memoryPaths, type Place } from './place.ts'
export { lifeOf, lifeOfPid, type ProcessId, thisProcess } from './process.ts'
export {
  type BoundedFile,
  type FileRead,
  readRegularFile,
  readSmallText,
  withBoundedFile,
} from './regular-file.ts'
export { scratchFile } from './scratch.ts'
export { scratchCopy } from './scratch-copy.ts'
export { settledBefore } from './settled.ts'
export {
  appendLine,
  removeFile,
  sweepFolder,
  touchFile,
  writeSmallFile,
} from './small-file.ts'
export { sha256 } from './sum.ts'
export { errorCode, realSys, type Sys } from './sys.ts'
export { readTextFile, writeTextFile } from './text-file.ts'
export { Tree } from './tree.ts'
