export { acceptSeen, answer, type OpenQueue, openQueue, queue } from './queue.ts'
export { plansFolder, plansOf, showPlan, waitingPlans } from './waiting-plans.ts'
