import { foldersOf, storeContext, type Where, withState } from '../app/index.ts'
import { isFolder } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { Outcome } from '../model/index.ts'
import { type Page, reasonWords } from '../report/index.ts'
import {
  clearHalfMade,
  failureOf,
  knowingVaults,
  type OpenRuns,
  openRuns,
  outcomeOf,
  type Recovered,
  withFolder,
} from '../store/index.ts'

/** Carries runs that were interrupted to their end: in the folders that were asked for, and wherever a write log is open. */
export async function finishRuns(where: Where): Promise<readonly RecoveredFolder[]> {
  const context = storeContext(where)
  clearHalfMade(context)
  const waiting = openRuns(context)
  const withVaults = await knowingVaults(context, waiting)
  const folders: RecoveredFolder[] = []
  for (const { root, label } of foldersToRecover(where, waiting)) {
    const open = withState(where, root, store => store.writeLog.open())
    try {
      // Also where no run is open: a run that was cut off before or after that leaves drafts, and a purge may be half done.
      const recovered =
        open === undefined ? [] : await withFolder(withVaults, root, 'doctor', finished, 'set-aside')
      folders.push({ root, label, recovered, ...damagedRuns(open ?? []) })
    } catch (error) {
      folders.push({ root, label, recovered: [], failure: failureOf(error, root, label).failure!.sentence })
    }
  }
  return folders
}

export function writeFinished(page: Page, folders: readonly RecoveredFolder[]): void {
  const touched = folders.filter(({ recovered, failure }) => recovered.length > 0 || failure !== undefined)
  if (touched.length === 0) page.text(say().history.recover.nothing)
  for (const { label, failure, recovered } of touched) {
    page.gap().text(label, 0, 'strong')
    if (failure !== undefined) page.text(failure, 2, 'bad')
    for (const { run, outcomes } of recovered) {
      page.text(say().history.recover.finished(run), 2)
      for (const { action, result } of outcomes)
        page.entry(action.file, `${say().report.results[result]}: ${reasonWords(action.reason)}`, 4, 'quiet')
    }
  }
}

export interface RecoveredFolder {
  readonly label: string
  readonly root: string
  readonly recovered: readonly { readonly run: string; readonly outcomes: readonly Outcome[] }[]
  readonly failure?: string
}

export const wentWrong = ({ failure, recovered }: RecoveredFolder): boolean =>
  failure !== undefined ||
  recovered.some(({ outcomes }) => outcomes.some(({ result }) => result === 'failed'))

function foldersToRecover(where: Where, waiting: readonly OpenRuns[]): { root: string; label: string }[] {
  const found = foldersOf(where)
  const named = new Set(found.map(({ root }) => root))
  // A folder that is gone cannot be finished; `dream doctor` tells of it.
  const others =
    where.paths.length > 0 ? [] : waiting.filter(({ root }) => !named.has(root) && isFolder(root))
  return [...found, ...others.map(({ root }) => ({ root, label: root }))]
}

const finished = (_: unknown, recovered: readonly Recovered[]) =>
  recovered.map(({ run, changes }) => ({ run, outcomes: changes.map(outcomeOf) }))

function damagedRuns(open: readonly { state: string; run: string }[]): { failure?: string } {
  const damaged = open.filter(each => each.state === 'damaged').map(each => each.run)
  if (damaged.length === 0) return {}
  const files = damaged.map(run => `.dream-${run}-*`).join(', ')
  return { failure: say().history.recover.damaged(damaged.join(', '), files) }
}
