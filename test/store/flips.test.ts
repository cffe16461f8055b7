import { expect, it } from 'vitest'
import { tryFlips } from '../../torture/trials.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'

it(`A4 any byte of a state directory turned, and any file cut there (DREAM_SEED=${seed}): detected or harmless`, async () => {
  const tries = atLevel({ quick: 600, slow: Number.POSITIVE_INFINITY })
  const { tried, known, violations } = await tryFlips(seed, { tries }, 1)
  expect(violations).toEqual([])
  expect(known).toBeGreaterThan(8000)
  expect(tried).toBe(Math.min(tries, known!))
})
