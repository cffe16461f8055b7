import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nearestRows } from '../../src/search/vectors.ts'

it('M4 the nearest rows are the same the first time and when columns were made of them', () => {
  const numbers = fc.integer({ min: -127, max: 127 })
  const stores = fc.integer({ min: 1, max: 60 }).chain(dimensions =>
    fc.record({
      dimensions: fc.constant(dimensions),
      rows: fc
        .array(fc.array(numbers, { minLength: dimensions, maxLength: dimensions }), {
          minLength: 1,
          maxLength: 30,
        })
        .map(rows => Int8Array.from(rows.flat())),
      query: fc
        .array(numbers, { minLength: dimensions, maxLength: dimensions })
        .map(each => Int8Array.from(each)),
    }),
  )
  fc.assert(
    fc.property(stores, ({ query, ...vectors }) => {
      const first = nearestRows(vectors, query, 5)
      for (let asked = 0; asked < 5; asked++) expect(nearestRows(vectors, query, 5)).toEqual(first)
    }),
  )
})
