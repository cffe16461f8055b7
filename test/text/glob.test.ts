import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { globMatcher, isGlob, literalFolder } from '../../src/project/glob.ts'

const matches = (pattern: string, path: string) => globMatcher(pattern)?.(path)

describe('D4 globMatcher', () => {
  it.each([
    ['src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/deep/a.ts', false],
    ['src/**/*.test.ts', 'src/a.test.ts', true],
    ['src/**/*.test.ts', 'src/x/y/a.test.ts', true],
    ['src/**', 'src/x/y', true],
    ['auth/*.ts', 'src/auth/login.ts', true],
    ['uth/*.ts', 'src/auth/login.ts', false],
    ['*.{ts,tsx}', 'src/a.tsx', true],
    ['*.{ts,tsx}', 'src/a.js', false],
    ['{a,b{c,d}}/x', 'bd/x', true],
    ['a?.ts', 'ab.ts', true],
    ['a?.ts', 'a.ts', false],
    ['[ab].ts', 'b.ts', true],
    ['[a-c].ts', 'b.ts', true],
    ['[!a-c].ts', 'b.ts', false],
    ['[!a-c].ts', 'x.ts', true],
    ['[unclosed', '[unclosed', true],
    ['{single}', '{single}', true],
    ['*', 'anything', true],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYbZ', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected)
  })

  it('gives up on patterns without bounds', () => {
    expect(globMatcher('x'.repeat(301))).toBeUndefined()
    expect(globMatcher('{a,b}'.repeat(6))).toBeUndefined()
  })

  it('agrees with a regular expression on stars', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 })
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(pattern, word, (glob, text) => {
        fc.pre(text !== '' && glob !== '**')
        const expected = new RegExp(`^${glob.replaceAll('*', '[ab]*')}$`).test(text)
        expect(matches(glob, text)).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('takes a bounded number of steps on hostile patterns', () => {
    const path = Array.from({ length: 40 }, () => 'a'.repeat(100)).join('/')
    expect(matches(`${'**/'.repeat(50)}b`, path)).toBe(false)
    expect(matches(`${'a*'.repeat(140)}b`, 'a'.repeat(4000))).toBe(false)
  })
})

describe('literalFolder', () => {
  it('is what stands before the first wildcard', () => {
    expect(literalFolder('src/lib/*.ts')).toBe('src/lib')
    expect(literalFolder('**/x.ts')).toBe('')
    expect(isGlob('src/a.ts')).toBe(false)
  })
})
