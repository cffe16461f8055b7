import {
  type Limit,
  type Trial,
  tryFaults,
  tryFlips,
  tryPauses,
  tryPowerLoss,
  tryPowerLossAfterKill,
  tryRaces,
} from './trials.ts'

/** The harnesses on the simulated disk, by the names that `variants.ts` calls them. */
export const SIMULATED = {
  power: tryPowerLoss,
  'power after a kill': tryPowerLossAfterKill,
  faults: tryFaults,
  races: tryRaces,
  pauses: tryPauses,
  flips: tryFlips,
  'races on two devices': (seed: number, limit: Limit) => tryRaces(seed, limit, { stateElsewhere: true }),
} satisfies Record<string, (seed: number, limit: Limit) => Promise<Trial>>
