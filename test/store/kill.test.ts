import { describe, expect, it } from 'vitest'
import { sentences } from '../../torture/found.ts'
import { COMMAND_OPERATIONS } from '../../torture/kill/commands.ts'
import { isRoot } from '../../torture/kill/ground.ts'
import { runKills } from '../../torture/kill/kills.ts'
import { OPERATIONS } from '../../torture/kill/operations.ts'
import type { TracedCall } from '../../torture/kill/orders.ts'
import { Random } from '../../torture/random.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'

/** `npm run torture` tries every point there is. Each child in parallel learns the operations for itself. */
const { count, points, parallel, commands, commandPoints } = atLevel({
  quick: { count: 2, points: 6, parallel: 1, commands: 2, commandPoints: 16 },
  slow: {
    count: OPERATIONS.length,
    points: 300,
    parallel: 2,
    commands: COMMAND_OPERATIONS.length,
    commandPoints: 600,
  },
})

describe('the real program, killed', () => {
  it(`A4 at ${points} points of ${count} commands (DREAM_SEED=${seed}): nothing is lost, old or new, undo is exact`, async () => {
    const operations = new Random(seed).shuffled(OPERATIONS).slice(0, count)
    const { kills, secondKills, found, byOperation } = await runKills({ seed, points, parallel, operations })
    expect(sentences(found)).toEqual([])
    expect(kills).toBe(points)
    // Every fifth recovery is to be killed too, and now and then it is done before; of a few, all may be.
    if (points >= 100) expect(secondKills).toBeGreaterThan(0)
    expect(Object.keys(byOperation).sort()).toEqual(operations.map(operation => operation.name).sort())
    for (const [name, { kills: its }] of Object.entries(byOperation)) expect(its, name).toBeGreaterThan(0)
  })

  it(`A4 at ${commandPoints} points of ${commands} other commands (DREAM_SEED=${seed}, files of others: ${isRoot ? 'yes' : 'no, not root'}): whatever comes next, it is as if all of it was done or nothing`, async () => {
    const operations = new Random(seed).shuffled(COMMAND_OPERATIONS).slice(0, commands)
    const { kills, found } = await runKills({ seed, points: commandPoints, operations, how: 'inside' })
    expect(sentences(found)).toEqual([])
    expect(kills).toBe(commandPoints)
  })

  it('A4 D19 a plan is applied again after a kill: what was moved aside counts as there', async () => {
    const operations = OPERATIONS.filter(({ name }) => name === 'apply')
    const calls = ({ call, path }: TracedCall) => call === 'link' || path.endsWith('.old')
    for (const own of [1, 2, 3]) {
      const { found } = await runKills({ seed: own, points: 'all', how: 'inside', operations, calls })
      expect(sentences(found)).toEqual([])
    }
  })
})
