import { reasonInfo } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import type {
  Decision,
  FileText,
  IndexSummary,
  Reason,
  RecallFigure,
  Report,
  SpentRow,
  Verdict,
} from '../model/index.ts'
import { quoted, showText } from '../text/index.ts'
import { type Page, padToColumns } from './page.ts'

const shown = (files: Reason['from'] = []): string => [files].flat().map(showText).join(', ')

/** Reasons that no check gives. */
function commonReason({ why, from, targets, run = '' }: Reason): string {
  const { merge, links, undo, ...plain } = say().report.reasons
  if (why === 'merge') return merge(shown(from))
  if (why === 'links-repaired') return links(shown(targets))
  if (why === 'undo') return undo(showText(run))
  return (plain as Readonly<Record<string, string>>)[why] ?? showText(why)
}

/** Minutes are enough to find a run; the id tells two of them apart. */
export const timeWords = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** 812 bytes, 14.2 kB, 3.1 MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return say().report.bytes(bytes)
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Why a file was changed. */
export function reasonWords(reason: Reason): string {
  return reasonInfo(reason)?.say(reason) ?? commonReason(reason)
}

/** The word in brackets that the first design gives. */
export function reasonTag({ why, of, by }: Reason): string {
  const other = of !== undefined ? ` of ${showText(of)}` : by !== undefined ? ` by ${showText(by)}` : ''
  return why.toUpperCase().replaceAll('-', '_') + other
}

/** What becomes of a memory, and why. */
export const fateWords = ({ fate, because }: Verdict): string =>
  say().checks.at(say().plan.fates[fate], because)

/** Of feedback that was long not confirmed. */
export const weightWords = ({ weight }: Verdict): string =>
  weight === undefined ? '' : say().report.weight(Math.round(weight * 100) / 100)

export function indexWords(index: IndexSummary): string {
  const { newEntries, entries } = say().report
  if (index.step === 'create') return newEntries(index.remaining)
  return entries(index.removed, index.added ?? 0, index.remaining)
}

/** A question that was answered once and is open again. */
export const againWords = ({ at }: Decision): string => say().report.again(at.slice(0, 10))

/** What the search check found; nothing where there was nothing to ask. */
export function recallWords({ before, after, kept }: RecallFigure): string | undefined {
  if (before === 0 && kept.length === 0) return undefined
  return say().report.searchCheck(after, before, kept.map(showText).join(', '))
}

/** What the run had to look at. Nothing on a first run, when all of it was new. */
export function sinceWords({ since = [] }: Report): string | undefined {
  const sum = (key: 'skipped' | 'updated' | 'added' | 'removed') =>
    since.reduce((all, folder) => all + folder[key], 0)
  const [skipped, updated, added, removed] = [sum('skipped'), sum('updated'), sum('added'), sum('removed')]
  if (skipped + updated + removed === 0) return undefined
  return say().report.since(skipped, updated, added, removed)
}

/** A path as a shell takes it. */
export const shellWord = (text: string): string =>
  /^[\w.,:@%+/~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** What comes near is said to be there: a person sees what may have to go. */
export function writeNear(page: Page, near: readonly FileText[], indent: number): void {
  for (const { file, text } of near)
    page.text(say().review.near(`${file}${text === '' ? '' : `: ${quoted(text)}`}`), indent, 'warn')
}

/** P4: what asking models came to. Nothing at all where nobody was asked. */
export function writeSpent(page: Page, rows: readonly SpentRow[]): void {
  if (rows.length === 0) return
  const lines = rows.map(row => ({ name: nameWords(row), words: amountWords(row) }))
  const widest = Math.max(...lines.map(({ name }) => name.length))
  page.gap().text(say().review.spent.title, 0, 'strong')
  for (const { name, words } of lines) page.entry(padToColumns(name, widest), words, 2)
  if (rows.length > 1)
    page.entry(padToColumns(say().review.spent.together, widest), amountWords(sumSpent(rows)), 2)
}

export const spentLines = (rows: readonly SpentRow[]): string[] =>
  rows.map(row => `${nameWords(row)}: ${amountWords(row)}`)

type Amounts = Pick<SpentRow, 'calls' | 'inputTokens' | 'outputTokens' | 'cost'>

function sumSpent(rows: readonly SpentRow[]): Amounts {
  const sum = (amount: (row: SpentRow) => number) => rows.reduce((all, row) => all + amount(row), 0)
  const isPriced = rows.every(({ cost }) => cost !== null)
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: isPriced ? sum(({ cost }) => cost ?? 0) : null,
  }
}

const nameWords = ({ role, purpose, model }: SpentRow): string => `${purpose} (${role}, ${model})`

function amountWords({ calls, inputTokens, outputTokens, cost }: Amounts): string {
  return say().review.spent.amount(calls, inputTokens, outputTokens, costWords(cost))
}

function costWords(cost: number | null): string {
  if (cost === null) return say().review.spent.unknownPrice
  if (cost === 0) return '$0'
  return cost < 0.01 ? say().review.spent.little : `$${cost.toFixed(2)}`
}
