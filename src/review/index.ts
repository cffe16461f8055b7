export {
  BRIEF_KINDS,
  type Brief,
  type BriefKind,
  type BriefRequest,
  briefText,
  type Submissions,
  type Submitted,
} from './contract/brief.ts'
export { answerByRules, briefsOf, submitAnswer, submitText } from './contract/kinds.ts'
export { suggestionsOf } from './contract/suggestions.ts'
export type { ReviewItem, ReviewText } from './item.ts'
export {
  type DraftAnswer,
  draftsOf,
  keepDrafts,
  keepPlan,
  type PlanShown,
  plansOf,
  showPlan,
  type WaitingPlan,
} from './kept.ts'
export { openQueue, type ReviewQueue } from './queue.ts'
