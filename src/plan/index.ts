export { acceptedActions, choicesIn } from './accept.ts'
export { type PlannedFolder, withCopiesElsewhere } from './copies.ts'
export { fileChanges } from './file-changes.ts'
export { objection } from './foreign-plan.ts'
export { entryCount, type IndexStep, indexStep } from './index-step.ts'
export { halvedBy, withheldByLimits } from './limits.ts'
export { type NewMemory, newMemoryActions } from './new-memories.ts'
export { joinPieces, mergePieces, waitForFiles } from './pieces.ts'
export { makePlan, planFolder } from './plan-folder.ts'
export { type Remaining, remaining } from './remaining.ts'
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
