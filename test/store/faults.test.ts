import { describe, expect, it } from 'vitest'
import { sentences } from '../../torture/found.ts'
import { COMMAND_OPERATIONS } from '../../torture/kill/commands.ts'
import { OPERATIONS } from '../../torture/kill/operations.ts'
import { runRetries } from '../../torture/kill/retries.ts'
import { Random } from '../../torture/random.ts'
import { OWN_SCENE } from '../../torture/scene.ts'
import { tryFaults } from '../../torture/trials.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'

/** Commands that are tried again after a fault, and faults; `npm run torture` tries them all. */
const { COMMANDS, FAULTS } = atLevel({
  quick: { COMMANDS: 2, FAULTS: 20 },
  slow: { COMMANDS: 8, FAULTS: 160 },
})

describe(`a disk that refuses, on a simulated disk (DREAM_SEED=${seed})`, () => {
  it('A4 any fault code at any call of apply, undo, redo, recover, purge and gc: old files stay, the report agrees', async () => {
    const tries = atLevel({ quick: 150, slow: Number.POSITIVE_INFINITY })
    const { tried, known, violations } = await tryFaults(seed, { tries }, ['once'])
    expect(violations).toEqual([])
    expect(known).toBeGreaterThan(10_000)
    expect(tried).toBe(Math.min(tries, known!))
  })

  it('A4 the same where Dream’s own files change, whose versions are kept as deltas', async () => {
    const tries = atLevel({ quick: 100, slow: Number.POSITIVE_INFINITY })
    const { tried, known, violations } = await tryFaults(seed, { tries }, ['once', 'lasting'], {}, OWN_SCENE)
    expect(violations).toEqual([])
    expect(tried).toBe(Math.min(tries, known!))
  })

  it('A4 the same where the disk refuses from there on', async () => {
    const tries = atLevel({ quick: 80, slow: 2000 })
    const { tried, violations } = await tryFaults(seed, { tries }, ['lasting'])
    expect(violations).toEqual([])
    expect(tried).toBe(tries)
  })
})

it(`A4 ${FAULTS} faults, each repaired, and the same command again (DREAM_SEED=${seed}): then all of it is done, and the reports agree`, async () => {
  const all = [...OPERATIONS, ...COMMAND_OPERATIONS].filter(({ leaves }) => leaves !== 'finished')
  const operations = new Random(seed).shuffled(all).slice(0, COMMANDS)
  const { tried, found } = await runRetries({ seed, operations, tries: FAULTS })
  expect(sentences(found)).toEqual([])
  expect(tried).toBe(FAULTS)
})
