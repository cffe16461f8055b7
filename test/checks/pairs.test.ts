import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidatePairs } from '../../src/checks/pairs/candidates.ts'
import { relatedPairs } from '../../src/checks/pairs/related.ts'
import { thinOut } from '../../src/checks/pairs/thin-out.ts'
import { overlap } from '../../src/memory/words.ts'
import { makeWorld } from '../plan/world.ts'

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
    const few = thinOut(all, 4)
    expect(all).toHaveLength((60 * 59) / 2)
    expect(few.length).toBeLessThanOrEqual(60 * 8)
    const newest = memories.at(-1)
    expect(few.filter(({ a, b }) => a === newest || b === newest)).toHaveLength(59)
  })

  it('are bounded where a folder is cut from one template', () => {
    expect(relatedPairs(notes(new Array(300).fill('project')), 'careful').length).toBeLessThan(
      (300 * 299) / 2,
    )
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
    const forget = () => relatedPairs(notes(['project']), 'careful')
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
          forget()
          relatedPairs(memories.slice(0, memories.length - fresh), 'careful')
          const after = relatedPairs(now, 'careful')
          forget()
          expect(after).toEqual(relatedPairs(now, 'careful'))
        },
      ),
      { numRuns: 40 },
    )
  })
})
