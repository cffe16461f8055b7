export type { AnyKind, Check, FindingPlace, Offer, OfferContext, PlanContext } from './check.ts'
export { type CheckCache, checkCacheOf, knownBefore } from './check-cache.ts'
export { type CopyElsewhereFinding, copyFinder } from './duplicates.ts'
export { fieldsOf, LONGEST, type Order } from './fields.ts'
export type { InactiveFinding } from './inactive.ts'
export {
  type AskedOfPast,
  askedOfPast,
  deadLinks,
  disusedLine,
  entryLeads,
  unlisted,
  wantsIndex,
} from './index-drift.ts'
export { undecidedPairs } from './model-opinion.ts'
export { oddities } from './oddities.ts'
export { bodyWords, MOST_COMPARED } from './pairs/related.ts'
export { protections, protectionWords } from './protections.ts'
export { type ReferenceStatus, referenceStatus } from './reference-status.ts'
export * from './registry.ts'
export { missingWords } from './staleness.ts'
export { agentOf } from './surroundings.ts'
export type { UnreachableFinding } from './unreachable.ts'
export { factWords, listed } from './words.ts'
