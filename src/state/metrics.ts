import { appendLine } from '../disk/index.ts'
import type { Report } from '../model/index.ts'
import { STATE } from './names.ts'

const MOST_BYTES = 1_000_000

/**
 * A line about a run in `metrics.jsonl`: when, how long, how much was found and done. No text of a memory, and it goes
 * nowhere. At most a megabyte, and the one before it.
 */
export function noteMetrics(stateHome: string, report: Report, command: string, now: number): void {
  const findings: Record<string, number> = {}
  for (const { kind } of report.plan.folders.flatMap(folder => folder.findings))
    findings[kind] = (findings[kind] ?? 0) + 1
  const outcomes = report.results.flatMap(result => result.outcomes)
  const done = outcomes.filter(outcome => outcome.result === 'done').length
  const line = {
    at: new Date(now).toISOString(),
    command,
    mode: report.mode,
    folders: report.plan.folders.length,
    memories: report.plan.folders.reduce((sum, folder) => sum + folder.verdicts.length, 0),
    findings,
    done,
    notDone: outcomes.length - done,
    failed: report.results.filter(result => result.failure !== undefined).length,
    seconds: Math.round(report.seconds * 1000) / 1000,
  }
  try {
    appendLine(`${stateHome}/${STATE.metrics}`, JSON.stringify(line), MOST_BYTES)
  } catch {
    // Figures about a run are no reason to call the run failed.
  }
}
