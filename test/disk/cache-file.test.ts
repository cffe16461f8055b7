import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type DebugEvent, debugTo } from '../../src/model/error.ts'
import { cacheFile, cacheHome, kept, keptBy } from '../../src/state/cache.ts'
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

  it('of values is whole or not there: every flipped byte and every cut shows', () => {
    const path = join(newFolder(), 'words')
    const cache = kept<string>(cacheFile(path, 'read-write'), '1')
    cache.store('some words')
    expect(cache.load()).toBe('some words')
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

  it('of values gives back what was kept under this key by this version, maps and bytes too', () => {
    const file = cacheFile(join(newFolder(), 'words'), 'read-write')
    const value = { words: new Map([['one', 1]]), bytes: Buffer.from('two') }
    kept<typeof value>(file, '1').store(value, 'abc')
    expect(kept<typeof value>(file, '1').load('abc')?.words).toEqual(value.words)
    expect([kept(file, '1').load('abd'), kept(file, '1').load(), kept(file, '2').load('abc')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('of values that this Node cannot read is not there', () => {
    const file = cacheFile(join(newFolder(), 'words'), 'read-write')
    const body = Buffer.from('of another Node')
    file.store(Buffer.concat([createHash('sha256').update(body).digest(), body]))
    expect(kept(file, '1').load()).toBeUndefined()
  })

  it('of values lies in the folder of what it is about', () => {
    const home = newFolder()
    const place = { env: {}, home }
    keptBy('plan', place, 'read-write', 'notes-1').store('one')
    keptBy('reviewIds', place, 'read-write').store('two')
    expect(Object.keys(filesIn(home)).sort()).toEqual([
      '.cache/dream/notes-1/plan.cache',
      '.cache/dream/review-ids.cache',
    ])
    expect(keptBy('plan', place, 'read-only', 'notes-1').load()).toBe('one')
    keptBy('plan', place, 'read-only', 'notes-2').store('three')
    expect(keptBy('plan', place, 'read-only', 'notes-2').load()).toBeUndefined()
  })

  it('M18 tells --debug whether it was of use', () => {
    const place = { env: {}, home: newFolder() }
    const told: DebugEvent[] = []
    debugTo(
      event => told.push(event),
      () => {
        keptBy('plan', place, 'read-write').load()
        keptBy('plan', place, 'read-write').store('one')
        keptBy('plan', place, 'read-write').load()
      },
    )
    expect(told.map(({ what, details }) => [what, details['step'], details['used']])).toEqual([
      ['cache', 'plan', false],
      ['cache', 'plan', true],
    ])
  })
})
