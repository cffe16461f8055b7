export { type CacheFile, cacheFile, cacheHome } from './cache-file.ts'
export { filesWrittenBefore, type OldFile, removeCacheFolder, removeOldFiles } from './cache-folder.ts'
export { noteMetrics } from './metrics.ts'
export {
  AUTOMATIC,
  CACHE,
  DAEMON,
  DREAMING,
  FOLDER_CACHE,
  FOLDER_STATE,
  LOCKS,
  NATIVE_LOCK,
  PROJECT_CACHE,
  STATE,
} from './names.ts'
export { refuseForeignState, whyStrange } from './state-owner.ts'
export { halfMadeStates, stateRoots, unwritable } from './state-roots.ts'
export { summed } from './summed-file.ts'
