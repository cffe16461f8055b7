/**
 * The part of the API that a plain `dream` needs: most nights find nothing to do, and loading the rest would be a fifth of
 * what they cost.
 */

export { writeTextFile } from './disk/text-file.ts'
export { type DreamRequest, dream } from './dream.ts'
export { DreamError } from './memory/dream-error.ts'
export { nearest } from './memory/nearest.ts'
export { DEFAULT_POLICY } from './memory/plan.ts'
export { showLines, showText } from './memory/text.ts'
export { renderChanges } from './report/change.ts'
export { consultHeadline } from './report/consult.ts'
export { type ExitCode, exitCode, outcomeExitCode } from './report/exit-code.ts'
export { jsonText, renderJson, shownJson, shownPlan } from './report/json.ts'
export { renderMarkdown } from './report/markdown.ts'
export { renderTerminal, type TerminalOptions } from './report/terminal.ts'
export { reasonWords } from './report/words.ts'
export { noteMetrics } from './tasks/metrics.ts'
export { policyFrom, settingsOf } from './tasks/settings.ts'
export { shownChange } from './tasks/shown-changes.ts'
