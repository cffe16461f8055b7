import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { lifeOf, lifeOfPid, thisProcess } from '../../src/disk/lock.ts'

const self = thisProcess()
const deadPid = spawnSync('true').pid

describe('whether a process lives', () => {
  it('this one does', () => {
    expect(lifeOf(self)).toBe('alive')
    expect(thisProcess()).toBe(self)
  })

  it('one that ended does not', () => {
    expect(lifeOf({ ...self, pid: deadPid, born: '1' })).toBe('gone')
    expect(lifeOfPid(deadPid)).toBe('gone')
  })

  it('one whose number was used again does not', () => {
    expect(lifeOf({ ...self, born: '1' })).toBe('gone')
    expect(lifeOf({ ...self, born: '' })).toBe('alive')
  })

  it('of before the last boot it does not', () => {
    expect(lifeOf({ ...self, boot: 'another' })).toBe('gone')
  })

  it.each([
    ['on another host', { ...self, host: 'elsewhere' }],
    ['in another container', { ...self, space: 'pid:[1]' }],
    ['where the system does not tell its boots', { ...self, boot: '' }],
  ])('%s nobody can tell', (_, other) => {
    expect(lifeOf(other)).toBe('cannot-tell')
  })

  it('a number that is none cannot be shown to be gone', () => {
    expect(lifeOfPid(Number.NaN)).toBe('alive')
    expect(lifeOf({ ...self, pid: Number.NaN, born: '' })).toBe('alive')
    expect(lifeOf({ ...self, pid: Number.NaN, born: '5' })).toBe('gone')
  })
})
