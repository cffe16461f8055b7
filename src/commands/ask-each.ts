import type { Action, FileName, FolderPlan } from '../model/index.ts'
import type { Call } from './command.ts'
import { lookOf } from './look.ts'
import { keepActions } from './one-by-one.ts'

/**
 * One by one: each change is shown with its difference before it is asked about. The files that are to stay as they are.
 * The index comes last: what it is to be depends on what is done before.
 */
export async function askEach(
  call: Call,
  folder: Pick<FolderPlan, 'root' | 'label' | 'actions'>,
): Promise<FileName[] | 'interrupted'> {
  const { shownChange } = await import('./tasks/shown-changes.ts')
  const kept: FileName[] = []
  for (const action of folder.actions) {
    const left = keepActions(folder.actions, new Set(kept))
    // What was to serve one that stays goes with it, and is no question any more.
    if (!left.includes(action)) continue
    const done = new Set(left.map(({ file }) => file))
    const { before, after } = shownChange(folder.root, action, done)
    if (action.kind !== 'archive' && before === after) {
      kept.push(action.file)
      continue
    }
    const answer = await askAbout(call, folder, action, done)
    if (answer === 'cancelled') return 'interrupted'
    if (answer === 'keep' || answer === 'skip') kept.push(action.file)
  }
  return kept
}

/** Shown with its difference; the safe answer comes first, so it is what Enter gives. */
async function askAbout(
  { io, flags }: Call,
  { root, label }: Pick<FolderPlan, 'root' | 'label'>,
  action: Action,
  done: ReadonlySet<FileName>,
): Promise<'archive' | 'keep' | 'apply' | 'skip' | 'cancelled'> {
  const { reasonWords } = await import('../report/words.ts')
  const { renderChanges } = await import('../report/change.ts')
  const { shownChange } = await import('./tasks/shown-changes.ts')
  const { showText } = await import('../text/text.ts')
  const look = lookOf(io, io.stderr, flags)
  io.stderr.write(renderChanges([shownChange(root, action, done)], 'planned', look))
  const question = `${showText(`${label}/${action.file}`)}: ${reasonWords(action.reason)}`
  return action.kind === 'archive'
    ? io.ask.choose(question, [
        { value: 'keep', label: 'keep it' },
        { value: 'archive', label: 'archive it' },
      ])
    : io.ask.choose(question, [
        { value: 'skip', label: 'skip', hint: 'leave the file as it is' },
        { value: 'apply', label: 'apply' },
      ])
}
