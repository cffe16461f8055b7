import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { bundle } from './bundle.ts'
import { tryCrowd } from './concurrency.ts'
import { runKills } from './kill/kills.ts'
import {
  type Trial,
  tryFaults,
  tryPauses,
  tryPowerLoss,
  tryPowerLossAfterKill,
  tryRacePairs,
  tryRaces,
} from './trials.ts'

const USAGE = `npm run torture -- [--seed N] [--minutes M] [--only power|faults|races|kill|concurrency]

Tries to make Dream lose something: on a simulated disk (power, faults, races) and on yours, below the temporary
folder (kill, concurrency). A violation names the seed or the point that repeats it:

  npm run torture -- --only power --seed 1234 --minutes 0     plays that one seed
`

/** A harness, and the part of the time that it gets. */
interface Harness {
  readonly name: string
  readonly part: string
  readonly unit: string
  readonly share: number
  run(seed: number, ms: number): Promise<Trial>
}

const HARNESSES: readonly Harness[] = [
  { name: 'power loss', part: 'power', unit: 'states', share: 0.35, run: losePower },
  {
    name: 'power loss after a kill',
    part: 'power',
    unit: 'states',
    share: 0.05,
    run: (seed, ms) => tryPowerLossAfterKill(seed, { ms }),
  },
  { name: 'faults', part: 'faults', unit: 'faults', share: 0.15, run: (seed, ms) => tryFaults(seed, { ms }) },
  {
    name: 'an edit meanwhile',
    part: 'races',
    unit: 'edits',
    share: 0.08,
    run: (seed, ms) => tryRaces(seed, { ms }),
  },
  {
    name: 'two edits meanwhile',
    part: 'races',
    unit: 'pairs',
    share: 0.07,
    run: (seed, ms) => tryRacePairs(seed, { ms }),
  },
  {
    name: 'paused past the lease',
    part: 'races',
    unit: 'pauses',
    share: 0.05,
    run: (seed, ms) => tryPauses(seed, { ms }),
  },
  { name: 'kill -9', part: 'kill', unit: 'kills', share: 0.15, run: killPrograms },
  { name: '16 processes', part: 'concurrency', unit: 'writes', share: 0.1, run: crowd },
]

async function losePower(seed: number, ms: number): Promise<Trial> {
  if (ms === 0) return tryPowerLoss(seed, { ms })
  const thread = await bundle('torture/power-thread.ts')
  try {
    const count = availableParallelism()
    // Far apart, so that no seed is played twice.
    const seeds = Array.from({ length: count }, (_, number) => seed + number * 10_000_000)
    const trials = await Promise.all(seeds.map(each => inThread(thread.path, { seed: each, ms })))
    const tried = trials.reduce((sum, trial) => sum + trial.tried, 0)
    const perMinute = Math.round((tried / ms) * 60_000).toLocaleString('en')
    const note = `${perMinute} a minute in ${count} threads; ${trials.map(trial => trial.note).join(', ')}`
    return { tried, violations: trials.flatMap(trial => trial.violations), note }
  } finally {
    thread.remove()
  }
}

function inThread(path: string, workerData: { seed: number; ms: number }): Promise<Trial> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(path, { workerData })
    worker.on('message', resolve)
    worker.on('error', reject)
  })
}

async function killPrograms(seed: number, ms: number): Promise<Trial> {
  const tally = await runKills({ seed, points: 'all', budgetMs: ms })
  const note = `of ${tally.known.toLocaleString('en')} points; ${tally.secondKills} killed again while recovering`
  return { tried: tally.kills, violations: tally.violations, note }
}

/** Four crowds: undisturbed, with sleepers, with an editor, and with clocks that disagree. */
async function crowd(seed: number, ms: number): Promise<Trial> {
  const base = { processes: 16, stoppers: 0, editor: false, skewed: false, seed, ms: ms / 4 }
  const trials: Trial[] = []
  for (const odd of [{}, { stoppers: 4 }, { stoppers: 4, editor: true }, { skewed: true }]) {
    trials.push(await tryCrowd({ ...base, ...odd }))
  }
  const tried = trials.reduce((sum, trial) => sum + trial.tried, 0)
  return {
    tried,
    violations: trials.flatMap(trial => trial.violations),
    note: trials.map(trial => trial.note).join('; '),
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '10' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
  const chosen = HARNESSES.filter(each => values.only === undefined || each.part === values.only)
  if (values.help || chosen.length === 0 || !Number.isInteger(seed) || !(minutes >= 0)) {
    process.stdout.write(USAGE)
    return values.help ? 0 : 2
  }
  process.stdout.write(`seed ${seed}, ${minutes} minutes\n\n`)
  const whole = chosen.reduce((sum, each) => sum + each.share, 0)
  let found = 0
  for (const harness of chosen) {
    found += await report(harness, seed, Math.round((minutes * 60_000 * harness.share) / whole))
  }
  process.stdout.write(found === 0 ? '\nno violations\n' : `\n${found} violations\n`)
  return found === 0 ? 0 : 1
}

async function report(harness: Harness, seed: number, ms: number): Promise<number> {
  const started = performance.now()
  const { tried, violations, note } = await harness.run(seed, ms)
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const columns = [
    harness.name.padEnd(24),
    `${tried.toLocaleString('en')} ${harness.unit}`.padStart(20),
    `${violations.length} violations`.padStart(14),
    `${seconds} s`.padStart(7),
  ]
  process.stdout.write(`${columns.join('  ')}  ${note ?? ''}\n`)
  for (const violation of violations.slice(0, 20)) process.stdout.write(`    ${violation}\n`)
  return violations.length
}

process.exitCode = await main()
