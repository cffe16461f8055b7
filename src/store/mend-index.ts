import { type FolderOutcome, type FolderPlan, INDEX_FILE } from '../model/index.ts'
import { type ApplyRequest, applyActions } from './apply.ts'
import type { StoreContext } from './folder.ts'

const TRIES = 3

/**
 * Applies a plan; where somebody wrote to the index meanwhile, their index stays and is then brought up to date like any
 * other that drifted, so that it does not go on naming files that left. The same run, so one undo takes both back.
 */
export async function applyAndMendIndex(
  context: StoreContext,
  request: ApplyRequest,
  planAgain: () => FolderPlan,
): Promise<FolderOutcome> {
  const first = await applyActions(context, request)
  let mended = first
  for (let attempt = 1; attempt <= TRIES && indexWasEdited(mended); attempt += 1) {
    const index = planAgain().actions.filter(action => action.file === INDEX_FILE)
    const command = `index-${attempt}`
    mended = await applyActions(context, { ...request, actions: index, command })
  }
  if (mended === first) return first
  const warning = `${INDEX_FILE} was edited while this ran; the edit stayed and the index was brought up to date after it`
  return { ...first, warnings: [...first.warnings, warning] }
}

/** Only where files left: an index that merely drifted can wait for the next dream. */
function indexWasEdited({ outcomes }: FolderOutcome): boolean {
  const edited = outcomes.some(
    ({ action, result }) => action.file === INDEX_FILE && result === 'changed-meanwhile',
  )
  const isMending = outcomes.length === 1
  return (
    edited &&
    (isMending || outcomes.some(({ action, result }) => action.kind === 'archive' && result === 'done'))
  )
}
