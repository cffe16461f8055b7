import type { FindingKind } from '../../src/checks/index.ts'
import {
  atPoint,
  BROAD,
  baseRate,
  byRepository,
  halfOf,
  type Looked,
  lift,
  meanOverRepositories,
  type Pick,
  precision,
  recall,
  type Score,
  STRICT,
  score,
} from './score.ts'
import { GRADES, type Grade } from './signs.ts'

export type Cell = string | number | undefined

/** A Markdown table; numbers below one are shares with two digits. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const align = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [line(head), line(align), ...rows.map(row => line(row.map(show)))].join('\n')
}

const show = (cell: Cell): string => {
  if (cell === undefined) return '–'
  return typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(2) : String(cell)
}

const share = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(2))

const POINTS: readonly (readonly [string, readonly Grade[]])[] = [
  ['strict', STRICT],
  ['broad', BROAD],
]

const SCORE_HEAD = [
  'picked',
  'right',
  'wrong',
  'of these early',
  'aside',
  'precision',
  'recall',
  'base rate',
  'lift',
]

const scoreCells = (one: Score): Cell[] => [
  one.right + one.wrong + one.aside,
  one.right,
  one.wrong,
  one.early,
  one.aside,
  share(precision(one)),
  share(recall(one)),
  share(baseRate(one)),
  share(lift(one)),
]

/** Both operating points: pooled, as the mean over repositories, and by halves. */
export function pointsTable(looked: readonly Looked[]): string {
  const rows = POINTS.flatMap(([name, grades]) => {
    const pick = atPoint(grades)
    const half = (which: string) => looked.filter(one => halfOf(one.case.repository) === which)
    return [
      [`${name}, pooled`, ...scoreCells(score(looked, pick))],
      meanRow(`${name}, mean over repositories`, looked, pick),
      [`${name}, repositories tuned on`, ...scoreCells(score(half('tuned'), pick))],
      [`${name}, repositories held out`, ...scoreCells(score(half('held out'), pick))],
    ]
  })
  return table(['point', ...SCORE_HEAD], rows)
}

function meanRow(name: string, looked: readonly Looked[], pick: Pick): Cell[] {
  const mean = (of: (one: Score) => number | undefined) => share(meanOverRepositories(looked, pick, of))
  return [
    name,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    mean(precision),
    mean(recall),
    mean(baseRate),
    mean(lift),
  ]
}

export function repositoryTable(looked: readonly Looked[]): string {
  const rows = [...byRepository(looked)].flatMap(([repository, own]) =>
    POINTS.map(([name, grades]) => [
      `${repository} (${halfOf(repository)}), ${name}`,
      ...scoreCells(score(own, atPoint(grades))),
    ]),
  )
  return table(['repository', ...SCORE_HEAD], rows)
}

/** What each kind of finding says about removal: where it proposes one, and where it is only a remark. */
export function kindTable(looked: readonly Looked[]): string {
  const signs = looked.flatMap(one => one.signs)
  const kinds = [...new Set(signs.map(({ kind }) => kind))].sort()
  const rows = kinds.flatMap(kind =>
    GRADES.filter(grade => signs.some(sign => sign.kind === kind && sign.grade === grade)).map(grade => [
      `${kind}, ${grade}`,
      ...scoreCells(score(looked, sign => sign.kind === kind && sign.grade === grade)),
    ]),
  )
  return table(['finding', ...SCORE_HEAD], rows)
}

/** How often each kind fires in each repository, removal proposed or not. */
export function firedTable(looked: readonly Looked[]): string {
  const kinds = [...new Set(looked.flatMap(one => one.signs.map(({ kind }) => kind)))].sort()
  const fired = (own: readonly Looked[], kind: FindingKind) =>
    own.flatMap(one => one.signs).filter(sign => sign.kind === kind).length
  const groups = [...byRepository(looked)]
  const rows = groups.map(([repository, own]) => [
    repository,
    own.reduce((sum, { memories }) => sum + memories.size, 0),
    ...kinds.map(kind => fired(own, kind) || ''),
  ])
  const all = looked.reduce((sum, { memories }) => sum + memories.size, 0)
  const means = kinds.map(kind => (fired(looked, kind) / groups.length).toFixed(1))
  return table(
    ['repository', 'memories', ...kinds],
    [
      ...rows,
      ['**all**', all, ...kinds.map(kind => fired(looked, kind))],
      ['**mean**', (all / groups.length).toFixed(1), ...means],
    ],
  )
}
