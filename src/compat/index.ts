export { ConsolidationLock } from './consolidation-lock.ts'
export { ExpirationHandler } from './expiration.ts'
export { CrossSystemInterop } from './interop.ts'
export { MemoryVersioning } from './memory-versioning.ts'
