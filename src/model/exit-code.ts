import type { FolderOutcome, Mode, Report } from './outcome.ts'

export type ExitCode = 0 | 1 | 2 | 3 | 4

/**
 * D26, the most telling number first: 2 a given path is not there, 4 another run holds the lock (nothing to worry about
 * on a schedule), 1 something failed or was held back, 3 `--check` found work, 0 otherwise.
 */
export function exitCode(report: Report): ExitCode {
  if (report.missing.length > 0) return 2
  if (report.results.some(isLocked) && report.scheduled !== true) return 4
  if (report.results.some(wentWrong) || wasHeldBack(report) || waitsForRecovery(report)) return 1
  if (report.mode === 'check' && hasWork(report)) return 3
  return 0
}

/** The same for commands that only carry something out: undo, recover. */
export function outcomeExitCode(results: readonly FolderOutcome[]): ExitCode {
  if (results.some(isLocked)) return 4
  return results.some(wentWrong) ? 1 : 0
}

const isLocked = (result: FolderOutcome): boolean => result.failure?.kind === 'locked'

function wentWrong(result: FolderOutcome): boolean {
  if ((result.failure !== undefined && !isLocked(result)) || result.salvaged.length > 0) return true
  return result.outcomes.some(outcome => outcome.result !== 'done')
}

const wasHeldBack = (report: Report): boolean =>
  report.plan.folders.some(folder => folder.withheld.length > 0)

const ONLY_LOOKS: readonly Mode[] = ['dry-run', 'check', 'plan']

const waitsForRecovery = (report: Report): boolean =>
  report.unfinished.length > 0 && ONLY_LOOKS.includes(report.mode)

function hasWork(report: Report): boolean {
  const folders = report.plan.folders
  if (folders.some(folder => folder.actions.length > 0)) return true
  return report.plan.rules === 'propose' && folders.some(folder => folder.proposals.length > 0)
}
