export { AGENT_NAMES, MODEL_CHOICES, type ModelChoice, type SetupPlace } from './agents.ts'
export { leftOutSummary } from './provenance.ts'
export {
  applySetup,
  applyUndo,
  type Failed,
  type FoundAgent,
  planSetup,
  planUndo,
  timerState,
} from './setup.ts'
export { startersOf } from './starters.ts'
