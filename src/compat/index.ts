export {
  type ConsolidationLease,
  ConsolidationLock,
  type ConsolidationLockOptions,
  type LockRequest,
} from './consolidation-lock.ts'
export {
  type Expiration,
  ExpirationHandler,
  type ExpirationOptions,
  type ExpiredMemory,
} from './expiration.ts'
export { CrossSystemInterop, type InteropConfig, type RetrieveRequest } from './interop.ts'
export { MemoryVersioning, type VersioningOptions } from './memory-versioning.ts'
