import { describe, expect, it } from 'vitest'
import { runKills } from '../../torture/kill/kills.ts'
import { OPERATIONS } from '../../torture/kill/operations.ts'
import { seed } from './seed.ts'

/** `npm run torture` tries every point there is. */
const POINTS = 300
const LONG = 1_800_000

describe('the real program, killed', () => {
  it(
    `A4 at ${POINTS} points of all that it does (DREAM_SEED=${seed}): nothing is lost, old or new, undo is exact`,
    async () => {
      const { kills, secondKills, violations, byOperation } = await runKills({ seed, points: POINTS })
      expect(violations).toEqual([])
      expect(kills).toBe(POINTS)
      expect(secondKills).toBeGreaterThan(0)
      expect(Object.keys(byOperation)).toEqual(OPERATIONS.map(operation => operation.name))
      for (const [name, { kills: its }] of Object.entries(byOperation)) expect(its, name).toBeGreaterThan(0)
    },
    LONG,
  )
})
