/*
 * What was read of a folder becomes a plan here, without reading or writing anything. `planFolder` runs the checks and decides
 * what may happen without a person, by the rules that each kind of finding declares in its check and by the policy
 * (`decide.ts`); holds back what is too much at once (`limits.ts`); edits the index for what is left (`index-step.ts`); and
 * turns the rest into proposals that wait for a person (`proposals.ts`).
 */

export { type FileChange, fileChanges, joinPieces, mergePieces, waitForFiles } from './changes.ts'
export { halvedBy, withheldByLimits } from './decide.ts'
export { asListed, entryCount, type IndexStep, indexStep } from './index-step.ts'
export { objection, parsePlan, type Remaining, remaining } from './plan-file.ts'
export { makePlan, planFolder } from './plan-folder.ts'
export { type PlannedFolder, withCopiesElsewhere } from './proposals.ts'
export { questionStateOf } from './removal.ts'
export {
  acceptedActions,
  archiveActions,
  choicesIn,
  newMemoryActions,
  withoutSections,
  withoutSources,
} from './requests.ts'
