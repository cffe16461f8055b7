import { describe, expect, it } from 'vitest'
import { runKills } from '../../torture/kill/kills.ts'

/** Another slice every day; `DREAM_SEED` repeats one. */
const seed = Number(process.env['DREAM_SEED'] ?? Math.floor(Date.now() / 86_400_000))
const POINTS = Number(process.env['DREAM_KILLS'] ?? 300)
const LONG = 1_800_000

describe('the real program, killed', () => {
  it(
    `A4 at ${POINTS} points (DREAM_SEED=${seed}): nothing is lost, the folder is old or new, undo is exact`,
    async () => {
      const tally = await runKills({ seed, points: POINTS })
      expect(tally.violations).toEqual([])
      expect(tally.kills).toBe(Math.min(POINTS, tally.known))
      expect(tally.secondKills).toBeGreaterThan(0)
    },
    LONG,
  )

  it.each(['no-objects', 'late-intent'] as const)(
    'A4 a broken variant is caught: %s',
    async broken => {
      const moves = { only: ['apply'], calls: ({ path }: { path: string }) => path.endsWith('.old') }
      const sound = await runKills({ seed: 1, points: 'all', ...moves })
      expect(sound.violations).toEqual([])
      const tally = await runKills({ seed: 1, points: 'all', ...moves, broken })
      expect(tally.violations.join('\n')).toMatch(/\([ab]\)/)
    },
    LONG,
  )
})
