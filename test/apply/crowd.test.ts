import { expect, it } from 'vitest'
import { type Crowd, tryCrowd } from '../../torture/concurrency.ts'
import { seed } from './seed.ts'

const crowd = { processes: 16, stoppers: 0, editor: false, skewed: false, ms: 4000, seed }

const CROWDS: readonly [string, Crowd][] = [
  ['nobody loses a line, and no two are in at once', crowd],
  [
    'some of them stopped past their lease, and an editor among them',
    { ...crowd, stoppers: 4, editor: true },
  ],
  ['with clocks that are a lease apart no byte is lost', { ...crowd, skewed: true }],
]

it.each(CROWDS)(`A3 16 processes that write, remember and undo (DREAM_SEED=${seed}): %s`, async (_, each) => {
  const { tried, violations } = await tryCrowd(each)
  expect(violations).toEqual([])
  // Those who hold each other for dead may get nothing done at all.
  if (!each.skewed) expect(tried).toBeGreaterThan(0)
})
