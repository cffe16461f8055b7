import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of `needed.jsonl`: a fact that a reader needs, or a text that must not be there. */
export interface Row {
  readonly workspace: string
  readonly id: string
  readonly say?: string
  /** The line that it stands in first or most clearly. */
  readonly journal?: string
  readonly line?: number
  readonly match?: readonly string[]
  readonly superseded?: readonly string[]
  readonly mustnot?: readonly string[]
  readonly why?: string
  readonly lang?: string
}

/** A row of `lines.jsonl`: what a reader would do with one line of a journal. */
export interface LabelledLine {
  readonly file: string
  readonly line: number
  readonly keep: 'yes' | 'no' | 'maybe'
  readonly kind: string
  readonly lang: string
}

export interface Score {
  readonly covered: number
  readonly needed: number
  readonly missed: readonly string[]
  readonly superseded: readonly string[]
  readonly forbidden: readonly string[]
}

const rowsOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line) as T)

export function neededOf(data: string, workspace: string): Row[] {
  return rowsOf<Row>(join(data, 'needed.jsonl')).filter(row => row.workspace === workspace)
}

export function linesOf(data: string, workspace: string): LabelledLine[] {
  return rowsOf<LabelledLine>(join(data, 'lines.jsonl')).filter(({ file }) =>
    file.startsWith(`${workspace}/`),
  )
}

export const languageOfRows = (rows: readonly Row[]): string =>
  rows.find(({ lang }) => lang !== undefined)?.lang ?? '?'

/** How a summary answers the labels; a text counts also where it is wrapped or has emphasis. */
export function scoreSummary(rows: readonly Row[], summary: string): Score {
  const views = viewsOf(summary)
  const needed = rows.filter(({ match }) => match !== undefined)
  const missed = needed.filter(({ match }) => find(match, views) === undefined)
  const hits = (pick: (row: Row) => readonly string[] | undefined, words: (row: Row) => string | undefined) =>
    rows.flatMap(row => {
      const found = find(pick(row), views)
      return found === undefined ? [] : [`${row.id} (${words(row)}): ${found.slice(0, 160)}`]
    })
  return {
    covered: needed.length - missed.length,
    needed: needed.length,
    missed: missed.map(({ id, say }) => `${id}: ${say}`),
    superseded: hits(
      ({ superseded }) => superseded,
      ({ say }) => `now: ${say}`,
    ),
    forbidden: hits(
      ({ mustnot }) => mustnot,
      ({ why }) => why,
    ),
  }
}

const ITEM = /^\s*(?:[-*+•>#|]|\d+[.)]|```|---)/
const BLOCK = /^\s*(?:#|\||```|---)/

function viewsOf(text: string): string[] {
  const joined: string[] = []
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const last = joined.at(-1)
    const goesOn = last !== undefined && last.trim() !== '' && line.trim() !== ''
    if (goesOn && !ITEM.test(line) && !BLOCK.test(last)) joined[joined.length - 1] = `${last} ${line.trim()}`
    else joined.push(line.trimEnd())
  }
  return [text, joined.join('\n')].flatMap(view => [view, view.replace(/[*`]/g, '')])
}

/** The labels are written for a reader of patterns to whom every letter of any script is part of a word. */
const patternOf = (source: string): RegExp =>
  new RegExp(
    source
      .replaceAll('\\W', '[^\\p{L}\\p{N}_]')
      .replaceAll('\\w', '[\\p{L}\\p{N}_]')
      .replaceAll(
        '\\b',
        '(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))',
      )
      .replace(/\\([#'" -])/g, (_, mark: string) => (mark === '-' ? '[-]' : mark)),
    'imu',
  )

function find(patterns: readonly string[] | undefined, views: readonly string[]): string | undefined {
  for (const pattern of patterns ?? [])
    for (const view of views) {
      const at = view.search(patternOf(pattern))
      if (at === -1) continue
      const end = view.indexOf('\n', at)
      return view.slice(view.lastIndexOf('\n', at - 1) + 1, end === -1 ? view.length : end).trim()
    }
  return undefined
}
