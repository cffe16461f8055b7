import type { Ask } from '../app/index.ts'
import { readRegularFile } from '../disk/index.ts'
import type { Action, FileChange, FileName, FolderPlan } from '../model/index.ts'
import { fileChanges } from '../plan/index.ts'
import { reasonWords, renderChanges } from '../report/index.ts'
import { showText } from '../text/index.ts'
import type { Talk } from './command.ts'
import { keepActions } from './one-by-one.ts'

const LARGEST = 5_000_000

/** Someone is there to answer. */
export type Asking = Talk & { readonly ask: Ask }

type Folder = Pick<FolderPlan, 'root' | 'label' | 'actions'>

/**
 * One by one: each change is shown with its difference before it is asked about. The files that are to stay as they are.
 * The index comes last: what it is to be depends on what is done before.
 */
export async function askEach(talk: Asking, folder: Folder): Promise<FileName[] | 'interrupted'> {
  const kept: FileName[] = []
  for (const action of folder.actions) {
    const left = keepActions(folder.actions, new Set(kept))
    // What was to serve one that stays goes with it, and is no question any more.
    if (!left.includes(action)) continue
    const change = shownChange(folder.root, action, new Set(left.map(({ file }) => file)))
    if (action.kind !== 'archive' && change.before === change.after) {
      kept.push(action.file)
      continue
    }
    talk.say(renderChanges([change], 'planned', talk.look))
    const question = `${showText(`${folder.label}/${action.file}`)}: ${reasonWords(action.reason)}`
    const answer = await askAbout(talk.ask, question, action)
    if (answer === 'cancelled') return 'interrupted'
    if (answer === 'keep' || answer === 'skip') kept.push(action.file)
  }
  return kept
}

/** One change of a plan beside what the file holds now. `done`: whose archives a person has agreed to. */
function shownChange(root: string, action: Action, done: ReadonlySet<FileName>): FileChange {
  const textOf = (file: FileName) => {
    const read = readRegularFile(`${root}/${file}`, LARGEST)
    return read.kind === 'read' ? read.bytes.toString('utf8') : undefined
  }
  return fileChanges([action], textOf, done)[0]!
}

/** The safe answer comes first, so it is what Enter gives. */
function askAbout(
  ask: Ask,
  question: string,
  { kind }: Action,
): Promise<'archive' | 'keep' | 'apply' | 'skip' | 'cancelled'> {
  return kind === 'archive'
    ? ask.choose(question, [
        { value: 'keep', label: 'keep it' },
        { value: 'archive', label: 'archive it' },
      ])
    : ask.choose(question, [
        { value: 'skip', label: 'skip', hint: 'leave the file as it is' },
        { value: 'apply', label: 'apply' },
      ])
}
