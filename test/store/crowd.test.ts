import { expect, it } from 'vitest'
import { type Crowd, tryCrowd } from '../../torture/concurrency.ts'
import { atLevel } from '../level.ts'
import { seed } from '../seed.ts'

const { processes, ms } = atLevel({ quick: { processes: 6, ms: 500 }, slow: { processes: 16, ms: 4000 } })
const crowd = { processes, stoppers: 0, editor: false, skewed: false, ms, seed }

const UNDISTURBED: [string, Crowd] = ['nobody loses a line, and no two are in at once', crowd]
const DISTURBED: [string, Crowd][] = [
  [
    'some of them stopped past their lease, and an editor among them',
    { ...crowd, stoppers: 4, editor: true },
  ],
  ['with clocks that are a lease apart no byte is lost', { ...crowd, skewed: true }],
]
const CROWDS = atLevel({ quick: [UNDISTURBED], slow: [UNDISTURBED, ...DISTURBED] })

it.each(CROWDS)(
  `A3 ${processes} processes that write, remember and undo (DREAM_SEED=${seed}): %s`,
  async (_, each) => {
    const { tried, violations } = await tryCrowd(each)
    expect(violations).toEqual([])
    // Those who hold each other for dead may get nothing done at all.
    if (!each.skewed) expect(tried).toBeGreaterThan(0)
  },
)
