import { describe, expect, it } from 'vitest'
import { tryFaults } from '../../torture/trials.ts'
import { seed } from './seed.ts'

describe(`a disk that refuses, on a simulated disk (DREAM_SEED=${seed})`, () => {
  it('A4 every fault code at every call of apply, undo, redo, recover and purge: old files stay, the report agrees', async () => {
    const { tried, known, violations } = await tryFaults(seed, {}, ['once'])
    expect(violations).toEqual([])
    expect(tried).toBe(known)
    expect(tried).toBeGreaterThan(10_000)
  })

  it('A4 the same where the disk refuses from there on', async () => {
    const { tried, violations } = await tryFaults(seed, { ms: 5000 }, ['lasting'])
    expect(violations).toEqual([])
    expect(tried).toBeGreaterThan(200)
  })
})
