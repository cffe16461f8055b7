import type { FileChange, FileName, Policy, QueueItem, WaitingPlan } from '../model/index.ts'
import type { OpenQueue } from '../review/index.ts'
import type { Call, Command } from './command.ts'
import { someoneIsThere } from './io.ts'
import { lookOf } from './look.ts'
import { policyOf } from './policy.ts'
import { print } from './print.ts'
import { progressOn } from './progress.ts'
import { tellOutcome } from './tell-outcome.ts'
import { placeOf, whereOf } from './where.ts'

export const queueCommand: Command = {
  name: 'queue',
  summary: 'what waits for you, one at a time: accept, reject, edit, skip, never ask again',
  arguments: [],
  flags: [
    'accept',
    'goes',
    'reject',
    'never',
    'reopen',
    'answered',
    'folder',
    'rules',
    'recentDays',
    'env',
    'project',
    'allProjects',
    'layout',
    'json',
    'color',
    'noColor',
  ],
  examples: [
    { line: 'dream queue', about: 'go through what waits; with no terminal, list it' },
    { line: 'dream queue --accept 1f3a', about: 'by the first letters of its id' },
    { line: 'dream queue --answered', about: 'what you said no to, and until when that holds' },
  ],
  run,
}

async function run(call: Call): Promise<number> {
  const { openQueue, queue } = await import('../review/queue.ts')
  const { waitingPlans } = await import('../review/waiting-plans.ts')
  const policy = await policyOf(call)
  const answered = await answerByFlag(call, policy)
  if (answered !== undefined) return answered
  const which = call.flags.answered === true ? 'answered' : 'open'
  const plans = which === 'open' ? waitingPlans(whereOf(call)) : []
  const asks = someoneIsThere(call.io) && which === 'open' && call.flags.json !== true
  const open = asks ? openQueue(whereOf(call), policy, progressOn(call.io).step) : undefined
  if (open !== undefined && open.items.length > 0) return goThrough(call, open, plans)
  return list(call, queue(whereOf(call), policy, which), which, plans)
}

async function list(
  call: Call,
  items: readonly QueueItem[],
  which: 'open' | 'answered',
  plans: readonly WaitingPlan[],
): Promise<number> {
  const { renderQueue } = await import('./render/queue.ts')
  const { waitingConflicts } = await import('../vault/check.ts')
  const conflicts =
    which === 'open' && call.settings !== undefined
      ? await waitingConflicts(whereOf(call), call.settings.config)
      : []
  const more =
    conflicts.length === 0
      ? ''
      : `\nThe files and MAGMA disagree in ${conflicts.length}: dream check${placeOf(call)} asks about it\n`
  await print(
    call,
    'queue',
    { which, items, plans, conflicts },
    look => renderQueue(items, which, look, plans) + more,
  )
  return 0
}

/** For scripts, and for the page: an answer without a question. */
async function answerByFlag(call: Call, policy: Policy): Promise<number | undefined> {
  const { answer } = await import('../review/queue.ts')
  const { asFileName } = await import('../model/file-name.ts')
  const { flags } = call
  const where = whereOf(call)
  if (flags.accept !== undefined) {
    const goes = flags.goes === undefined ? undefined : asFileName(flags.goes)
    return acceptById(call, policy, flags.accept, goes)
  }
  const said = [
    [flags.reject, 'rejected'],
    [flags.never, 'never'],
    [flags.reopen, 'reopened'],
  ] as const
  for (const [id, word] of said) {
    if (id === undefined) continue
    await answer(where, policy, id, word)
    call.io.stdout.write(`${SAID[word]}\n`)
    return 0
  }
  return undefined
}

/** At a terminal the difference is shown first and the person says yes; a script is told what was done. */
async function acceptById(
  call: Call,
  policy: Policy,
  id: string,
  goes: FileName | undefined,
): Promise<number> {
  const { acceptSeen } = await import('../review/queue.ts')
  const { renderChanges } = await import('../report/change.ts')
  const { io, flags } = call
  const isAsked = someoneIsThere(io)
  const see = async (changes: readonly FileChange[]) => {
    if (!isAsked) return 'yes'
    io.stderr.write(renderChanges(changes, 'planned', lookOf(io, io.stderr, flags)))
    return (await io.ask.confirm('Accept this? dream undo takes it back.')) === 'yes' ? 'yes' : 'no'
  }
  const { changes, outcome } = await acceptSeen(whereOf(call), policy, id, see, goes)
  if (outcome === undefined) {
    io.stdout.write('Nothing was changed.\n')
    return 0
  }
  const code = await tellOutcome(call, outcome)
  if (!isAsked && code === 0) io.stdout.write(renderChanges(changes, 'done', lookOf(io, io.stdout, flags)))
  return code
}

const SAID = {
  rejected: 'Noted. It is not asked again until a file that it is about changes.',
  never: 'Noted. It is never asked again; dream queue --answered lists it.',
  reopened: 'It waits for you again.',
} as const

type Key = 'a' | 'r' | 'e' | 's' | 'n' | 'q' | '1' | '2'

async function goThrough(call: Call, open: OpenQueue, plans: readonly WaitingPlan[]): Promise<number> {
  const { renderChanges } = await import('../report/change.ts')
  const { renderQuestion, renderQueue } = await import('./render/queue.ts')
  const { showText } = await import('../text/text.ts')
  const { io, flags } = call
  const look = { ...lookOf(io, io.stderr, flags), place: placeOf(call) }
  const { items } = open
  let worst = 0
  if (plans.length > 0) io.stderr.write(renderQueue([], 'open', look, plans))
  for (const [at, asked] of items.entries()) {
    // What was accepted before may have changed it, or settled it.
    const item = open.now(asked)
    if (item === undefined) continue
    io.stderr.write(renderQuestion(item, { number: at + 1, of: items.length }, look))
    io.stderr.write(
      renderChanges(
        open.changes(item).filter(one => !isShown(item, one)),
        'planned',
        look,
      ),
    )
    const key = await io.ask.key<Key>('What now?', keysFor(item, showText), 's')
    if (key === 'cancelled' || key === 'q') break
    worst = Math.max(worst, await answerKey(call, open, item, key))
  }
  return worst
}

/** The question itself shows how the text that it is about would change. */
const isShown = ({ texts, becomes }: QueueItem, { file }: FileChange): boolean =>
  texts[0]?.file === file && becomes.some(text => text.file === file)

function keysFor({ proposal, choices, texts }: QueueItem, show: (text: string) => string) {
  const [first, second] = choices.map(show)
  return [
    ...(first === undefined || second === undefined
      ? []
      : ([
          { value: '1', label: `keep ${first}, archive ${second}` },
          { value: '2', label: `keep ${second}, archive ${first}` },
        ] as const)),
    ...(proposal.actions.length > 0 ? ([{ value: 'a', label: 'accept' }] as const) : []),
    { value: 'r', label: 'reject', hint: 'until it changes' },
    ...(texts.length > 0 ? ([{ value: 'e', label: `edit ${show(texts[0]!.file)}` }] as const) : []),
    { value: 's', label: 'skip', hint: 'Enter' },
    { value: 'n', label: 'never ask again' },
    { value: 'q', label: 'quit' },
  ] as const
}

async function answerKey(call: Call, open: OpenQueue, item: QueueItem, key: Key): Promise<number> {
  const { id } = item.proposal
  try {
    if (key === 'a' || key === '1' || key === '2') {
      const goes = key === 'a' ? undefined : goesFor(item, key)
      // They have seen the difference, and answered.
      const { outcome } = await open.accept(id, async () => 'yes', goes)
      return tellOutcome(call, outcome!)
    }
    if (key === 'e') return await editFirst(call, open, item)
    if (key === 'r') await open.answer(id, 'rejected')
    if (key === 'n') await open.answer(id, 'never')
    return 0
  } catch (error) {
    // One that changed meanwhile is no reason to stop asking about the others.
    const { DreamError } = await import('../model/dream-error.ts')
    const { showText } = await import('../text/text.ts')
    if (!(error instanceof DreamError)) throw error
    call.io.stderr.write(`${showText(error.message)}\n`)
    return 1
  }
}

const goesFor = ({ choices }: QueueItem, key: '1' | '2'): FileName => choices[key === '1' ? 1 : 0]!

async function editFirst(call: Call, open: OpenQueue, item: QueueItem): Promise<number> {
  const [text] = item.texts
  if (text === undefined) return 0
  const edited = await call.io.ask.edit(text.file, text.text)
  if (edited === 'cancelled' || edited.text === text.text) {
    call.io.stderr.write('Nothing was changed.\n')
    return 0
  }
  return tellOutcome(call, await open.edit(item.proposal.id, { ...text, text: edited.text }))
}
