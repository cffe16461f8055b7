import { describe, expect, it } from 'vitest'
import { runKills } from './kills.ts'

/** Another slice every time; `DREAM_SEED` repeats one. */
const seed = Number(process.env['DREAM_SEED'] ?? Math.floor(Date.now() / 1000))
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

  it(
    'A4 broken variants are caught: one that does not keep old bytes, one that moves a file before its intent',
    async () => {
      const moves = { only: ['apply'], calls: ({ path }: { path: string }) => path.endsWith('.old') }
      const sound = await runKills({ seed: 1, points: 'all', ...moves })
      expect(sound.violations).toEqual([])
      for (const broken of ['no-objects', 'late-intent'] as const) {
        const tally = await runKills({ seed: 1, points: 'all', ...moves, broken })
        expect(tally.violations.join('\n'), broken).toMatch(/\([ab]\)/)
      }
    },
    LONG,
  )
})
