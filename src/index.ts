/** The public API. Doors import from here, and so do you. */

export type { Dialogue, Dropped, RawMemory } from './agents/draft.ts'
export { type Extraction, ExtractorAgent, type ExtractorOptions } from './agents/extract.ts'
export type { Model } from './agents/model.ts'
export { openModel } from './agents/open-model.ts'
export { buildConsolidationPrompt, type PromptRequest } from './agents/prompt.ts'
export type { RawText } from './agents/raw-text.ts'
export { memoryText, type RefinedMemory, RefinerAgent, type RefinerOptions } from './agents/refine.ts'
export { type Config, DEFAULTS } from './config/defaults.ts'
export type { Effective } from './config/load.ts'
export { type LlmRole, llmRoles, PRESETS } from './config/roles.ts'
export { realClock } from './disk/lock.ts'
export { scratchFile } from './disk/scratch.ts'
export { readTextFile } from './disk/text-file.ts'
export type { BatchEmbedder } from './embed/batch.ts'
export type { Embedder } from './embed/embedder.ts'
export { loadEmbedder, loadMeaning } from './embed/load.ts'
export type * from './memory/agent.ts'
export type * from './memory/answers.ts'
export type * from './memory/consult-answer.ts'
export type * from './memory/decision.ts'
export type * from './memory/evidence.ts'
export type * from './memory/expiration.ts'
export type * from './memory/extract-answer.ts'
export { asFileName, type FileName, INDEX_FILE } from './memory/file-name.ts'
export type * from './memory/finding.ts'
export type * from './memory/history.ts'
export { MAX_INDEX_LINES } from './memory/index-file.ts'
export type * from './memory/journal-answers.ts'
export type * from './memory/magma.ts'
export type * from './memory/memory.ts'
export type * from './memory/memory-version.ts'
export type * from './memory/origin.ts'
export type * from './memory/outcome.ts'
export type * from './memory/plan.ts'
export { RULES } from './memory/plan.ts'
export type * from './memory/recall-answers.ts'
export type * from './memory/snapshot.ts'
export type * from './memory/spent.ts'
export type * from './memory/testimony.ts'
export type * from './memory/transcript.ts'
export type * from './memory/version.ts'
export { weightOf } from './memory/weight.ts'
export * from './night.ts'
export { readHookInput } from './read/hook-input.ts'
export { type FusedHit, MemoryFusion } from './recall/fusion.ts'
export { type GateRequest, type GateVerdict, recallGate } from './recall/gate.ts'
export type { Intent, IntentKind } from './recall/intent.ts'
export { IntentClassifier } from './recall/intent-classifier.ts'
export { IntelligentRouter, type Route } from './recall/router.ts'
export { CrossSystemRetriever, type Retrieved } from './recall/stages.ts'
export { agentExitCode, renderAgent } from './report/agent.ts'
export { renderConfig, renderTrust } from './report/config.ts'
export { type CheckReport, renderCheck } from './report/consistency.ts'
export { renderConsolidation } from './report/consolidation.ts'
export { renderConsult } from './report/consult.ts'
export { renderDaemon, renderDoctor } from './report/daemon.ts'
export { renderExplanation } from './report/explain.ts'
export { renderDrafts, renderExtract } from './report/extract.ts'
export { renderGc } from './report/gc.ts'
export { graphDot, graphMermaid } from './report/graph.ts'
export { renderHistory } from './report/history.ts'
export {
  renderForget,
  renderIndexed,
  renderInit,
  renderRemember,
  renderReview,
  renderWakeup,
} from './report/journal.ts'
export { renderMagmaStatus, renderRebuild } from './report/magma.ts'
export type { PageOptions } from './report/page.ts'
export { NO_COLOR, type Palette } from './report/palette.ts'
export { renderPlan } from './report/plans.ts'
export { renderQuestion, renderQueue } from './report/queue.ts'
export type { ReportJson } from './report/schema.ts'
export { renderSearch, type SearchLook } from './report/search.ts'
export { renderStatus } from './report/status.ts'
export { renderFsck, renderPurge, renderRecover, renderUndo } from './report/upkeep.ts'
export { renderVersionDiff, renderVersions } from './report/versions.ts'
export { auto } from './schedule/auto.ts'
export { dreamingToken } from './schedule/request.ts'
export { noteSession } from './schedule/session.ts'
export { consolidationPrompt, dreamAgent } from './tasks/agent/agent.ts'
export type { AgentRequest } from './tasks/agent/request.ts'
export { applyPlan, parsePlan } from './tasks/apply-plan.ts'
export { autoStatus } from './tasks/auto-status.ts'
export {
  answerConflict,
  type CheckAnswer,
  checkEngines,
  settleConflict,
  waitingConflicts,
} from './tasks/consistency/check.ts'
export { ConflictArbiter, ConsistencyChecker } from './tasks/consistency/consistency.ts'
export {
  type ConsolidationLease,
  ConsolidationLock,
  type ConsolidationLockOptions,
  type LockRequest,
} from './tasks/consolidation-lock.ts'
export { type DaemonOrder, runDaemon } from './tasks/daemon/daemon.ts'
export { daemonStatus, installDaemon, uninstallDaemon } from './tasks/daemon/units.ts'
export type { ForgetRequest } from './tasks/distil/forget.ts'
export { type IndexRequest, indexContent } from './tasks/distil/index-file.ts'
export { type InitRequest, initJournals, SEED_QUESTIONS } from './tasks/distil/init.ts'
export type { RememberRequest } from './tasks/distil/remember.ts'
export { type ReviewRequest, review } from './tasks/distil/review.ts'
export { type JournalSearchRequest, searchJournals } from './tasks/distil/search.ts'
export {
  atomicWrite,
  checkIdle,
  checkSize,
  dedupIndex,
  ledgerAppend,
  ledgerSearch,
  shortHash,
} from './tasks/distil/tools.ts'
export { wakeup } from './tasks/distil/wakeup.ts'
export { doctor } from './tasks/doctor.ts'
export { ExpirationHandler, type ExpirationOptions } from './tasks/expiration.ts'
export { explain } from './tasks/explain.ts'
export { type ExtractRequest, extract } from './tasks/extract/extract.ts'
export { type GcRequest, gc } from './tasks/gc.ts'
export { load } from './tasks/load.ts'
export { MagmaAdapter, type MagmaOptions, type SimilarRecord } from './tasks/magma/adapter.ts'
export {
  CCBConsolidator,
  CCBToMAGMARefiner,
  type ConsolidatorOptions,
  MAGMAConsolidator,
} from './tasks/magma/classes.ts'
export { consolidateEngines } from './tasks/magma/consolidate.ts'
export type { MagmaInput, MirrorInput, RecordInput } from './tasks/magma/drafts.ts'
export { EDGE_KINDS, type EdgeKind, type GraphRequest, memoryGraph } from './tasks/magma/graph.ts'
export { magmaRebuild, magmaStatus, openMagma } from './tasks/magma/magma.ts'
export type { MagmaSettings } from './tasks/magma/place.ts'
export type { ConsolidateRequest } from './tasks/magma/request.ts'
export { MemoryVersioning, type VersioningOptions } from './tasks/memory-versioning.ts'
export { type ConsultRequest, consult, modelFor, witnessFor } from './tasks/models.ts'
export { runNight } from './tasks/night.ts'
export { purgeSource, type SourceRequest } from './tasks/purge-source.ts'
export { accept, acceptSeen, answer, edit, openQueue, queue } from './tasks/queue.ts'
export { CCBReader, type CCBReaderOptions, type MemoryDirectory } from './tasks/search/ccb-reader.ts'
export { CrossSystemInterop, type InteropConfig, type RetrieveRequest } from './tasks/search/interop.ts'
export { type SearchRequest, search } from './tasks/search/search.ts'
export type { ChangedMemory } from './tasks/search/updated-text.ts'
export {
  configAnswer,
  configJsonSchema,
  revokeFile,
  revokeProject,
  type Trustable,
  trustAnswer,
  trustableOf,
  trustList,
  trustProject,
} from './tasks/settings.ts'
export { status } from './tasks/status.ts'
export { forget } from './tasks/told/forget.ts'
export { remember } from './tasks/told/remember.ts'
export { undo } from './tasks/undo.ts'
export { fsck, history, type PurgeRequest, purge, recover } from './tasks/upkeep.ts'
export { rollback, versionDiff, versions } from './tasks/versions.ts'
export { showPlan, waitingPlans } from './tasks/waiting-plans.ts'
export type { Progress, Where } from './tasks/where.ts'
