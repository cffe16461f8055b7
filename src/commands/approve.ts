import { dirname, resolve } from 'node:path'
import type { App, Ask } from '../app/index.ts'
import { realPath } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import {
  type Action,
  DreamError,
  type FileName,
  type FolderPlan,
  INDEX_FILE,
  type IndexSummary,
  type Plan,
  type Report,
  type Rules,
} from '../model/index.ts'
import { type FileChange, fileChanges } from '../plan/index.ts'
import { reasonWords, renderChanges, renderTerminal } from '../report/index.ts'
import { textAt } from '../sources/index.ts'
import { showText } from '../text/index.ts'
import type { Talk } from './command.ts'

/** How a person decides on changes before they are made. */
export interface Asking {
  readonly ask: Ask
  /** Shows a change with its difference, before it is asked about. */
  show(change: FileChange): void
  readonly question?: string
  readonly apply?: string
  /** What Enter gives: what a model wrote, or what was heard, is not taken by a mere Enter. */
  readonly first: 'apply' | 'one-by-one'
  /** Each change may be taken without the others that it names. */
  readonly alone?: true
}

type Changes = Pick<FolderPlan, 'root' | 'label' | 'actions'>

/** The folders as the person wants them changed. */
export async function approve<Folder extends Changes>(
  folders: readonly Folder[],
  asking: Asking,
): Promise<readonly Folder[] | 'declined' | 'interrupted'> {
  const words = say().review.approve
  const { ask, first, question = words.question, apply = words.apply } = asking
  const all = { value: 'apply', label: apply } as const
  const each = { value: 'one-by-one', label: words.oneByOne, hint: words.oneByOneHint } as const
  const answer = await ask.choose(question, [
    ...(first === 'apply' ? [all, each] : [each, all]),
    { value: 'not-now', label: words.notNow },
  ])
  if (answer === 'cancelled') return 'interrupted'
  if (answer !== 'one-by-one') return answer === 'apply' ? folders : 'declined'
  const rest: Folder[] = []
  for (const folder of folders) {
    const kept = await askEach(folder, asking)
    if (kept === 'interrupted') return kept
    rest.push(kept.size === 0 ? folder : withActions(folder, withoutFiles(folder.actions, kept, asking)))
  }
  return rest
}

/** The files that are to stay as they are. The index comes last: what it is to be depends on what is done before. */
async function askEach(
  { root, label, actions }: Changes,
  asking: Asking,
): Promise<ReadonlySet<FileName> | 'interrupted'> {
  const kept = new Set<FileName>()
  for (const action of actions) {
    const left = withoutFiles(actions, kept, asking)
    const done = new Set(left.map(({ file }) => file))
    // What was to serve one that stays goes with it, and is no question any more.
    if (!done.has(action.file)) continue
    const change = fileChanges([action], file => textAt(root, file), done)[0]!
    const isNone = action.kind !== 'archive' && change.before === change.after
    const answer = isNone ? 'skip' : await askAbout(action, change)
    if (answer === 'cancelled') return 'interrupted'
    if (answer === 'keep' || answer === 'skip') kept.add(action.file)
  }
  return kept

  /** The safe answer comes first, so it is what Enter gives. */
  function askAbout({ kind, file, reason }: Action, change: FileChange) {
    asking.show(change)
    const words = say().review.approve
    const choices =
      kind === 'archive'
        ? ([
            { value: 'keep', label: words.keep },
            { value: 'archive', label: words.archive },
          ] as const)
        : ([
            { value: 'skip', label: words.skip, hint: words.skipHint },
            { value: 'apply', label: words.apply },
          ] as const)
    return asking.ask.choose<'keep' | 'archive' | 'skip' | 'apply'>(
      `${showText(`${label}/${file}`)}: ${reasonWords(reason)}`,
      choices,
    )
  }
}

/** Without the changes to those files, what only served them, and what needs them. */
function withoutFiles(
  actions: readonly Action[],
  kept: ReadonlySet<FileName>,
  { alone }: Pick<Asking, 'alone'>,
): Action[] {
  if (alone === true)
    return actions
      .filter(({ file }) => !kept.has(file))
      .map(action => ({ ...action, needs: action.needs.filter(file => !kept.has(file)) }))
  const serves = ({ file, reason }: Action) =>
    kept.has(file) || (reason.why === 'merge' && [reason.from].flat().some(from => from && kept.has(from)))
  let rest = actions.filter(action => !serves(action))
  for (let before = -1; before !== rest.length; ) {
    before = rest.length
    const there = new Set(rest.map(action => action.file))
    rest = rest.filter(action => action.needs.every(file => there.has(file)))
  }
  return rest
}

/** A plan also says what stays then and why, and what becomes of the index. */
function withActions<Folder extends Changes>(folder: Folder, actions: readonly Action[]): Folder {
  const isArchived = (file: FileName) =>
    actions.some(action => action.kind === 'archive' && action.file === file)
  const { verdicts, index } = folder as Partial<FolderPlan>
  return {
    ...folder,
    actions,
    ...(verdicts && {
      verdicts: verdicts.map(verdict =>
        verdict.fate === 'goes' && !isArchived(verdict.file)
          ? { ...verdict, fate: 'stays', because: say().work.applyPlan.youKept }
          : verdict,
      ),
    }),
    ...(index && { index: indexThen(index, folder.actions, actions) }),
  }
}

/** Pieces of `MEMORY.md` that wait for an archive need no change: it never gets done. */
function indexThen(index: IndexSummary, before: readonly Action[], actions: readonly Action[]): IndexSummary {
  const { lines: _, ...counts } = index
  const { removed, added = 0, remaining } = counts
  if (!actions.some(({ file }) => file === INDEX_FILE))
    return { step: 'none', removed: 0, added: 0, remaining: remaining + removed - added }
  const pieces = before.flatMap(action =>
    action.kind === 'write' && action.reason.why === 'index' ? action.pieces : [],
  )
  const stays = before.filter(action => action.kind === 'archive' && !actions.includes(action))
  const listed = stays.filter(({ file }) => pieces.some(({ unlessDone }) => unlessDone === file)).length
  return { ...counts, removed: removed - listed, remaining: remaining + listed }
}

interface Asked {
  readonly yes?: boolean
  readonly scheduled?: boolean
  readonly verbose?: boolean
  readonly output?: string
}

/** What the person answered, for the report that follows. */
export interface Approval {
  approve(plan: Plan): Promise<Plan | 'declined'>
  answer(): 'not-asked' | 'answered' | 'interrupted'
}

/** Nobody is there to ask and nobody said yes before, so the plan is shown and that is all. `seed` goes ahead. */
export function mayOnlyLook({ yes, scheduled }: Asked, { ask }: Talk, rules: Rules): boolean {
  return ask === undefined && yes !== true && scheduled !== true && rules !== 'seed'
}

/** On a terminal the plan of a run is shown and the person decides. `--yes` answers that question and lifts nothing. */
export function approvalFor({ where, place }: App, input: Asked, talk: Talk): Approval {
  const { ask, look } = talk
  let answer: ReturnType<Approval['answer']> = 'not-asked'
  return {
    answer: () => answer,
    async approve(plan) {
      refuseMemoryFolder(where.cwd, input.output, plan)
      const isAsked = ask !== undefined && input.yes !== true && input.scheduled !== true
      if (!isAsked || plan.folders.every(isEmpty)) return plan
      const options = { ...look, verbose: input.verbose === true, place }
      talk.say(`${renderTerminal(unappliedReport(plan), options)}\n`)
      const decided = await approve(plan.folders, { ask, show: showOn(talk), first: 'apply' })
      answer = decided === 'interrupted' ? decided : 'answered'
      return typeof decided === 'string' || decided.every(isEmpty)
        ? 'declined'
        : { ...plan, folders: decided }
    },
  }
}

export const isEmpty = ({ actions }: Changes): boolean => actions.length === 0

export const showOn =
  ({ say, look }: Pick<Talk, 'say' | 'look'>): Asking['show'] =>
  change =>
    say(renderChanges([change], 'planned', look))

/** A plan as the report of a run that did nothing, to be shown. */
export const unappliedReport = (plan: Plan): Report => ({
  mode: 'plan',
  plan,
  results: [],
  missing: [],
  unfinished: [],
  notes: [],
  seconds: 0,
})

/** A report inside a memory folder would be read as a memory, and `-o MEMORY.md` would be the end of an index. */
export function refuseMemoryFolder(cwd: string, output: string | undefined, plan: Plan): void {
  if (output === undefined) return
  const named = dirname(resolve(cwd, output))
  const folder = realPath(named) ?? named
  const hit = plan.folders.find(one => one.root === folder)
  if (hit !== undefined) throw new DreamError(say().review.inMemoryFolder(output, hit.label), 2)
}
