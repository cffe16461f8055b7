/**
 * `npm run bench:journals -- --data DIR`: journals that agents really kept, distilled from an empty start through the
 * public calls with their defaults, all at once and night by night; beside it, in the same run, two baselines, the
 * owners' own files and, where one is named, another build of Dream. Scored by what readers listed as needed.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDream } from '../../src/commands/api.ts'
import { type LabelledLine, languageOfRows, linesOf, neededOf, type Score, scoreSummary } from './labels.ts'
import { type Produced, summaries } from './produce.ts'

/** Looked at once, at the end. */
const UNREAD = [
  'AmitabhainArunachala+clawd',
  'mneves75+ai-pedometer',
  'robertsong2019+openclaw-workspace',
  'yaguez-chen+openclaw-onedream',
]

const USAGE = `usage: npm run bench:journals -- --data DIR [options]

  --data DIR     workspaces with their journals and labels
  --only NAMES   these workspaces, with commas between them
  --show         the summaries, and what is missed
  --out DIR      writes each summary to DIR/<workspace>/<way>.md
  --with PATH    dist/index.js of another build, measured beside this one
  --final        the workspaces that stay unread until the end; nothing of their labels is printed
`

interface Row {
  readonly workspace: string
  readonly language: string
  readonly way: string
  readonly chars: number
  readonly lines: number
  readonly score: Score
}

process.exitCode = await main()

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      show: { type: 'boolean', default: false },
      out: { type: 'string' },
      with: { type: 'string' },
      final: { type: 'boolean', default: false },
    },
  })
  if (values.data === undefined) {
    process.stderr.write(`not run: no --data\n\n${USAGE}`)
    return 3
  }
  const data = resolve(values.data)
  const other = values.with === undefined ? undefined : await import(resolve(values.with))
  const makers = { dream: openDream, ...(other !== undefined && { 'other build': other.openDream }) }
  const only = values.only?.split(',')
  const names = readdirSync(data, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && UNREAD.includes(entry.name) === values.final)
    .map(({ name }) => name)
    .filter(name => only === undefined || only.some(part => name.includes(part)))
  const rows: Row[] = []
  const judged: { readonly label: LabelledLine; readonly kept: boolean }[] = []
  for (const name of names.sort()) {
    const needed = neededOf(data, name)
    const produced = await summaries(join(data, name), makers, needed)
    for (const each of produced) {
      const row = rowOf(name, languageOfRows(needed), each, scoreSummary(needed, each.summary))
      rows.push(row)
      if (values.show && each.way.startsWith('dream')) show(row, each, values.final)
      if (values.out !== undefined) keep(join(values.out, name), each)
    }
    const kept = produced.find(({ way }) => way === 'dream')?.kept ?? new Set()
    for (const label of linesOf(data, name))
      if (isPlain(label)) judged.push({ label, kept: kept.has(`${journalOf(label)}:${label.line}`) })
  }
  console.log(table(rows))
  console.log(labelled(judged))
  return 0
}

function journalOf({ file }: LabelledLine): string {
  return file.slice(file.indexOf('/') + 1)
}

function isPlain(label: LabelledLine): boolean {
  return /^memory\/\d{4}-\d{2}-\d{2}\.md$/.test(journalOf(label))
}

function rowOf(workspace: string, language: string, { way, summary }: Produced, score: Score): Row {
  const lines = summary.split('\n').filter(line => /^\s*(?:[-*+]|\d+[.)])\s/.test(line)).length
  return { workspace, language, way, chars: summary.length, lines, score }
}

function keep(folder: string, { way, summary }: Produced): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${way.replaceAll(' ', '-')}.md`), summary)
}

function show({ workspace, way, score }: Row, { summary }: Produced, isFinal: boolean): void {
  console.log(`===== ${workspace}, ${way} =====\n\n${summary}\n`)
  if (isFinal) return
  for (const line of score.missed) console.log(`missed      ${line}`)
  for (const line of score.superseded) console.log(`superseded  ${line}`)
  for (const line of score.forbidden) console.log(`forbidden   ${line}`)
  console.log('')
}

function table(rows: readonly Row[]): string {
  const ways = [...new Set(rows.map(({ way }) => way))]
  const languages = [...new Set(rows.map(({ language }) => language))]
  const sums = ways.flatMap(way =>
    [...languages, 'all'].map(language => sum(way, language, rows)).filter(row => row.score.needed > 0),
  )
  const cells = [...rows, ...sums].map(({ workspace, language, way, chars, lines, score }) => [
    workspace,
    language,
    way,
    `${score.covered} / ${score.needed}`,
    score.needed === 0 ? '' : (score.covered / score.needed).toFixed(2),
    String(score.superseded.length),
    String(score.forbidden.length),
    String(chars),
    String(lines),
  ])
  const head = [
    'workspace',
    'language',
    'way',
    'needed',
    'share',
    'superseded',
    'forbidden',
    'chars',
    'lines',
  ]
  return [head, head.map(() => '---'), ...cells].map(row => `| ${row.join(' | ')} |`).join('\n')
}

function sum(way: string, language: string, all: readonly Row[]): Row {
  const rows = all.filter(row => row.way === way && (language === 'all' || row.language === language))
  const scores = rows.map(({ score }) => score)
  const total = (pick: (row: Row) => number) => rows.reduce((whole, row) => whole + pick(row), 0)
  return {
    workspace: 'all',
    language,
    way,
    chars: total(({ chars }) => chars),
    lines: total(({ lines }) => lines),
    score: {
      covered: total(({ score }) => score.covered),
      needed: total(({ score }) => score.needed),
      missed: [],
      superseded: scores.flatMap(({ superseded }) => superseded),
      forbidden: scores.flatMap(({ forbidden }) => forbidden),
    },
  }
}

/** "Maybe" is right either way. Wilson's interval, 95 in 100. */
function labelled(judged: readonly { label: LabelledLine; kept: boolean }[]): string {
  const count = judged.length
  const right = judged.filter(({ label, kept }) => label.keep === 'maybe' || (label.keep === 'yes') === kept)
  const share = right.length / count
  const z = 1.96
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count)
  const half =
    (z * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count)
  const of = (keep: string) => {
    const those = judged.filter(({ label }) => label.keep === keep)
    return `${keep}: ${those.filter(({ kept }) => kept).length} of ${those.length} kept`
  }
  const interval = `${(middle - half).toFixed(2)} to ${(middle + half).toFixed(2)}`
  return `\nlabelled lines: ${right.length} of ${count} right, ${share.toFixed(2)} (${interval}); ${of('yes')}; ${of('maybe')}; ${of('no')}`
}
