import { foldersOf, storeContext, type Where, withState } from '../app/index.ts'
import { isFolder } from '../disk/index.ts'
import type { Outcome } from '../model/index.ts'
import { RESULT_WORDS, reasonWords } from '../report/index.ts'
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
import { command } from './command.ts'
import { shared } from './options.ts'

export const recover = command({
  name: 'recover',
  group: 'care',
  summary: 'finish a run that was cut off',
  effect: 'write',
  settings: 'none',
  input: shared('paths', 'folder', 'project', 'allProjects'),
  examples: [{ line: 'dream recover', about: 'the next run would do it too' }],
  format: 'recover',
  /** In the folders that were asked for, and wherever a write log is open. */
  async run({ where }) {
    const context = storeContext(where)
    clearHalfMade(context)
    const waiting = openRuns(context)
    const withVaults = await knowingVaults(context, waiting)
    const folders: RecoveredFolder[] = []
    for (const { root, label } of foldersToRecover(where, waiting)) {
      const open = withState(where, root, store => store.journal.open())
      try {
        // Also where no run is open: a run that was cut off before or after that leaves drafts, and a purge may be half done.
        const recovered =
          open === undefined ? [] : await withFolder(withVaults, root, 'recover', finished, 'set-aside')
        folders.push({ root, label, recovered, ...damagedRuns(open ?? []) })
      } catch (error) {
        folders.push({ root, label, recovered: [], failure: failureOf(error, root, label).failure!.sentence })
      }
    }
    return { folders }
  },
  render({ folders }, page) {
    const touched = folders.filter(({ recovered, failure }) => recovered.length > 0 || failure !== undefined)
    if (touched.length === 0) page.text('Nothing to recover: every run is finished')
    for (const { label, failure, recovered } of touched) {
      page.gap().text(label, 0, 'strong')
      if (failure !== undefined) page.text(failure, 2, 'bad')
      for (const { run, outcomes } of recovered) {
        page.text(`finished ${run}`, 2)
        for (const { action, result } of outcomes)
          page.entry(action.file, `${RESULT_WORDS[result]}: ${reasonWords(action.reason)}`, 4, 'quiet')
      }
    }
    return page
  },
  exitCode: ({ folders }) => (folders.some(wentWrong) ? 1 : 0),
})

export interface RecoveredFolder {
  readonly label: string
  readonly root: string
  readonly recovered: readonly { readonly run: string; readonly outcomes: readonly Outcome[] }[]
  readonly failure?: string
}

const wentWrong = ({ failure, recovered }: RecoveredFolder): boolean =>
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
  return {
    failure:
      `the record of ${damaged.join(', ')} is damaged and was set aside; ` +
      `files named ${files} in the folder, if there are any, hold what that run had moved`,
  }
}
