import { describe, expect, it } from 'vitest'
import { CHINESE } from '../../bench/distil/chinese.ts'
import { ENGLISH } from '../../bench/distil/english.ts'
import { makeQuarter } from '../../bench/distil/quarter.ts'
import { benchQuarter, renderTable } from '../../bench/distil/table.ts'
import { loadMeaning } from '../../src/search/embeddings/load.ts'

const meaning = loadMeaning()

describe('a simulated season, the short form of npm run bench:distil', () => {
  it('is the same for the same seed', () => {
    expect(makeQuarter(ENGLISH, 'a', 20)).toEqual(makeQuarter(ENGLISH, 'a', 20))
    expect(makeQuarter(ENGLISH, 'a', 20).journals).not.toEqual(makeQuarter(ENGLISH, 'b', 20).journals)
  })

  it.each([
    ['English', ENGLISH],
    ['Chinese', CHINESE],
  ])(
    'J6 J7 J8 keeps what counts in %s, better than both baselines, within the limit, and loses nothing',
    (_, lexicon) => {
      const { rows } = benchQuarter(lexicon, '5', 40, meaning)
      const [dream, , small, everything, newest] = rows
      expect(dream!.score.recall).toBeGreaterThan(0.9)
      expect(dream!.score.precision).toBeGreaterThan(0.85)
      expect(dream!.score.stale).toBeLessThan(1)
      expect(dream!.score.recall).toBeGreaterThan(newest!.score.recall)
      expect(dream!.score.precision).toBeGreaterThan(everything!.score.precision * 5)
      for (const { nights } of [dream!, small!]) {
        expect(nights!.largest).toBeLessThanOrEqual(nights!.limit)
        expect(nights!.archived).toBe(nights!.left)
        expect(nights!.returns.caught).toBe(nights!.returns.expected)
      }
      expect(renderTable(rows).split('\n')).toHaveLength(rows.length + 2)
    },
  )
})
