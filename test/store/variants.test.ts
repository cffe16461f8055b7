import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bite } from '../../torture/bite.ts'
import { VARIANTS } from '../../torture/variants.ts'
import { atLevel } from '../level.ts'

/** One for each harness, or all. */
const ONE_EACH = [...new Map(VARIANTS.toReversed().map(variant => [variant.caughtBy, variant])).values()]

/** A harness that a broken Dream gets past is no harness. */
it.each(atLevel({ quick: ONE_EACH, slow: VARIANTS }))(
  'A4 a Dream with a fault is caught by $caughtBy: $name',
  async variant => {
    // It ends at the first violation; how long one that is not caught is tried is all that the time decides.
    const { violations } = await bite(variant, 3, 240_000)
    expect(violations).not.toEqual([])
  },
)

it('A4 every fault can be put into the sources as they are', () => {
  const patches = VARIANTS.flatMap(variant => variant.patches)
  const lost = patches.filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2)
  expect(lost.map(({ file, find }) => `${file}: ${find}`)).toEqual([])
})
