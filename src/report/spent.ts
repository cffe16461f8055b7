import type { SpentRow } from '../model/index.ts'
import { padToColumns } from './columns.ts'
import type { Page } from './page.ts'

/** P4: what asking models came to. Nothing at all where nobody was asked. */
export function writeSpent(page: Page, rows: readonly SpentRow[]): void {
  if (rows.length === 0) return
  const lines = rows.map(row => ({ name: nameWords(row), words: amountWords(row) }))
  const widest = Math.max(...lines.map(({ name }) => name.length))
  page.gap().text('Models were asked:', 0, 'strong')
  for (const { name, words } of lines) page.entry(padToColumns(name, widest), words, 2)
  if (rows.length > 1) page.entry(padToColumns('together', widest), amountWords(sumSpent(rows)), 2)
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
  const tokens = `${grouped(inputTokens)} tokens sent, ${grouped(outputTokens)} back`
  return `${calls} ${calls === 1 ? 'call' : 'calls'}, ${tokens}, ${costWords(cost)}`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

function costWords(cost: number | null): string {
  if (cost === null) return 'price not known'
  if (cost === 0) return '$0'
  return cost < 0.01 ? 'less than $0.01' : `$${cost.toFixed(2)}`
}
