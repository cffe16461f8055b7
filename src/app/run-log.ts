import { readSmallText, writeSmallFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { FolderOutcome, Report } from '../model/index.ts'
import { FOLDER_STATE } from '../state/index.ts'
import { rootId } from '../store/index.ts'

/** How a run went. */
export interface LastRun {
  /** When it began. */
  readonly at: number
  readonly until?: number
  readonly result: 'done' | 'failed'
  /** Of a scheduled run: how many files it changed. */
  readonly changes?: number
  /** Of a scheduled run: what it spent on a model. */
  readonly tokens?: number
  readonly words: string
}

/** A9: what a model looked at by itself in one memory folder. */
export interface ModelLook {
  /** When the dream agent was last there. */
  readonly at: number
  /** What waited then: it has seen that. */
  readonly findings: readonly string[]
  /** Sessions since then in which there was something to save. */
  readonly sessions: readonly string[]
}

/** How the last dreams of one memory folder went: the last that was done, and the last that failed since. */
export interface FolderRuns {
  readonly model?: ModelLook
  readonly done?: LastRun
  readonly failed?: LastRun
}

const runLogFile = (stateHome: string, root: string): string =>
  `${stateHome}/${rootId(root)}/${FOLDER_STATE.runs}`

export function readRunLog(stateHome: string, root: string): FolderRuns {
  try {
    return (JSON.parse(readSmallText(runLogFile(stateHome, root)) ?? '{}') as FolderRuns | null) ?? {}
  } catch {
    return {}
  }
}

/**
 * A4: after a live run each folder knows when it was dreamed over. The time is the beginning of the run, so that what
 * was written while it worked is new to the next. A run that failed does not count as one, nor one that met a lock.
 */
export function recordRuns(
  stateHome: string,
  report: Pick<Report, 'results'>,
  at: number,
  until: number,
): void {
  for (const result of report.results) {
    const lastRun = lastRunOf(result, at, until)
    if (lastRun === undefined) continue
    const before = readRunLog(stateHome, result.root)
    const { failed: _, ...kept } = before
    const folderRuns = lastRun.result === 'done' ? { ...kept, done: lastRun } : { ...before, failed: lastRun }
    try {
      writeRunLog(stateHome, result.root, folderRuns)
    } catch {
      // The dream is done whether or not it can be noted; at worst it is dreamed again too early.
    }
  }
}

const writeRunLog = (stateHome: string, root: string, runs: FolderRuns): void =>
  writeSmallFile(runLogFile(stateHome, root), `${JSON.stringify(runs)}\n`)

export const noteModelLook = (stateHome: string, root: string, model: ModelLook): void =>
  writeRunLog(stateHome, root, { ...readRunLog(stateHome, root), model })

function lastRunOf(result: FolderOutcome, at: number, until: number): LastRun | undefined {
  if (result.failure?.kind === 'locked') return undefined
  if (result.failure !== undefined) return { at, result: 'failed', words: result.failure.sentence }
  const failed = result.outcomes.find(outcome => outcome.result === 'failed')
  if (failed !== undefined && 'detail' in failed)
    return { at, result: 'failed', words: `${failed.action.file}: ${failed.detail}` }
  const done = result.outcomes.filter(outcome => outcome.result === 'done').length
  const words = done === 0 ? say().places.folders.nothingChanged : say().places.folders.changed(done)
  return { at, until, result: 'done', words: result.run === undefined ? words : `${words} (${result.run})` }
}

/** The folder that waited longest decides. One that was never dreamed over waits for the others' next night. */
export function oldestDream(folderRuns: readonly FolderRuns[]): number | undefined {
  const times = folderRuns.flatMap(({ done }) => (done === undefined ? [] : [done.at]))
  return times.length === 0 ? undefined : Math.min(...times)
}
