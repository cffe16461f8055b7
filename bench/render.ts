import type { Beside } from './beside.ts'
import type { Pass } from './passes.ts'
import { type Aim, aimsOf, isTimed, type Measurement, nameOf, number, type Results } from './results.ts'

interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function renderResults(results: Results, form: 'text' | 'markdown' | 'json'): string {
  if (form === 'json') return JSON.stringify({ ...results, aims: aimsOf(results) }, undefined, 2)
  const tables = [passTable(results), besideTable(results), aimTable(aimsOf(results))]
  const draw = form === 'markdown' ? markdownTable : textTable
  const opening = `${results.machine}; a project of ${number(results.projectFiles)} files; seed ${results.seed}.`
  return [opening, ...tables.map(draw)].join('\n\n')
}

const RIPGREP = 'ripgrep for the words they name'

const PASSES: Record<Pass['kind'], string> = {
  full: 'full pass',
  second: 'second, nothing changed',
  third: 'third, nothing changed',
  'ten-changed': '10 changed',
}

function passTable({ measurements }: Results): Table {
  const rows = measurements.flatMap(measurement => [
    ...ripgrepRows(measurement),
    ...measurement.passes.map(({ kind, measured, touched }) => [
      nameOf(measurement),
      `${(measurement.characters / 1e6).toFixed(1)} M`,
      PASSES[kind],
      ...(isTimed(measured)
        ? [seconds(measured.ms), seconds(measured.cpuMs), `${Math.round(measured.memory)} MB`]
        : [measured.failed, '', '']),
      number(touched),
    ]),
  ])
  const head = ['memories', 'characters', 'pass', 'time', 'processor', 'peak memory', 'files touched']
  return { title: 'Passes', head, rows }
}

function ripgrepRows({ ripgrep, ...measurement }: Measurement): string[][] {
  if (ripgrep === undefined) return []
  const { words, ms, cpuMs } = ripgrep
  return [[nameOf(measurement), `${number(words)} words`, RIPGREP, seconds(ms), seconds(cpuMs), '', '']]
}

function besideTable({ beside, starts }: Results): Table {
  const rows = [
    ...('failed' in beside ? [['look-ups and pairs', beside.failed, '']] : besideRows(beside)),
    ['node -e 0', milliseconds(starts.node), 'median of 20'],
    ['dream --version', milliseconds(starts.dream), 'median of 20, in turn with it'],
    ['dream auto --hook', milliseconds(starts.hook), 'median of 20, in turn with it; nothing to do'],
  ]
  return { title: 'Beside', head: ['what', 'time', ''], rows }
}

function besideRows({ words, pairs, ...lookups }: Beside): string[][] {
  const found = (count: number) => `${number(count)} of ${number(words)} words found`
  const rows = [
    ['ripgrep, all threads', milliseconds(lookups.ripgrep.ms), found(lookups.ripgrep.found)],
    ['ripgrep, one thread', milliseconds(lookups.ripgrepOneThread.ms), found(lookups.ripgrepOneThread.found)],
    ['symbol evidence, cold', milliseconds(lookups.symbolsCold.ms), found(lookups.symbolsCold.found)],
    ['symbol evidence, warm', milliseconds(lookups.symbolsWarm.ms), found(lookups.symbolsWarm.found)],
  ]
  if ('failed' in pairs) return [...rows, ['pairs', pairs.failed, '']]
  const of = `${number(pairs.memories)} memories`
  return [
    ...rows,
    [`all pairs of ${of}`, milliseconds(pairs.bruteForce), `${number(pairs.foundByBruteForce)} pairs`],
    [`Dream's pairs of ${of}`, milliseconds(pairs.dream), `${number(pairs.found)} pairs`],
  ]
}

function aimTable(aims: readonly Aim[]): Table {
  const rows = aims.map(({ aim, wanted, measured, verdict }) => [aim, wanted, measured, verdict])
  return { title: 'Aims', head: ['aim', 'wanted', 'measured', 'verdict'], rows }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const milliseconds = (ms: number): string => `${ms.toFixed(ms < 100 ? 1 : 0)} ms`

function markdownTable({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function textTable({ title, head, rows }: Table): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map(row => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('   ')
      .trimEnd()
  return [title.toUpperCase(), line(head), ...rows.map(line)].join('\n')
}
