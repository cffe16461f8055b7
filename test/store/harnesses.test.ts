import { describe, expect, it } from 'vitest'
import { sentences } from '../../torture/found.ts'
import { DEVICES, tryLateSaves } from '../../torture/late-save.ts'
import {
  tryFaults,
  tryPauses,
  tryPowerLoss,
  tryPowerLossAfterKill,
  tryRacePairs,
  tryRaces,
} from '../../torture/trials.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'

describe(`on a simulated disk (DREAM_SEED=${seed})`, () => {
  it('A4 power that goes at any moment leaves the old folder or the new one, and what was acknowledged', async () => {
    const tries = atLevel({ quick: 1000, slow: 50_000 })
    const { tried, violations } = await tryPowerLoss(seed, { tries })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(tries)
  })

  it('a seed is a run: played twice it tries the same', async () => {
    const [first, second] = [await tryPowerLoss(seed, { ms: 0 }), await tryPowerLoss(seed, { ms: 0 })]
    expect(second).toEqual(first)
    expect(first.tried).toBeGreaterThan(100)
  })

  it('A4 the same after a process was killed whose work all could see and nobody had synced', async () => {
    const tries = atLevel({ quick: 500, slow: 60_000 })
    const { tried, violations } = await tryPowerLossAfterKill(seed, { tries })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(tries)
  })

  it('A4 whoever edits a file while we work wins, and no byte of theirs is lost', async () => {
    const tries = atLevel({ quick: 150, slow: 4000 })
    const { tried, violations } = await tryRaces(seed, { tries })
    expect(violations).toEqual([])
    expect(tried).toBe(tries)
  })

  it('A4 two edits in one run', async () => {
    const tries = atLevel({ quick: 50, slow: 1000 })
    const { tried, violations } = await tryRacePairs(seed, { tries })
    expect(violations).toEqual([])
    expect(tried).toBe(tries)
  })

  it('A3 a holder that was stopped past its lease notices before it writes; its commit is refused', async () => {
    const tries = atLevel({ quick: 80, slow: 2000 })
    const { tried, violations } = await tryPauses(seed, { tries })
    expect(violations).toEqual([])
    expect(tried).toBe(tries)
  })

  it('A4 the same with the state on another file system: no byte of an edit is lost, faults leave old files', async () => {
    const apart = { stateElsewhere: true }
    const tries = atLevel({ quick: 80, slow: 3000 })
    const races = await tryRaces(seed, { tries }, apart)
    const faults = await tryFaults(seed, { tries }, ['once', 'lasting'], apart)
    expect(races.violations).toEqual([])
    expect(faults.violations).toEqual([])
    expect([races.tried, faults.tried]).toEqual([tries, tries])
  })
})

describe('an editor that saves into a note after it left', () => {
  it.for(DEVICES)(
    'A4 what it saved before the next command is kept and told, with folder and state on %s',
    async (devices, { skip }) => {
      const saved = await tryLateSaves(devices)
      if (saved === 'no-such-place') return skip('this machine has no second file system at hand')
      expect(sentences(saved.found)).toEqual([])
      expect(saved.tried).toBe(4)
    },
  )
})
