import type { Ask } from '../app/index.ts'
import { say } from '../languages/index.ts'
import { type Answer, DreamError, type FolderOutcome } from '../model/index.ts'
import type { FileChange } from '../plan/index.ts'
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
import { openQueue, type ReviewItem, type ReviewQueue, type ReviewText } from '../review/index.ts'
import { maskSecrets, showText } from '../text/index.ts'
import { command, type Inputs, type Talk, type Values } from './command.ts'
import { FOLDERS, POLICY } from './options.ts'
import { outcomeCode, outcomeText } from './outcome.ts'

const INPUT = {
  accept: { kind: 'text', value: 'id', conflicts: ['reject', 'never', 'reopen'] },
  goes: { kind: 'text', value: 'which' },
  reject: { kind: 'text', value: 'id', conflicts: ['never', 'reopen'] },
  never: { kind: 'text', value: 'id', conflicts: ['reopen'] },
  reopen: { kind: 'text', value: 'id' },
  answered: { kind: 'flag' },
  ...FOLDERS,
  ...POLICY,
} as const satisfies Inputs

type QueueInput = Values<typeof INPUT>

type Result =
  | { readonly did: 'listed'; readonly which: 'open' | 'answered'; readonly items: readonly ReviewItem[] }
  | { readonly did: 'answered'; readonly answer: Answer }
  | { readonly did: 'declined' }
  | { readonly did: 'accepted'; readonly outcome: FolderOutcome; readonly changes: readonly FileChange[] }
  | { readonly did: 'went-through'; readonly exit: number }

export const queue = command({
  name: 'queue',
  group: 'everyday',
  help: say => say.help.queue,
  effect: 'write',
  settings: 'follow',
  input: INPUT,
  examples: ['dream queue', 'dream queue --accept 1f3a', 'dream queue --answered'],
  async run(app, input, talk): Promise<Result> {
    const { where, policy, settings, place } = app
    const review = openQueue({ where, policy, settings: settings.config, progress: talk.progress })
    if (input.accept !== undefined) return acceptById(review, input.accept, input.goes, talk)
    const said = answerOf(input)
    if (said !== undefined) {
      await review.answer(said.id, said.answer)
      return { did: 'answered', answer: said.answer }
    }
    const which = input.answered === true ? 'answered' : 'open'
    const items = await review.list(which)
    const { ask } = talk
    if (ask === undefined || which === 'answered' || talk.form === 'json' || items.length === 0)
      return { did: 'listed', which, items }
    return { did: 'went-through', exit: await goThrough(review, items, { ...talk, ask }, place) }
  },
  render(result, page, { place, look }) {
    if (result.did === 'went-through') return ''
    if (result.did === 'answered') return page.text(say().review.queue.answered[result.answer])
    if (result.did === 'declined') return page.text(say().review.nothingChanged)
    if (result.did === 'listed') return list(page, result.items, result.which, place)
    const text = outcomeText(result.outcome, place)
    return `${text}${outcomeCode(result.outcome) === 0 ? renderChanges(result.changes, 'done', look) : ''}`
  },
  format: 'queue',
  json: ({ did: _, ...result }) => shownJson({ format: 'dream-queue', version: 2, ...result }),
  exitCode: result => {
    if (result.did === 'went-through') return result.exit
    return result.did === 'accepted' ? outcomeCode(result.outcome) : 0
  },
})

function answerOf({ reject, never, reopen }: QueueInput): { id: string; answer: Answer } | undefined {
  if (reject !== undefined) return { id: reject, answer: 'rejected' }
  if (never !== undefined) return { id: never, answer: 'never' }
  return reopen === undefined ? undefined : { id: reopen, answer: 'reopened' }
}

/** At a terminal the difference is shown first and the person says yes; a script is told what was done. */
async function acceptById(
  review: ReviewQueue,
  id: string,
  goes: string | undefined,
  { ask, look, say: print }: Talk,
): Promise<Result> {
  const { changes, outcome } = await review.accept(id, goes, async changes => {
    if (ask === undefined) return 'yes'
    print(renderChanges(changes, 'planned', look))
    return (await ask.confirm(say().review.queue.confirm)) === 'yes' ? 'yes' : 'no'
  })
  if (outcome === undefined) return { did: 'declined' }
  return { did: 'accepted', outcome, changes: ask === undefined ? changes : [] }
}

type Key = 'a' | 'r' | 'e' | 's' | 'n' | 'q' | '1' | '2'
type Asking = Talk & { readonly ask: Ask }

async function goThrough(
  review: ReviewQueue,
  items: readonly ReviewItem[],
  talk: Asking,
  place: string,
): Promise<number> {
  let worst = 0
  for (const [at, asked] of items.entries()) {
    // What was accepted before may have changed it, or settled it.
    const item = await review.now(asked)
    if (item === undefined) continue
    try {
      const changes = item.accepting === undefined ? [] : await review.changes(item)
      talk.say(
        question(newPage(talk.look), item, changes, say().review.queue.progress(at + 1, items.length)).end(),
      )
      talk.say(renderChanges(changes, 'planned', talk.look))
      const key = await talk.ask.key<Key>(say().review.queue.whatNow, keysFor(item), 's')
      if (key === 'cancelled' || key === 'q') break
      worst = Math.max(worst, await carryOut(review, item, key, talk, place))
    } catch (error) {
      // One that changed meanwhile is no reason to stop asking about the others.
      if (!(error instanceof DreamError)) throw error
      talk.say(`${showText(error.message)}\n`)
      worst = Math.max(worst, error.exit === 4 ? 4 : 1)
    }
  }
  return worst
}

function keysFor({ accepting, choices, texts }: ReviewItem) {
  const { keys } = say().review.queue
  const picks = choices.map(
    ({ label }, at) => ({ value: at === 0 ? '1' : '2', label: showText(label) }) as const,
  )
  return [
    ...picks,
    ...(accepting === undefined ? [] : ([{ value: 'a', label: keys.accept }] as const)),
    { value: 'r', label: keys.reject, hint: keys.rejectHint },
    ...(texts.length > 0 ? ([{ value: 'e', label: keys.edit(showText(texts[0]!.file)) }] as const) : []),
    { value: 's', label: keys.skip, hint: keys.skipHint },
    { value: 'n', label: keys.never },
    { value: 'q', label: keys.quit },
  ] as const
}

async function carryOut(
  review: ReviewQueue,
  { id, choices, texts: [text] }: ReviewItem,
  key: Key,
  { ask, say: print }: Asking,
  place: string,
): Promise<number> {
  const done = (outcome: FolderOutcome): number => {
    print(outcomeText(outcome, place))
    return outcomeCode(outcome)
  }
  if (key === 'a' || key === '1' || key === '2') {
    const choice = key === 'a' ? undefined : choices[Number(key) - 1]!.value
    // They have seen the difference, and answered.
    return done((await review.accept(id, choice)).outcome!)
  }
  if (key === 'r') await review.answer(id, 'rejected')
  if (key === 'n') await review.answer(id, 'never')
  if (key !== 'e' || text === undefined) return 0
  const edited = await ask.edit(text.file, text.text)
  if (edited !== 'cancelled' && edited.text !== text.text)
    return done(await review.edit(id, { ...text, text: edited.text }))
  print(`${say().review.nothingChanged}\n`)
  return 0
}

/** Everything that waits, in short, with the names by which it can be answered. */
function list(page: Page, items: readonly ReviewItem[], which: 'open' | 'answered', place: string): Page {
  const words = say().review.queue
  if (items.length === 0) return page.text(which === 'open' ? words.empty : words.noAnswers)
  for (const item of items) {
    writeItem(page.gap(), item, which)
    page.text(words.id(item.id), 4, 'quiet')
  }
  if (which === 'open')
    page.gap().entry(`dream queue --accept ${items[0]!.id.slice(0, 8)}${place}`, words.howToAnswer, 0, 'good')
  return page
}

function writeItem(page: Page, item: ReviewItem, which: 'open' | 'answered'): void {
  page.entry(`${item.label}/${item.subject}`, item.words, 0, 'strong')
  // A path is to be copied whole.
  for (const line of item.evidence)
    if (line.startsWith('/')) page.uncut(`    ${line}`, 'quiet')
    else page.text(line, 4, 'quiet')
  page.text(stateWords(item, which), 4, 'quiet')
}

function stateWords({ because, decision }: ReviewItem, which: 'open' | 'answered'): string {
  const words = say().review.queue
  if (decision === undefined || which === 'open') return words.needsReview(because)
  const day = decision.at.slice(0, 10)
  return decision.answer === 'never' ? words.saidNever(day) : words.saidNo(day)
}

/** Lines of text that one question shows; the rest is in the file. */
const MOST_SHOWN = 40

/** One question: what was seen, why it waits, and the texts with what differs marked, where the changes do not show it. */
function question(page: Page, item: ReviewItem, changes: readonly FileChange[], number: string): Page {
  const [first, second] = item.texts
  page.gap().text(number, 0, 'quiet')
  writeItem(page, item, 'open')
  if (item.decision !== undefined) page.text(againWords(item.decision), 4, 'quiet')
  if (item.accepting !== undefined) page.text(say().review.queue.accepting(item.accepting), 4, 'quiet')
  page.gap()
  const isShown = changes.some(({ file, after }) => file === first?.file && after !== undefined)
  if (first === undefined || isShown) return page
  if (second === undefined) writeText(page, first)
  else writeDifference(page, first, second)
  return page
}

function writeDifference(page: Page, first: ReviewText, second: ReviewText): void {
  page.text(`- ${say().review.queue.onlyIn(first.file)}`, 2, 'bad')
  page.text(`+ ${say().review.queue.onlyIn(second.file)}`, 2, 'good')
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

function writeText(page: Page, { file, text }: ReviewText): void {
  page.text(file, 2, 'name')
  const lines = maskSecrets(text).trimEnd().split(/\r?\n/)
  for (const line of lines.slice(0, MOST_SHOWN)) page.text(line === '' ? ' ' : line, 4)
  writeRest(page, lines.length)
}

function writeRest(page: Page, count: number): void {
  if (count > MOST_SHOWN) page.text(say().review.queue.moreLines(count - MOST_SHOWN), 4, 'quiet')
}
