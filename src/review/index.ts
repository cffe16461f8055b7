export { keepPlan, plansOf, showPlan } from './agent-plans.ts'
export { keepDrafts } from './drafts.ts'
export { type ReviewItem, type ReviewText, textAt } from './item.ts'
export { openQueue, type ReviewQueue } from './queue.ts'
