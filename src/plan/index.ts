export { acceptedActions } from './accept.ts'
export { isWhole } from './after.ts'
export { memoriesByFile } from './by-file.ts'
export { type PlannedFolder, withCopiesElsewhere } from './copies-in-other-folders.ts'
export { fileChanges } from './file-changes.ts'
export { objection } from './foreign-plan.ts'
export { entryCount, type IndexStep, indexStep } from './index-step.ts'
export { breakers, halvedBy } from './limits.ts'
export { type Newcomer, newcomerActions } from './new-memories.ts'
export { joinPieces, mergePieces, waitForFiles } from './pieces.ts'
export { makePlan, planFolder } from './plan-folder.ts'
export { PROTECTION_WORDS, protections } from './protections.ts'
export { type Remaining, remaining } from './remaining.ts'
export type { Departure } from './removal.ts'
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
