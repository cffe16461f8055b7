import type { App, Ask } from '../app/index.ts'
import { findingEvidence, findingSubject, findingWords } from '../checks/index.ts'
import {
  type Action,
  type Answer,
  asFileName,
  DreamError,
  type FileChange,
  type FileName,
  type FolderOutcome,
  type QueueItem,
  type QueueText,
  type WaitingPlan,
} from '../model/index.ts'
import {
  againWords,
  type DiffLine,
  difference,
  leftOutWords,
  newPage,
  type Page,
  renderChanges,
  shownJson,
} from '../report/index.ts'
import {
  acceptSeen,
  answer,
  queue as itemsOf,
  type OpenQueue,
  openQueue,
  waitingPlans,
} from '../review/index.ts'
import { counted, maskSecrets, showText } from '../text/index.ts'
import { waitingConflicts } from '../vault/index.ts'
import { command, type Talk } from './command.ts'
import type { Inputs, Values } from './input.ts'
import { FOLDERS, POLICY } from './options.ts'
import { outcomeCode, outcomeText } from './outcome.ts'
import { writePlans } from './waiting-plans.ts'

const INPUT = {
  accept: {
    kind: 'text',
    value: 'id',
    about: 'do what one of them offers',
    conflicts: ['reject', 'never', 'reopen'],
  },
  goes: {
    kind: 'text',
    value: 'memory',
    about: 'with --accept: which of two that contradict each other goes',
  },
  reject: {
    kind: 'text',
    value: 'id',
    about: 'no, until a file that it is about changes',
    conflicts: ['never', 'reopen'],
  },
  never: { kind: 'text', value: 'id', about: 'no, and do not ask again', conflicts: ['reopen'] },
  reopen: { kind: 'text', value: 'id', about: 'take an answer back' },
  answered: { kind: 'flag', about: 'what was answered, instead of what waits' },
  ...FOLDERS,
  ...POLICY,
} as const satisfies Inputs

type QueueInput = Values<typeof INPUT>

type Result =
  | {
      readonly did: 'listed'
      readonly which: 'open' | 'answered'
      readonly items: readonly QueueItem[]
      readonly plans: readonly WaitingPlan[]
      readonly conflicts: Awaited<ReturnType<typeof waitingConflicts>>
    }
  | { readonly did: 'answered'; readonly answer: Answer }
  | { readonly did: 'declined' }
  | { readonly did: 'accepted'; readonly outcome: FolderOutcome; readonly changes: readonly FileChange[] }
  | { readonly did: 'went-through'; readonly exit: number }

export const queue = command({
  name: 'queue',
  group: 'everyday',
  summary: 'what waits for you, one at a time: accept, reject, edit, skip, never ask again',
  effect: 'write',
  settings: 'follow',
  input: INPUT,
  examples: [
    { line: 'dream queue', about: 'go through what waits; with no terminal, list it' },
    { line: 'dream queue --accept 1f3a', about: 'by the first letters of its id' },
    { line: 'dream queue --answered', about: 'what you said no to, and until when that holds' },
  ],
  async run(app, input, talk): Promise<Result> {
    const { where, policy, settings } = app
    if (input.accept !== undefined) return acceptById(app, input.accept, input.goes, talk)
    const said = answerOf(input)
    if (said !== undefined) {
      await answer(where, policy, said.id, said.answer)
      return { did: 'answered', answer: said.answer }
    }
    const which = input.answered === true ? 'answered' : 'open'
    const plans = which === 'open' ? waitingPlans(where) : []
    const { ask } = talk
    if (ask !== undefined && which === 'open' && talk.form === 'text') {
      const open = openQueue(where, policy, talk.progress)
      if (open.items.length > 0)
        return { did: 'went-through', exit: await goThrough(app, open, plans, { ...talk, ask }) }
    }
    const conflicts = which === 'open' ? await waitingConflicts(where, settings.config) : []
    return { did: 'listed', which, items: itemsOf(where, policy, which), plans, conflicts }
  },
  render(result, page, { place, look }) {
    if (result.did === 'went-through') return ''
    if (result.did === 'answered') return page.text(SAID[result.answer])
    if (result.did === 'declined') return page.text('Nothing was changed.')
    if (result.did === 'accepted') {
      const text = outcomeText(result.outcome, place)
      return `${text}${outcomeCode(result.outcome) === 0 ? renderChanges(result.changes, 'done', look) : ''}`
    }
    const { items, which, plans, conflicts } = result
    list(page, items, which, plans)
    if (conflicts.length > 0)
      page
        .gap()
        .text(`The files and MAGMA disagree in ${conflicts.length}: dream check${place} asks about it`)
    return page
  },
  format: 'queue',
  json: result => {
    const { did: _, ...listed } = result
    return shownJson({ format: 'dream-queue', version: 1, ...listed })
  },
  exitCode: result => {
    if (result.did === 'went-through') return result.exit
    return result.did === 'accepted' ? outcomeCode(result.outcome) : 0
  },
})

const SAID: Record<Answer, string> = {
  rejected: 'Noted. It is not asked again until a file that it is about changes.',
  never: 'Noted. It is never asked again; dream queue --answered lists it.',
  reopened: 'It waits for you again.',
}

function answerOf({ reject, never, reopen }: QueueInput): { id: string; answer: Answer } | undefined {
  if (reject !== undefined) return { id: reject, answer: 'rejected' }
  if (never !== undefined) return { id: never, answer: 'never' }
  return reopen === undefined ? undefined : { id: reopen, answer: 'reopened' }
}

/** At a terminal the difference is shown first and the person says yes; a script is told what was done. */
async function acceptById(
  { where, policy }: App,
  id: string,
  goes: string | undefined,
  { ask, look, say }: Talk,
): Promise<Result> {
  const see = async (changes: readonly FileChange[]) => {
    if (ask === undefined) return 'yes'
    say(renderChanges(changes, 'planned', look))
    return (await ask.confirm('Accept this? dream undo takes it back.')) === 'yes' ? 'yes' : 'no'
  }
  const named = goes === undefined ? undefined : asFileName(goes)
  const { changes, outcome } = await acceptSeen(where, policy, id, see, named)
  if (outcome === undefined) return { did: 'declined' }
  return { did: 'accepted', outcome, changes: ask === undefined ? changes : [] }
}

type Key = 'a' | 'r' | 'e' | 's' | 'n' | 'q' | '1' | '2'
type Asking = Talk & { readonly ask: Ask }

async function goThrough(
  { place }: App,
  open: OpenQueue,
  plans: readonly WaitingPlan[],
  talk: Asking,
): Promise<number> {
  const { ask, say, look } = talk
  let worst = 0
  if (plans.length > 0) say(list(newPage(look), [], 'open', plans).end())
  for (const [at, asked] of open.items.entries()) {
    // What was accepted before may have changed it, or settled it.
    const item = open.now(asked)
    if (item === undefined) continue
    say(question(newPage(look), item, `${at + 1} of ${open.items.length}`).end())
    const changes = open.changes(item).filter(one => !isShown(item, one))
    say(renderChanges(changes, 'planned', look))
    const key = await ask.key<Key>('What now?', keysFor(item), 's')
    if (key === 'cancelled' || key === 'q') break
    worst = Math.max(worst, await carryOut(open, item, key, talk, place))
  }
  return worst
}

/** The question itself shows how the text that it is about would change. */
const isShown = ({ texts, becomes }: QueueItem, { file }: FileChange): boolean =>
  texts[0]?.file === file && becomes.some(text => text.file === file)

function keysFor({ proposal, choices, texts }: QueueItem) {
  const [first, second] = choices.map(showText)
  return [
    ...(first === undefined || second === undefined
      ? []
      : ([
          { value: '1', label: `keep ${first}, archive ${second}` },
          { value: '2', label: `keep ${second}, archive ${first}` },
        ] as const)),
    ...(proposal.actions.length > 0 ? ([{ value: 'a', label: 'accept' }] as const) : []),
    { value: 'r', label: 'reject', hint: 'until it changes' },
    ...(texts.length > 0 ? ([{ value: 'e', label: `edit ${showText(texts[0]!.file)}` }] as const) : []),
    { value: 's', label: 'skip', hint: 'Enter' },
    { value: 'n', label: 'never ask again' },
    { value: 'q', label: 'quit' },
  ] as const
}

async function carryOut(
  open: OpenQueue,
  item: QueueItem,
  key: Key,
  { ask, say }: Asking,
  place: string,
): Promise<number> {
  const { id } = item.proposal
  const done = (outcome: FolderOutcome): number => {
    say(outcomeText(outcome, place))
    return outcomeCode(outcome)
  }
  try {
    if (key === 'a' || key === '1' || key === '2') {
      const goes = key === 'a' ? undefined : goesFor(item, key)
      // They have seen the difference, and answered.
      const { outcome } = await open.accept(id, async () => 'yes', goes)
      return done(outcome!)
    }
    if (key === 'r') await open.answer(id, 'rejected')
    if (key === 'n') await open.answer(id, 'never')
    const [text] = item.texts
    if (key !== 'e' || text === undefined) return 0
    const edited = await ask.edit(text.file, text.text)
    if (edited !== 'cancelled' && edited.text !== text.text)
      return done(await open.edit(id, { ...text, text: edited.text }))
    say('Nothing was changed.\n')
    return 0
  } catch (error) {
    // One that changed meanwhile is no reason to stop asking about the others.
    if (!(error instanceof DreamError) || error.exit === 4) throw error
    say(`${showText(error.message)}\n`)
    return 1
  }
}

const goesFor = ({ choices }: QueueItem, key: '1' | '2'): FileName => choices[key === '1' ? 1 : 0]!

/** Everything that waits, in short, with the names by which it can be answered. */
function list(
  page: Page,
  items: readonly QueueItem[],
  which: 'open' | 'answered',
  plans: readonly WaitingPlan[],
): Page {
  if (items.length + plans.length === 0)
    return page.text(
      which === 'open' ? 'Nothing waits for you.' : 'Nothing was answered yet, or it has changed since.',
    )
  writePlans(page, plans, 0)
  for (const { label, proposal } of items) {
    writeFinding(page.gap(), label, proposal, which)
    page.text(`id ${proposal.id}`, 4, 'quiet')
  }
  return page
}

function writeFinding(
  page: Page,
  label: string,
  proposal: QueueItem['proposal'],
  which: 'open' | 'answered',
): void {
  const { finding } = proposal
  page.entry(`${label}/${findingSubject(finding)}`, findingWords(finding), 0, 'strong')
  for (const line of findingEvidence(finding)) page.text(line, 4, 'quiet')
  page.text(stateWords(proposal, which), 4, 'quiet')
}

function stateWords({ because, decision }: QueueItem['proposal'], which: 'open' | 'answered'): string {
  if (decision === undefined || which === 'open') return `why it waits: ${because}`
  const day = decision.at.slice(0, 10)
  return decision.answer === 'never'
    ? `you said never on ${day}`
    : `you said no on ${day}; holds until it changes`
}

/** Lines of text that one question shows; the rest is in the file. */
const MOST_SHOWN = 40

/** One question: what was seen, why it waits, and the texts with what differs marked. */
function question(page: Page, { label, proposal, texts, becomes }: QueueItem, number: string): Page {
  page.gap().text(number, 0, 'quiet')
  writeFinding(page, label, proposal, 'open')
  if (proposal.decision !== undefined) page.text(againWords(proposal.decision), 4, 'quiet')
  if (proposal.actions.length > 0) page.text(`accepting ${acceptWords(proposal.actions)}`, 4, 'quiet')
  page.gap()
  const [first, second] = texts
  const rewritten = becomes.find(each => each.file === first?.file)
  if (first !== undefined && rewritten !== undefined)
    writeDifference(page, first, { ...rewritten, file: first.file })
  else if (first !== undefined && second !== undefined) writeDifference(page, first, second)
  else if (first !== undefined) writeText(page, first)
  return page
}

/** "archives a.md, adds to b.md": the index and links to what goes are brought along. */
const acceptWords = (actions: readonly Action[]): string =>
  actions.map(({ kind, file }) => `${ACCEPTING[kind]} ${file}`).join(', ')

const ACCEPTING: Record<Action['kind'], string> = { archive: 'archives', write: 'writes', append: 'adds to' }

function writeDifference(page: Page, first: QueueText, second: QueueText): void {
  const isRewrite = first.file === second.file
  page.text(isRewrite ? `- ${first.file} as it is` : `- only in ${first.file}`, 2, 'bad')
  page.text(isRewrite ? `+ ${first.file} as it would be` : `+ only in ${second.file}`, 2, 'good')
  page.gap()
  const lines = difference(first.text, second.text)
  for (const line of lines.slice(0, MOST_SHOWN)) writeLine(page, line)
  writeRest(page, lines.length)
}

function writeLine(page: Page, line: DiffLine): void {
  if ('lines' in line) page.text(leftOutWords(line), 4, 'quiet')
  else if (line.in === 'both') page.text(line.text === '' ? ' ' : line.text, 4)
  else page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 2, line.in === 'first' ? 'bad' : 'good')
}

function writeText(page: Page, { file, text }: QueueText): void {
  page.text(file, 2, 'name')
  const lines = maskSecrets(text).trimEnd().split(/\r?\n/)
  for (const line of lines.slice(0, MOST_SHOWN)) page.text(line === '' ? ' ' : line, 4)
  writeRest(page, lines.length)
}

function writeRest(page: Page, count: number): void {
  if (count > MOST_SHOWN) page.text(`… and ${counted(count - MOST_SHOWN, 'line')} more`, 4, 'quiet')
}
