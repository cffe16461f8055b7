export { readContainer, writeContainer } from './container.ts'
export { type Gathered, gatherFolder } from './gather.ts'
export { type Arrival, arrivalOf, receive } from './receive.ts'
export { targetsOf } from './targets.ts'
