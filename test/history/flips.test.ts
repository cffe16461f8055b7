import { expect, it } from 'vitest'
import { tryFlips } from '../../torture/trials.ts'
import { seed } from '../apply/seed.ts'

it(`A4 every byte of a state directory turned, and every file cut there (DREAM_SEED=${seed}): detected or harmless`, async () => {
  const { tried, known, violations } = await tryFlips(seed, {}, 1)
  expect(violations).toEqual([])
  expect(tried).toBe(known)
  expect(tried).toBeGreaterThan(8000)
})
