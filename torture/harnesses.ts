import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { bite } from './bite.ts'
import { bundle } from './bundle.ts'
import { tryCrowd } from './concurrency.ts'
import { runKills } from './kill/kills.ts'
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

/** A harness, and the part of the time that it gets. */
export interface Harness {
  readonly name: string
  readonly part: string
  readonly unit: string
  readonly share: number
  run(seed: number, ms: number): Promise<Trial>
}

export const HARNESSES: readonly Harness[] = [
  { name: 'power loss', part: 'power', unit: 'states', share: 0.33, run: losePower },
  {
    name: 'power loss after a kill',
    part: 'power',
    unit: 'states',
    share: 0.05,
    run: (seed, ms) => tryPowerLossAfterKill(seed, { ms }),
  },
  { name: 'faults', part: 'faults', unit: 'faults', share: 0.1, run: (seed, ms) => tryFaults(seed, { ms }) },
  {
    name: 'an edit meanwhile',
    part: 'races',
    unit: 'edits',
    share: 0.06,
    run: (seed, ms) => tryRaces(seed, { ms }),
  },
  {
    name: 'two edits meanwhile',
    part: 'races',
    unit: 'pairs of edits',
    share: 0.08,
    run: (seed, ms) => tryRacePairs(seed, { ms }),
  },
  {
    name: 'paused past the lease',
    part: 'races',
    unit: 'pauses',
    share: 0.03,
    run: (seed, ms) => tryPauses(seed, { ms }),
  },
  {
    name: 'damaged state',
    part: 'flips',
    unit: 'flips and cuts',
    share: 0.07,
    run: (seed, ms) => tryFlips(seed, { ms }),
  },
  { name: 'kill -9', part: 'kill', unit: 'kills', share: 0.13, run: killPrograms },
  { name: '16 processes', part: 'crowd', unit: 'changes', share: 0.1, run: crowd },
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

/** Four crowds: undisturbed, with sleepers, with an editor, and with clocks that disagree. */
async function crowd(seed: number, ms: number): Promise<Trial> {
  const base = { processes: 16, stoppers: 0, editor: false, skewed: false, seed, ms: ms / 4 }
  const trials: Trial[] = []
  for (const odd of [{}, { stoppers: 4 }, { stoppers: 4, editor: true }, { skewed: true }]) {
    trials.push(await tryCrowd({ ...base, ...odd }))
  }
  const tried = trials.reduce((sum, trial) => sum + trial.tried, 0)
  const violations = trials.flatMap(trial => trial.violations)
  return { tried, violations, note: trials.map(trial => trial.note).join('; ') }
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
