export type { AnyKind, Check, Offer, OfferContext, PlanContext } from './check.ts'
export { type ComparisonCache, comparisonCacheOf, useComparisonCache } from './comparison-cache.ts'
export type { ContradictionFinding } from './contradictions.ts'
export { type CopyElsewhereFinding, copyFinder } from './copies.ts'
export { disusedLine } from './disused-index.ts'
export type { DuplicateFinding } from './duplicates.ts'
export { fieldsOf, LONGEST, type MissingReference, type Order } from './fields.ts'
export { fingerprint } from './fingerprint.ts'
export type { FinishedFinding } from './finished.ts'
export type { InactiveFinding } from './inactive.ts'
export type { IndexFinding, TakenOutFinding } from './index-drift.ts'
export { type AskedOfPast, askedOfPast, deadLinks, entryLeads, unlisted } from './index-lines.ts'
export type { DanglingLinkFinding } from './links.ts'
export { type OddityFinding, oddities } from './oddities.ts'
export { bodyWords } from './pairs/subject.ts'
export { undecidedPairs } from './pairs/undecided.ts'
export type { PromotedFinding } from './promoted.ts'
export { PROTECTION_WORDS, protections } from './protections.ts'
export { type ReferenceStatus, referenceStatus } from './reference-status.ts'
export {
  CHECK_REASONS,
  CHECKS,
  EXPIRY_CHECKS,
  type FindingKind,
  filesOf,
  findingEvidence,
  findingSchemaOf,
  findingSubject,
  findingWords,
  idOf,
  inOrderOfKinds,
  type KnownFinding,
  kindOf,
  ofKind,
  reasonInfo,
  runChecks,
  withId,
} from './registry.ts'
export type { RelativeDateFinding } from './relative-dates.ts'
export type { RenamedFinding } from './renames.ts'
export type { SecretFinding } from './secrets.ts'
export { missingWords, type StaleFinding } from './staleness.ts'
export type { SupersededFinding } from './superseded.ts'
export type { ClusterFinding } from './topic-clusters.ts'
export type { UnreachableFinding } from './unreachable.ts'
export { factWords, listed } from './words.ts'
