export {
  type AgentEstimate,
  type AgentPreview,
  type AgentReport,
  consolidationPrompt,
  dreamAgent,
} from './agent.ts'
export { askAutomatically } from './automatic.ts'
export { correctedNotes } from './corrected-notes.ts'
export type { RawMemory } from './draft.ts'
export { forgottenIn, isForTheUserToSay, knownIn } from './draft-checks.ts'
export { nearNotes, refineAll } from './drafts.ts'
export type { AgentRun } from './dream-agent.ts'
export type { HeldLine } from './dream-agent-index.ts'
export type { AgentChange } from './dream-agent-plan.ts'
export { type ExtractReport, type ExtractRequest, extract } from './extract.ts'
export { cueOf, reasonFor } from './extract-rules.ts'
export { ExtractorAgent } from './extractor.ts'
export type { ConsultAnswer } from './models.ts'
export { buildConsolidationPrompt } from './prompt.ts'
export { memoryText, RefinerAgent } from './refine.ts'
