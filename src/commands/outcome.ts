import { say } from '../languages/index.ts'
import { DreamError, type FolderOutcome, outcomeExitCode } from '../model/index.ts'
import { showText } from '../text/index.ts'

/** What a small change did, a line a file, and how to take it back. A change that could not begin is an error. */
export function outcomeText({ failure, outcomes, warnings, run }: FolderOutcome, place: string): string {
  if (failure !== undefined)
    throw new DreamError(showText(failure.sentence), failure.kind === 'locked' ? 4 : 2)
  const lines = outcomes.map(({ action, result, ...rest }) => {
    const detail = 'detail' in rest ? `: ${rest.detail}` : ''
    return `${action.file}  ${result === 'done' ? say().review.outcome[action.kind] : say().report.results[result]}${detail}`
  })
  const isDone = outcomes.some(each => each.result === 'done')
  const undo = isDone ? [say().review.undoes(`dream undo ${run}${place}`)] : []
  return [...lines, ...warnings, ...undo].map(line => `${showText(line)}\n`).join('')
}

export const outcomeCode = (outcome: FolderOutcome): number => outcomeExitCode([outcome])
