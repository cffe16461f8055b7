import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bite } from './bite.ts'
import { bundle } from './bundle.ts'
import { tryCrowd } from './concurrency.ts'
import { type Row, sentences } from './found.ts'
import { COMMAND_OPERATIONS } from './kill/commands.ts'
import { type KillOptions, runKills } from './kill/kills.ts'
import { OPERATIONS } from './kill/operations.ts'
import { type RetryOptions, runRetries } from './kill/retries.ts'
import { DEVICES, tryLateSaves } from './late-save.ts'
import {
  type Trial,
  tryFaults,
  tryFlips,
  tryPauses,
  tryPowerLoss,
  tryPowerLossAfterKill,
  tryRacePairs,
  tryRaces,
} from './trials.ts'
import { VARIANTS } from './variants.ts'

/** A harness, and the part of the time that it gets: in ten minutes those that can be counted try all there is. */
export interface Harness {
  readonly name: string
  readonly part: string
  readonly unit: string
  readonly share: number
  run(seed: number, ms: number): Promise<Trial>
}

const APART = { stateElsewhere: true }

export const HARNESSES: readonly Harness[] = [
  { name: 'power loss', part: 'power', unit: 'states', share: 0.25, run: losePower },
  {
    name: 'power loss after a kill',
    part: 'power',
    unit: 'states',
    share: 0.03,
    run: (seed, ms) => tryPowerLossAfterKill(seed, { ms }),
  },
  { name: 'faults', part: 'faults', unit: 'faults', share: 0.06, run: (seed, ms) => tryFaults(seed, { ms }) },
  {
    name: 'an edit meanwhile',
    part: 'races',
    unit: 'edits',
    share: 0.04,
    run: (seed, ms) => tryRaces(seed, { ms }),
  },
  {
    name: 'two edits meanwhile',
    part: 'races',
    unit: 'pairs of edits',
    share: 0.05,
    run: (seed, ms) => tryRacePairs(seed, { ms }),
  },
  {
    name: 'paused past the lease',
    part: 'races',
    unit: 'pauses',
    share: 0.02,
    run: (seed, ms) => tryPauses(seed, { ms }),
  },
  {
    name: 'damaged state',
    part: 'flips',
    unit: 'flips and cuts',
    share: 0.06,
    run: (seed, ms) => tryFlips(seed, { ms }),
  },
  { name: 'kill -9', part: 'kill', unit: 'kills', share: 0.25, run: killPrograms },
  { name: 'commands killed', part: 'commands', unit: 'kills', share: 0.15, run: killCommands },
  { name: 'failed, then again', part: 'retry', unit: 'faults', share: 0.12, run: retryCommands },
  {
    name: 'two devices, edits',
    part: 'devices',
    unit: 'edits',
    share: 0.03,
    run: (seed, ms) => tryRaces(seed, { ms }, APART),
  },
  {
    name: 'two devices, faults',
    part: 'devices',
    unit: 'faults',
    share: 0.03,
    run: (seed, ms) => tryFaults(seed, { ms }, undefined, APART),
  },
  {
    name: 'two devices, pauses',
    part: 'devices',
    unit: 'pauses',
    share: 0.01,
    run: (seed, ms) => tryPauses(seed, { ms }, APART),
  },
  { name: 'two devices, kills', part: 'devices', unit: 'kills', share: 0.04, run: killApart },
  { name: 'two devices, retries', part: 'devices', unit: 'faults', share: 0.03, run: retryApart },
  { name: 'late saves', part: 'devices', unit: 'saves', share: 0.01, run: saveLate },
  { name: '16 processes', part: 'crowd', unit: 'changes', share: 0.09, run: crowd },
  { name: 'broken variants', part: 'variants', unit: 'caught', share: 0.05, run: biteAll },
]

async function losePower(seed: number, ms: number): Promise<Trial> {
  if (ms === 0) return tryPowerLoss(seed, { ms })
  const thread = await bundle({ thread: 'torture/power-thread.ts' })
  try {
    const count = availableParallelism()
    // Far apart, so that no seed is played twice.
    const seeds = Array.from({ length: count }, (_, number) => seed + number * 10_000_000)
    const trials = await Promise.all(seeds.map(each => inThread(thread.path('thread'), { seed: each, ms })))
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
  const { kills, known, secondKills, violations } = await runKills({ seed, points: 'all', budgetMs: ms })
  return { tried: kills, known, violations, note: `${secondKills} killed again while they recovered` }
}

const EVERYTHING = [...OPERATIONS, ...COMMAND_OPERATIONS]
const RETRIED = EVERYTHING.filter(({ leaves }) => leaves !== 'finished')

function killCommands(seed: number, ms: number): Promise<Trial> {
  return killedInside({ seed, points: 'all', operations: COMMAND_OPERATIONS, budgetMs: ms })
}

function killApart(seed: number, ms: number): Promise<Trial> {
  return killedInside({ seed, points: 'all', operations: EVERYTHING, budgetMs: ms, devices: 'two devices' })
}

async function killedInside(options: KillOptions): Promise<Trial> {
  const { kills, known, violations, byOperation } = await runKills({ ...options, how: 'inside' })
  const rows = Object.entries(byOperation).map(([scenario, { kills: tried, violations: wrong }]) => ({
    scenario,
    tried,
    violations: wrong,
  }))
  return { tried: kills, known, violations, rows }
}

function retryCommands(seed: number, ms: number): Promise<Trial> {
  return retried({ seed, ms, operations: RETRIED })
}

function retryApart(seed: number, ms: number): Promise<Trial> {
  return retried({ seed, ms, operations: RETRIED, devices: 'two devices' })
}

async function retried(options: RetryOptions): Promise<Trial> {
  const { tried, known, found, rows } = await runRetries(options)
  return { tried, known, violations: sentences(found), rows }
}

async function saveLate(): Promise<Trial> {
  const rows: Row[] = []
  const violations: string[] = []
  const missing: string[] = []
  for (const devices of DEVICES) {
    const saved = await tryLateSaves(devices)
    if (saved === 'no-such-place') missing.push(`no second file system at hand for "${devices}"`)
    else {
      rows.push({ scenario: devices, tried: saved.tried, violations: saved.found.length })
      violations.push(...sentences(saved.found))
    }
  }
  const tried = rows.reduce((sum, row) => sum + row.tried, 0)
  return { tried, violations, rows, ...(missing.length > 0 && { note: missing.join('; ') }) }
}

const CROWDS = [
  { name: 'undisturbed', odd: {} },
  { name: 'four of them stopped again and again', odd: { stoppers: 4 } },
  { name: 'an editor too', odd: { stoppers: 4, editor: true } },
  { name: 'clocks a lease apart', odd: { skewed: true } },
]

async function crowd(seed: number, ms: number): Promise<Trial> {
  const base = { processes: 16, stoppers: 0, editor: false, skewed: false, seed, ms: ms / CROWDS.length }
  const notes: string[] = []
  const violations: string[] = []
  let tried = 0
  for (const { name, odd } of CROWDS) {
    const trial = await tryCrowd({ ...base, ...odd })
    tried += trial.tried
    violations.push(...trial.violations.map(violation => `${name}: ${violation}`))
    notes.push(`${name}: ${trial.tried} done, ${trial.note}`)
  }
  return { tried, violations, note: notes.join('; ') }
}

/** Here the one that is not caught is the violation. */
async function biteAll(seed: number): Promise<Trial> {
  const missed: string[] = []
  for (const variant of VARIANTS) {
    const { violations } = await bite(variant, seed, 60_000)
    if (violations.length === 0) missed.push(`${variant.caughtBy} did not notice: ${variant.name}`)
  }
  return { tried: VARIANTS.length - missed.length, known: VARIANTS.length, violations: missed }
}
