import { findingEvidence, findingSubject, findingWords } from '../../checks/index.ts'
import type { Action, QueueItem, QueueText, WaitingPlan } from '../../model/index.ts'
import {
  againWords,
  counted,
  type DiffLine,
  difference,
  leftOutWords,
  newPage,
  type Page,
  type PageOptions,
} from '../../report/index.ts'
import { maskSecrets } from '../../text/index.ts'
import { writePlans } from './plans.ts'

/** Lines of text that one question shows; the rest is in the file. */
const MOST_SHOWN = 40

/** Everything that waits, in short, with the names by which it can be answered. */
export function renderQueue(
  items: readonly QueueItem[],
  which: 'open' | 'answered',
  options: PageOptions,
  plans: readonly WaitingPlan[] = [],
): string {
  const page = newPage(options)
  if (items.length + plans.length === 0) {
    page.text(
      which === 'open' ? 'Nothing waits for you.' : 'Nothing was answered yet, or it has changed since.',
    )
    return page.end()
  }
  writePlans(page, plans, 0)
  for (const { label, proposal } of items) {
    page
      .gap()
      .entry(`${label}/${findingSubject(proposal.finding)}`, findingWords(proposal.finding), 0, 'strong')
    for (const line of findingEvidence(proposal.finding)) page.text(line, 4, 'quiet')
    page.text(stateWords(proposal, which), 4, 'quiet')
    page.text(`id ${proposal.id}`, 4, 'quiet')
  }
  return page.end()
}

function stateWords({ because, decision }: QueueItem['proposal'], which: 'open' | 'answered'): string {
  if (decision === undefined) return `why it waits: ${because}`
  if (which === 'open') return `why it waits: ${because}`
  const day = decision.at.slice(0, 10)
  return decision.answer === 'never'
    ? `you said never on ${day}`
    : `you said no on ${day}; holds until it changes`
}

/** One question: what was seen, why it waits, and the texts with what differs marked. */
export function renderQuestion(
  item: QueueItem,
  at: { number: number; of: number },
  options: PageOptions,
): string {
  const { label, proposal, texts, becomes } = item
  const page = newPage(options)
  page.gap().text(`${at.number} of ${at.of}`, 0, 'quiet')
  page.entry(`${label}/${findingSubject(proposal.finding)}`, findingWords(proposal.finding), 0, 'strong')
  for (const line of findingEvidence(proposal.finding)) page.text(line, 4, 'quiet')
  page.text(stateWords(proposal, 'open'), 4, 'quiet')
  if (proposal.decision !== undefined) page.text(againWords(proposal.decision), 4, 'quiet')
  if (proposal.actions.length > 0) page.text(`accepting ${acceptWords(proposal.actions)}`, 4, 'quiet')
  page.gap()
  const [first, second] = texts
  const rewritten = becomes.find(each => each.file === first?.file)
  if (first !== undefined && rewritten !== undefined)
    writeDifference(page, first, { ...rewritten, file: first.file })
  else if (first !== undefined && second !== undefined) writeDifference(page, first, second)
  else if (first !== undefined) writeText(page, first)
  return page.end()
}

/** "archives a.md, adds to b.md": the index and links to what goes are brought along. */
function acceptWords(actions: readonly Action[]): string {
  return actions.map(({ kind, file }) => `${ACCEPTING[kind]} ${file}`).join(', ')
}

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
