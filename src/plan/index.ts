export { acceptedActions } from './accept.ts'
export { isWhole } from './after.ts'
export { memoriesByFile } from './by-file.ts'
export { type PlannedFolder, withCopiesElsewhere } from './copies-in-other-folders.ts'
export { fileChanges } from './file-changes.ts'
export { objection } from './foreign-plan.ts'
export { entryCount, type IndexStep, indexStep } from './index-step.ts'
export { halvedBy, withheldByLimits } from './limits.ts'
export { type NewMemory, newMemoryActions } from './new-memories.ts'
export { joinPieces, mergePieces, waitForFiles } from './pieces.ts'
export { makePlan, planFolder } from './plan-folder.ts'
export { PROTECTION_WORDS, protections } from './protections.ts'
export { type Remaining, remaining } from './remaining.ts'
export type { Removal } from './removal.ts'
export {
  decisionSchema,
  fileNameSchema,
  findingSchema,
  indexSummarySchema,
  layoutSchema,
  reasonSchema,
  recallFigureSchema,
  rulesSchema,
  verdictSchema,
  withheldSchema,
} from './schema.ts'
export { withoutSections, withoutSources } from './without-sources.ts'
