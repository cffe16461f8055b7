import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { countsOf, differences, keepCounts, loadCounts } from './counts.ts'
import { type Measured, measure } from './measure.ts'
import { type Options, readOptions, USAGE } from './options.ts'
import { drawn, falsePositives, readable } from './reading.ts'
import { scoreReadings } from './readings.ts'
import { report } from './report.ts'

/** Not run is not passed. */
const NOT_RUN = 3
const COUNTS = 'bench/quality/counts.json'
const PAGE = 'docs/quality.md'

process.exitCode = main()

function main(): number {
  const options = readOptions(process.argv.slice(2))
  if ('wrong' in options) return refuse(`${options.wrong}\n\n${USAGE}`, 2)
  if (options.data === undefined) return refuse(`not run: no --data\n\n${USAGE}`, NOT_RUN)
  const data = resolve(options.data)
  if (!existsSync(join(data, 'memories'))) return refuse(`not run: no memories in ${options.data}`, NOT_RUN)
  if (options.readings !== undefined) return scoreReadings(data, options.readings)
  const measured = measure(data)
  console.log(report(measured))
  readAloud(options, measured)
  return settleCounts(options, measured)
}

function readAloud({ falsePositives: wanted, sample, seed }: Options, measured: Measured): void {
  const { cleanUps, snapshots, dates } = measured
  const all = [...cleanUps, ...snapshots]
  const signs = [...(wanted ? falsePositives(all) : []), ...drawn(all, sample, seed)]
  signs.forEach((sign, at) => {
    console.log(readable(sign, at + 1))
  })
  if (wanted)
    for (const { source, wrong } of dates) for (const line of wrong) console.log(`${source}: ${line}`)
}

function settleCounts({ counts }: Options, measured: Measured): number {
  const now = countsOf(measured)
  if (counts === 'keep') {
    keepCounts(COUNTS, now)
    keepTable(report(measured))
  }
  if (counts !== 'check') return 0
  const kept = loadCounts(COUNTS)
  if (kept === undefined) return refuse(`no counts are kept in ${COUNTS}: run with --keep first`, 1)
  const changed = differences(kept, now)
  if (changed.length === 0) {
    console.log(`\nAll ${Object.keys(now.counts).length} counts are as they were kept.`)
    return 0
  }
  return refuse(`${changed.length} counts are not as they were kept:\n${changed.join('\n')}`, 1)
}

/** The page shows what was printed, between its two marks. */
function keepTable(printed: string): void {
  const marked = /(<!-- table -->\n)[\s\S]*(\n<!-- \/table -->)/
  const page = readFileSync(PAGE, 'utf8')
  writeFileSync(
    PAGE,
    page.replace(marked, (_, open: string, close: string) => open + printed + close),
  )
}

function refuse(sentence: string, code: number): number {
  process.stderr.write(`${sentence}\n`)
  return code
}
