/** The public API. Doors import from here, and so do you. */

export { realClock } from './apply/lock.ts'
export type { Config } from './config/defaults.ts'
export type { Effective } from './config/load.ts'
export { type LlmRole, llmRoles, PRESETS } from './config/roles.ts'
export { scratchFile } from './disk/scratch.ts'
export { readTextFile, writeTextFile } from './disk/text-file.ts'
export { type DreamRequest, dream } from './dream.ts'
export type { Embedder } from './embed/embedder.ts'
export { loadEmbedder, loadMeaning } from './embed/load.ts'
export type * from './memory/answers.ts'
export type * from './memory/decision.ts'
export { DreamError } from './memory/dream-error.ts'
export type * from './memory/evidence.ts'
export { asFileName, type FileName, INDEX_FILE } from './memory/file-name.ts'
export type * from './memory/finding.ts'
export type * from './memory/history.ts'
export type * from './memory/journal-answers.ts'
export type * from './memory/memory.ts'
export { nearest } from './memory/nearest.ts'
export type * from './memory/outcome.ts'
export type * from './memory/plan.ts'
export { DEFAULT_POLICY, RULES } from './memory/plan.ts'
export type * from './memory/snapshot.ts'
export { showText } from './memory/text.ts'
export type * from './memory/version.ts'
export { readHookInput } from './read/hook-input.ts'
export { renderConfig, renderTrust } from './report/config.ts'
export { renderDaemon, renderDoctor } from './report/daemon.ts'
export { type ExitCode, exitCode, outcomeExitCode } from './report/exit-code.ts'
export { renderExplanation } from './report/explain.ts'
export { renderHistory } from './report/history.ts'
export {
  renderForget,
  renderIndexed,
  renderInit,
  renderRemember,
  renderReview,
  renderSearch,
  renderWakeup,
} from './report/journal.ts'
export { jsonText, renderJson } from './report/json.ts'
export { renderMarkdown } from './report/markdown.ts'
export type { PageOptions } from './report/page.ts'
export { NO_COLOR, type Palette } from './report/palette.ts'
export { renderQuestion, renderQueue } from './report/queue.ts'
export type { ReportJson } from './report/schema.ts'
export { renderStatus } from './report/status.ts'
export { renderTerminal, type TerminalOptions } from './report/terminal.ts'
export { renderFsck, renderPurge, renderRecover, renderUndo } from './report/upkeep.ts'
export { renderVersionDiff, renderVersions } from './report/versions.ts'
export { reasonWords } from './report/words.ts'
export { auto } from './schedule/auto.ts'
export { dreamingToken } from './schedule/request.ts'
export { noteSession } from './schedule/session.ts'
export { applyPlan, parsePlan } from './tasks/apply-plan.ts'
export { autoStatus } from './tasks/auto-status.ts'
export { CCBReader, type MemoryDirectory } from './tasks/ccb-reader.ts'
export { type DaemonOrder, runDaemon } from './tasks/daemon.ts'
export { daemonStatus, installDaemon, uninstallDaemon } from './tasks/daemon-units.ts'
export { type ForgetRequest, forget } from './tasks/distil-forget.ts'
export { type IndexRequest, indexContent } from './tasks/distil-index.ts'
export { type InitRequest, initJournals, SEED_QUESTIONS } from './tasks/distil-init.ts'
export { type RememberRequest, remember } from './tasks/distil-remember.ts'
export { type ReviewRequest, review } from './tasks/distil-review.ts'
export { type JournalSearchRequest, searchJournals } from './tasks/distil-search.ts'
export {
  atomicWrite,
  checkIdle,
  checkSize,
  dedupIndex,
  ledgerAppend,
  ledgerSearch,
  shortHash,
} from './tasks/distil-tools.ts'
export { wakeup } from './tasks/distil-wakeup.ts'
export { doctor } from './tasks/doctor.ts'
export { explain } from './tasks/explain.ts'
export { load } from './tasks/load.ts'
export { noteMetrics } from './tasks/metrics.ts'
export { runNight } from './tasks/night.ts'
export { accept, answer, edit, queue } from './tasks/queue.ts'
export {
  configAnswer,
  configJsonSchema,
  policyFrom,
  projectFileOf,
  revokeProject,
  settingsOf,
  trustList,
  trustProject,
} from './tasks/settings.ts'
export { status } from './tasks/status.ts'
export { undo } from './tasks/undo.ts'
export { fsck, history, type PurgeRequest, purge, recover } from './tasks/upkeep.ts'
export { rollback, versionDiff, versions } from './tasks/versions.ts'
export type { Progress, Where } from './tasks/where.ts'
