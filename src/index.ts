/** The public API: every command as a function, the classes of the first design, and what both need. */

export {
  buildConsolidationPrompt,
  ExtractorAgent,
  memoryText,
  RefinerAgent,
} from './agents/index.ts'
export type { Host, Where } from './app/index.ts'
export { type CommandName, type Dream, openDream } from './commands/index.ts'
export {
  ConsolidationLock,
  CrossSystemInterop,
  ExpirationHandler,
  MemoryVersioning,
} from './compat/index.ts'
export { type Config, DEFAULTS, type Effective, PRESETS, settingsOf } from './config/index.ts'
export {
  type Action,
  DEFAULT_POLICY,
  DreamError,
  type Finding,
  type Plan,
  type Policy,
  type Report,
} from './model/index.ts'
export { type Model, modelFor } from './models/index.ts'
export {
  CrossSystemRetriever,
  IntelligentRouter,
  IntentClassifier,
  MemoryFusion,
  recallGate,
} from './search/index.ts'
export {
  CCBConsolidator,
  CCBReader,
  CCBToMAGMARefiner,
  ConflictArbiter,
  ConsistencyChecker,
  MAGMAConsolidator,
  MagmaAdapter,
  type MagmaRecord,
} from './vault/index.ts'
export { VERSION } from './version.ts'
