import { describe, expect, it } from 'vitest'
import {
  tryFaults,
  tryPauses,
  tryPowerLoss,
  tryPowerLossAfterKill,
  tryRacePairs,
  tryRaces,
} from '../../torture/trials.ts'
import { seed } from './seed.ts'

// The short form: `npm run torture` goes on for as long as it is told to.
describe(`on a simulated disk (seed ${seed})`, () => {
  it('power that goes at any moment leaves the old folder or the new one, and what was acknowledged', async () => {
    const { tried, violations } = await tryPowerLoss(seed, { ms: 4000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(500)
  })

  it('the same after a process was killed whose work all could see and nobody had synced', async () => {
    const { tried, violations } = await tryPowerLossAfterKill(seed, { ms: 4000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(500)
  })

  it('every fault code at any call leaves old files intact, and the report agrees', async () => {
    const { tried, violations } = await tryFaults(seed, { tries: 2500, ms: 12_000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })

  it('whoever edits a file while we work wins, and no byte of his is lost', async () => {
    const { tried, violations } = await tryRaces(seed, { tries: 4000, ms: 12_000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })

  it('two edits in one run', async () => {
    const { tried, violations } = await tryRacePairs(seed, { ms: 4000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(50)
  })

  it('A3 a holder that was stopped past its lease notices before it writes; its commit is refused', async () => {
    const { tried, violations } = await tryPauses(seed, { tries: 2000, ms: 10_000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })
})
