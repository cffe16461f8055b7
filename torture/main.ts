import { parseArgs } from 'node:util'
import type { Row as ScenarioRow } from './found.ts'
import { HARNESSES, type Harness } from './harnesses.ts'
import type { Trial } from './trials.ts'

const USAGE = `npm run torture -- [--seed N] [--minutes M] [--only ${parts().join('|')}] [--markdown]

Tries to make Dream lose something: on a simulated disk (power, faults, races, flips) and on yours, below the temporary
folder (kill, crowd); then runs broken variants of Dream, which must be caught. A violation names what repeats it:

  npm run torture -- --only power --seed 1234 --minutes 0     plays that one seed

--markdown prints the table as docs/reliability.md has it.
`

interface Row {
  readonly harness: Harness
  readonly trial: Trial
  readonly seconds: number
}

type Style = 'plain' | 'markdown'

const HEAD: Record<Style, (seed: number, minutes: number) => string> = {
  plain: (seed, minutes) => `seed ${seed}, ${minutes} minutes\n\n`,
  markdown: (seed, minutes) =>
    `\`npm run torture -- --seed ${seed} --minutes ${minutes}\`, Node ${process.versions.node} on ${process.platform}:\n\n` +
    '| harness | tried | violations | seconds | |\n| --- | ---: | ---: | ---: | --- |\n',
}

const LINE: Record<Style, (row: Row) => string> = {
  plain: ({ harness, trial, seconds }) =>
    [
      harness.name.padEnd(24),
      `${counted(trial)} ${harness.unit}`.padStart(34),
      `${trial.violations.length} violations`.padStart(14),
      `${seconds} s`.padStart(7),
      trial.note ?? '',
    ].join('  '),
  markdown: ({ harness, trial, seconds }) =>
    `| ${harness.name} | ${counted(trial)} ${harness.unit} | ${trial.violations.length} | ${seconds} | ${trial.note ?? ''} |`,
}

interface Scenario extends ScenarioRow {
  readonly harness: string
}

/** Each scenario by itself: how many states were tried, and in how many something was wrong. */
function scenarioTable(rows: readonly Scenario[], style: Style): string {
  const lines = rows.map(({ harness, scenario, tried, violations }) => [
    scenario === '' ? harness : `${harness}: ${scenario}`,
    tried.toLocaleString('en'),
    String(violations),
  ])
  const all = [['scenario', 'states tried', 'violations'], ...lines] as [string, string, string][]
  if (style === 'markdown') {
    const [head, ...rest] = all.map(cells => `| ${cells.join(' | ')} |\n`)
    return `\n${head}| --- | ---: | ---: |\n${rest.join('')}`
  }
  const wide = Math.max(...all.map(([name]) => name.length))
  return `\n${all.map(([name, tried, wrong]) => `${name.padEnd(wide)}  ${tried.padStart(12)}  ${wrong.padStart(10)}\n`).join('')}`
}

function counted({ tried, known }: Trial): string {
  const count = tried.toLocaleString('en')
  return known === undefined ? count : `${count} of ${known.toLocaleString('en')}`
}

function parts(): string[] {
  return [...new Set(HARNESSES.map(harness => harness.part))]
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '10' },
      only: { type: 'string' },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
  const chosen = HARNESSES.filter(each => values.only === undefined || each.part === values.only)
  if (values.help || chosen.length === 0 || !Number.isInteger(seed) || !(minutes >= 0)) {
    process.stdout.write(USAGE)
    return values.help ? 0 : 2
  }
  const found = await runAll(chosen, seed, minutes, values.markdown ? 'markdown' : 'plain')
  process.stdout.write(found === 0 ? '\nno violations\n' : `\n${found} violations\n`)
  return found === 0 ? 0 : 1
}

async function runAll(
  chosen: readonly Harness[],
  seed: number,
  minutes: number,
  style: Style,
): Promise<number> {
  process.stdout.write(HEAD[style](seed, minutes))
  const whole = chosen.reduce((sum, each) => sum + each.share, 0)
  const rows: Scenario[] = []
  for (const harness of chosen) {
    const started = performance.now()
    const trial = await harness.run(seed, Math.round((minutes * 60_000 * harness.share) / whole))
    const seconds = Math.round((performance.now() - started) / 1000)
    process.stdout.write(`${LINE[style]({ harness, trial, seconds })}\n`)
    for (const violation of trial.violations.slice(0, 20)) process.stderr.write(`    ${violation}\n`)
    const all = { scenario: '', tried: trial.tried, violations: trial.violations.length }
    for (const row of trial.rows ?? [all]) rows.push({ ...row, harness: harness.name })
  }
  process.stdout.write(scenarioTable(rows, style))
  return rows.reduce((sum, row) => sum + row.violations, 0)
}

// Nobody reads the stack of an error on a simulated disk, and there are many of them.
Error.stackTraceLimit = 0
process.exitCode = await main()
