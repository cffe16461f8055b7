import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cacheFile, cacheHome } from '../../src/state/cache-file.ts'
import { summed } from '../../src/state/summed-file.ts'
import { filesIn, newFolder } from './folder.ts'

describe('a cache', () => {
  it('lies where the system wants it', () => {
    expect(cacheHome({ XDG_CACHE_HOME: '/var/cache' }, '/home/ann')).toBe('/var/cache/dream')
    expect(cacheHome({ XDG_CACHE_HOME: 'relative' }, '/home/ann')).toBe('/home/ann/.cache/dream')
    expect(cacheHome({}, '/home/ann')).toBe('/home/ann/.cache/dream')
  })

  it('gives back what was stored, or nothing', () => {
    const folder = newFolder()
    const cache = cacheFile(join(folder, 'deep/words'), 'read-write')
    expect(cache.load()).toBeUndefined()
    cache.store(Buffer.from('one'))
    cache.store(Buffer.from('two'))
    expect(cache.load()?.toString()).toBe('two')
    expect(filesIn(folder)).toEqual({ 'deep/words': 'two' })
  })

  it('A4 writes over what a killed process left, so that drafts do not pile up', () => {
    const folder = newFolder()
    // Under the name that every process gives it.
    writeFileSync(join(folder, 'words.tmp'), 'half of what a killed proc')
    cacheFile(join(folder, 'words'), 'read-write').store(Buffer.from('one'))
    expect(filesIn(folder)).toEqual({ words: 'one' })
  })

  it('that may only be read is never written', () => {
    const folder = newFolder()
    cacheFile(join(folder, 'words'), 'read-only').store(Buffer.from('one'))
    expect(readdirSync(folder)).toEqual([])
  })

  it('that cannot be written is done without', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'words'))
    cacheFile(join(folder, 'words'), 'read-write').store(Buffer.from('one'))
    expect(readdirSync(folder)).toEqual(['words'])
  })

  it('with a checksum is whole or not there: every flipped byte and every cut shows', () => {
    const path = join(newFolder(), 'words')
    const cache = summed(cacheFile(path, 'read-write'))
    cache.store(Buffer.from('some words'))
    expect(cache.load()?.toString()).toBe('some words')
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at++) {
      writeFileSync(
        path,
        whole.map((byte, index) => (index === at ? byte ^ 1 : byte)),
      )
      expect(cache.load()).toBeUndefined()
      writeFileSync(path, whole.subarray(0, at))
      expect(cache.load()).toBeUndefined()
    }
  })
})
