import { storeContext, type Where } from '../../app/index.ts'
import { appendLine } from '../../disk/index.ts'
import type { Report } from '../../model/index.ts'
import { STATE } from '../../state/index.ts'

const MOST_BYTES = 1_000_000

/** `metrics.jsonl` beside the rest of Dream's state, at most a megabyte and the one before it. */
const metricsFile = (where: Where): string => `${storeContext(where).stateHome}/${STATE.metrics}`

/** A line about a run: when, how long, how much was found and done. No text of a memory, and it goes nowhere. */
export function noteMetrics(where: Where, report: Report, command: string, now: number): void {
  const findings: Record<string, number> = {}
  for (const finding of report.plan.folders.flatMap(folder => folder.findings))
    findings[finding.kind] = (findings[finding.kind] ?? 0) + 1
  const outcomes = report.results.flatMap(result => result.outcomes)
  const line = {
    at: new Date(now).toISOString(),
    command,
    mode: report.mode,
    folders: report.plan.folders.length,
    memories: report.plan.folders.reduce((sum, folder) => sum + folder.verdicts.length, 0),
    findings,
    done: outcomes.filter(outcome => outcome.result === 'done').length,
    notDone: outcomes.filter(outcome => outcome.result !== 'done').length,
    failed: report.results.filter(result => result.failure !== undefined).length,
    seconds: Math.round(report.seconds * 1000) / 1000,
  }
  try {
    appendLine(metricsFile(where), JSON.stringify(line), MOST_BYTES)
  } catch {
    // Figures about a run are no reason to call the run failed.
  }
}
