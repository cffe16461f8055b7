export {
  type CacheFile,
  cacheFile,
  cacheHome,
  filesWrittenBefore,
  type Kept,
  keptBy,
  type OldFile,
  oldCaches,
  removeCacheFolder,
  removeOldFiles,
} from './cache.ts'
export {
  AUTOMATIC,
  CACHE,
  DAEMON,
  DREAMING,
  FOLDER_STATE,
  LOCKS,
  NATIVE_LOCK,
  STATE,
} from './names.ts'
export {
  halfMadeStates,
  noteMetrics,
  refuseForeignState,
  stateHome,
  stateHomeOf,
  stateRoots,
  unwritable,
  whyStrange,
} from './state-roots.ts'
