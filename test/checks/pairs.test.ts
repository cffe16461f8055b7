import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidatePairs, candidatePairsWith } from '../../src/checks/pairs/candidates.ts'
import { MOST_COMPARED, nearestAndNewest, relatedPairs } from '../../src/checks/pairs/related.ts'
import { Known } from '../../src/model/index.ts'
import { overlap } from '../../src/text/words.ts'
import { makeWorld } from '../plan/snapshot-of.ts'

const numbersOf = (sets: readonly ReadonlySet<string>[]): Uint32Array[] => {
  const all = [...new Set(sets.flatMap(set => [...set]))]
  return sets.map(set => Uint32Array.from(set, word => all.indexOf(word)).sort())
}

const found = (sets: readonly ReadonlySet<string>[]): string[] => {
  const pairs: string[] = []
  candidatePairs(numbersOf(sets), (a, b, shared) => pairs.push(`${a} ${b} ${shared}`))
  return pairs.sort()
}

const bruteForce = (sets: readonly ReadonlySet<string>[]): string[] =>
  sets
    .flatMap((a, i) =>
      sets.flatMap((b, j) => {
        const shared = [...a].filter(word => b.has(word)).length
        return i < j && overlap(a, b) >= 0.4 ? [`${i} ${j} ${shared}`] : []
      }),
    )
    .sort()

/** Words of very different frequency, as in real text. */
const word = fc.integer({ min: 0, max: 80 }).map(n => `w${Math.floor((n * n) / 80)}`)
const words = fc.array(word, { maxLength: 40 }).map(list => new Set(list))

describe('candidate pairs', () => {
  it('D9 are exactly the pairs that share 0.4 of the smaller set', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), sets => {
        expect(found(sets)).toEqual(bruteForce(sets))
      }),
      { numRuns: 500 },
    )
  })

  it('D9 of a few are those of all in which one of the few is', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 25 }),
        fc.infiniteStream(fc.boolean()),
        (sets, coins) => {
          const few = sets.map((_, at) => at).filter(() => coins.next().value)
          const pairs: string[] = []
          candidatePairsWith(few, numbersOf(sets), (a, b, shared) => pairs.push(`${a} ${b} ${shared}`))
          const isOfFew = (pair: string) => pair.split(' ', 2).some(place => few.includes(Number(place)))
          expect(pairs.sort()).toEqual(bruteForce(sets).filter(isOfFew))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('count a pair at the border and none below it', () => {
    const set = (text: string) => new Set(text.split(' '))
    expect(found([set('a b c d e'), set('a b x y z')])).toEqual(['0 1 2'])
    expect(found([set('a b c d e f'), set('a b u v w x')])).toEqual([])
    expect(found([new Set(), set('a')])).toEqual([])
  })
})

describe('related pairs', () => {
  const notes = (types: readonly (string | undefined)[]) =>
    makeWorld({
      notes: Object.fromEntries(
        types.map((type, at) => [
          `${at}.md`,
          { name: 'numbers', ...(type && { type }), body: 'one two three four five' },
        ]),
      ),
    }).folder.memories

  it('D9 are of one type; without a type only under seed', () => {
    const memories = notes(['project', 'feedback', 'project', undefined, undefined])
    const files = (rules: 'seed' | 'careful') =>
      relatedPairs(memories, rules).map(({ a, b }) => `${a.file} ${b.file}`)
    expect(files('careful')).toEqual(['0.md 2.md'])
    expect(files('seed')).toEqual(['0.md 2.md', '3.md 4.md'])
  })

  it('are thinned out in a crowd to the nearest and those with the newest', () => {
    const memories = notes(new Array(60).fill('project')).map((memory, at) => ({ ...memory, modified: at }))
    const all = relatedPairs(memories, 'careful')
    const few = nearestAndNewest(all, 4)
    expect(all).toHaveLength((60 * 59) / 2)
    expect(few.length).toBeLessThanOrEqual(60 * 8)
    const newest = memories.at(-1)
    expect(few.filter(({ a, b }) => a === newest || b === newest)).toHaveLength(59)
  })

  it('in a crowd of any kind are those that one of the two chooses', () => {
    const memory = fc.tuple(fc.nat(5), fc.uniqueArray(fc.nat(9), { minLength: 3 }))
    fc.assert(
      fc.property(
        fc.array(memory, { minLength: 8, maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (each, few) => {
          const notes = Object.fromEntries(
            each.map(([, said], at) => [
              `${(at * 7) % 31}.md`,
              { name: 'numbers', type: 'project', body: said.map(n => `word${n}`).join(' ') },
            ]),
          )
          const memories = makeWorld({ notes }).folder.memories.map((one, at) => ({
            ...one,
            modified: each[at]![0],
          }))
          const all = relatedPairs(memories, 'seed')
          const chosenBy = (one: (typeof memories)[number]) => {
            const own = all.filter(({ a, b }) => a === one || b === one)
            if (own.length <= 2 * few) return own
            const other = ({ a, b }: (typeof own)[number]) => (a === one ? b : a)
            const byName = own.toSorted((x, y) => (other(x).file < other(y).file ? -1 : 1))
            const nearest = byName.toSorted((x, y) => y.overlap - x.overlap).slice(0, few)
            const newest = byName.toSorted((x, y) => other(y).modified - other(x).modified).slice(0, few)
            return [...nearest, ...newest]
          }
          const chosen = new Set(memories.flatMap(chosenBy))
          expect(nearestAndNewest(all, few)).toEqual(all.filter(pair => chosen.has(pair)))
        },
      ),
      { numRuns: 200 },
    )
  })

  it('are bounded where a folder is cut from one template', () => {
    expect(relatedPairs(notes(new Array(300).fill('project')), 'careful').length).toBeLessThan(
      (300 * 299) / 2,
    )
  })

  it('are not looked for in a folder whose pairs no machine could hold', () => {
    const [note] = notes(['project'])
    expect(relatedPairs(new Array(MOST_COMPARED + 1).fill(note), 'careful')).toEqual([])
  })

  it('are of one subject under careful', () => {
    const memories = makeWorld({
      notes: {
        'a.md': { name: 'tea', type: 'project', body: 'one two three four five' },
        'b.md': { name: 'coffee', type: 'project', body: 'one two three four five' },
      },
    }).folder.memories
    expect(relatedPairs(memories, 'careful')).toEqual([])
    expect(relatedPairs(memories, 'seed')).toHaveLength(1)
  })

  it('are the same whether or not a part of them was compared before', () => {
    const bodies = fc.array(words, { minLength: 130, maxLength: 220 })
    fc.assert(
      fc.property(
        bodies,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 2 }),
        (sets, gone, fresh) => {
          const memories = makeWorld({
            notes: Object.fromEntries(
              sets.map((set, at) => [
                `${at}.md`,
                { name: 'note', type: 'project', body: [...set].join(' ') },
              ]),
            ),
          }).folder.memories
          const now = memories.slice(gone)
          const known = new Known()
          relatedPairs(memories.slice(0, memories.length - fresh), 'careful', known)
          expect(relatedPairs(now, 'careful', known)).toEqual(relatedPairs(now, 'careful'))
        },
      ),
      { numRuns: 40 },
    )
  })
})
