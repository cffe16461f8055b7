import type { Meaning } from '../../src/journal/statement.ts'
import type { EmbeddingRow } from './embedding.ts'
import type { Lexicon } from './lexicon.ts'
import { appendEverything, distilQuarter, type Nights, newestOnly } from './nights.ts'
import { makeQuarter } from './quarter.ts'
import { type QuarterScore, scoreQuarter } from './score.ts'

export interface Row {
  readonly name: string
  readonly score: QuarterScore
  readonly nights?: Nights
}

export interface QuarterBench {
  readonly title: string
  readonly rows: readonly Row[]
  readonly notes: readonly string[]
  readonly log: readonly string[]
}

/** One language: Dream by meaning, by words alone and with little room, and the two baselines. */
export function benchQuarter(
  lexicon: Lexicon,
  seed: string,
  days: number,
  meaning: Meaning | undefined,
): QuarterBench {
  const quarter = makeQuarter(lexicon, seed, days)
  const run = (name: string, chars: number, by: Meaning | undefined): Row & { nights: Nights } => {
    const nights = distilQuarter(quarter, { chars, from: 'configured' }, by)
    return { name, score: scoreQuarter(nights.scores), nights }
  }
  const dream = [
    run('Dream', 20_000, meaning),
    run('Dream, words alone', 20_000, undefined),
    run('Dream, cut at 4,000', 4000, meaning),
  ]
  const baselines = [
    { name: 'append everything', score: scoreQuarter(appendEverything(quarter)) },
    { name: 'newest 15,000 characters', score: scoreQuarter(newestOnly(quarter)) },
  ]
  const language = lexicon.language === 'en' ? 'English' : 'Chinese'
  const kept = quarter.facts.filter(fact => fact.lives.length > 0).length
  return {
    title: `${language}: ${days} journals, seed ${seed}, ${kept} facts with a life, ${quarter.facts.length - kept} said once in passing`,
    rows: [...dream, ...baselines],
    notes: dream.map(
      ({ name, nights }) =>
        `${name}: re-emergences caught ${nights.returns.caught} of ${nights.returns.expected}; left the snapshot ${nights.left}, of these in the ledger ${nights.archived}; largest night ${nights.largest} of ${nights.limit}`,
    ),
    log: dream[0]!.nights.log,
  }
}

export function renderTable(rows: readonly Row[]): string {
  const head = ['', 'recall', 'precision', 'stale lines a night', 'largest (characters)']
  const body = rows.map(({ name, score }) => [
    name,
    score.recall.toFixed(3),
    score.precision.toFixed(3),
    score.stale.toFixed(2),
    String(score.largest),
  ])
  return table([head, ...body])
}

export function renderEmbedding(rows: readonly EmbeddingRow[]): string {
  const body = rows.map(({ measure, english, chinese }) => [measure, english.toFixed(3), chinese.toFixed(3)])
  return table([['paraphrase found first', 'English', 'Chinese'], ...body])
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [
    line(rows[0]!),
    `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`,
    ...rows.slice(1).map(line),
  ].join('\n')
}
