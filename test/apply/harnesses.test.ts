import { describe, expect, it } from 'vitest'
import {
  tryPauses,
  tryPowerLoss,
  tryPowerLossAfterKill,
  tryRacePairs,
  tryRaces,
} from '../../torture/trials.ts'
import { seed } from './seed.ts'

// The short form: `npm run torture` goes on for as long as it is told to.
describe(`on a simulated disk (DREAM_SEED=${seed})`, () => {
  it('A4 power that goes at any moment leaves the old folder or the new one, and what was acknowledged', async () => {
    const { tried, violations } = await tryPowerLoss(seed, { ms: 5000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(500)
  })

  it('a seed is a run: played twice it tries the same', async () => {
    const [first, second] = [await tryPowerLoss(seed, { ms: 0 }), await tryPowerLoss(seed, { ms: 0 })]
    expect(second).toEqual(first)
    expect(first.tried).toBeGreaterThan(100)
  })

  it('A4 the same after a process was killed whose work all could see and nobody had synced', async () => {
    const { tried, violations } = await tryPowerLossAfterKill(seed, { ms: 1000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(500)
  })

  it('A4 whoever edits a file while we work wins, and no byte of theirs is lost', async () => {
    const { tried, violations } = await tryRaces(seed, { ms: 10_000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })

  it('A4 two edits in one run', async () => {
    const { tried, violations } = await tryRacePairs(seed, { ms: 5000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(50)
  })

  it('A3 a holder that was stopped past its lease notices before it writes; its commit is refused', async () => {
    const { tried, violations } = await tryPauses(seed, { ms: 8000 })
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })
})
