import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realSys, sha256 } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import type { SeenText } from '../../src/store/seen.ts'
import type { Store } from '../../src/store/store.ts'
import { dying } from '../../torture/dying.ts'
import { again, newStore } from './stores.ts'

const at = '2026-01-01T00:00:00.000Z'
const look = (text: string, file = 'a.md'): SeenText => ({
  file: fileName(file),
  hash: sha256(text),
  modified: 1,
  at,
  text,
})
const gone: SeenText = { file: fileName('a.md'), hash: null, modified: 0, at }
const packs = (store: Store) => readdirSync(join(store.dir.path, 'seen')).sort()
const textOf = (store: Store, text: string) => again(store).seen.text(sha256(text))

/** So many characters that cannot be packed. */
const long = (seed: string, length: number) =>
  Array.from({ length: Math.ceil(length / 64) }, (_, number) => sha256(seed + number)).join('')

describe('what was seen between runs', () => {
  it('M9 comes back by its hash, and a memory that left is known to have left', () => {
    const store = newStore()
    store.seen.add('s1', [look('alpha'), look('beta', 'b.md')])
    store.seen.add('s2', [gone])
    store.seen.add('s3', [])
    expect(textOf(store, 'alpha')).toBe('alpha')
    expect(textOf(store, 'gamma')).toBeUndefined()
    expect(
      again(store)
        .seen.read()
        .sightings.map(({ hash }) => hash),
    ).toEqual([sha256('alpha'), sha256('beta'), null])
  })

  it('a text that is kept already is not kept again', () => {
    const store = newStore()
    store.seen.add('s1', [look('alpha')])
    const before = readFileSync(join(store.dir.path, 'seen', packs(store)[0]!))
    store.seen.add('s2', [gone])
    store.seen.add('s3', [look('alpha', 'moved.md')])
    expect(packs(store)).toHaveLength(1)
    expect(readFileSync(join(store.dir.path, 'seen', packs(store)[0]!))).toEqual(before)
    expect(textOf(store, 'alpha')).toBe('alpha')
    for (const name of packs(store)) rmSync(join(store.dir.path, 'seen', name))
    again(store).seen.add('s4', [look('alpha')])
    expect(textOf(store, 'alpha')).toBe('alpha')
  })

  it('I11 all texts are told by their hash; a pack that is damaged or gone holds none', () => {
    const store = newStore()
    expect(store.seen.texts()).toEqual(new Map())
    store.seen.add('s1', [look('alpha'), gone])
    expect(again(store).seen.texts()).toEqual(new Map([[sha256('alpha'), 'alpha']]))
    for (const name of packs(store)) rmSync(join(store.dir.path, 'seen', name))
    expect(again(store).seen.texts()).toEqual(new Map())
  })

  it('M9 what was seen since an earlier look is told apart', () => {
    const store = newStore()
    store.seen.add('s1', [look('alpha')])
    const { mark } = store.seen.after(undefined)
    store.seen.add('s2', [look('beta', 'b.md')])
    const { entries, isAll } = again(store).seen.after(mark)
    expect(entries.map(({ file }) => file)).toEqual(['b.md'])
    expect(isAll).toBe(false)
    expect(newStore().seen.after(mark)).toMatchObject({ entries: [], isAll: true })
    writeFileSync(join(store.dir.path, 'seen.jsonl'), 'half a li', { flag: 'a' })
    expect(again(store).seen.after(mark).entries).toEqual(entries)
  })

  it('many small looks go into one pack, until it is no longer small', () => {
    const store = newStore()
    for (let run = 0; run < 40; run++) store.seen.add(`s${run}`, [look(`text ${run}`)])
    expect(packs(store)).toEqual(['s0-0'])
    for (const run of [0, 17, 39]) expect(textOf(store, `text ${run}`)).toBe(`text ${run}`)
    store.seen.add('t1', [look(long('a', 150_000))])
    store.seen.add('t2', [look('after it')])
    expect(packs(store)).toEqual(['s0-0', 't2-0'])
    expect(textOf(store, 'after it')).toBe('after it')
    expect(textOf(store, 'text 17')).toBe('text 17')
  })

  it('a large look goes into several', () => {
    const store = newStore()
    store.seen.add('s0', [look('first')])
    store.seen.add(
      's1',
      Array.from({ length: 1100 }, (_, number) => look(`text ${number}`)),
    )
    expect(packs(store)).toEqual(['s0-0', 's1-1', 's1-2'])
    for (const number of [0, 498, 499, 999, 1099])
      expect(textOf(store, `text ${number}`)).toBe(`text ${number}`)
  })

  it('killed before any call, a look is there or not, and nothing that was there is lost', () => {
    for (let dieAt = 1; ; dieAt++) {
      const store = newStore()
      store.seen.add('s1', [look('alpha')])
      const home = store.dir.path.slice(0, store.dir.path.lastIndexOf('/'))
      let end: 'killed' | 'done' = 'killed'
      try {
        newStore(dying(realSys, dieAt + 5), home).seen.add('s2', [look('beta')])
        end = 'done'
      } catch {}
      const fresh = again(store)
      fresh.seen.settle()
      expect(fresh.seen.read().damage).toEqual([])
      expect(textOf(store, 'alpha')).toBe('alpha')
      const known = fresh.seen.read().sightings.some(({ hash }) => hash === sha256('beta'))
      expect(known).toBe(textOf(store, 'beta') === 'beta')
      fresh.seen.add('s3', [look('gamma')])
      expect(textOf(store, 'gamma')).toBe('gamma')
      expect(packs(store).filter(name => name.endsWith('.new'))).toEqual([])
      if (end === 'done') break
      expect(dieAt).toBeLessThan(40)
    }
  })

  it('of a pack that is damaged nothing is taken for a text, and the next look starts a new one', () => {
    const store = newStore()
    store.seen.add('s1', [look('alpha')])
    writeFileSync(join(store.dir.path, 'seen/s1-0'), 'no pack')
    expect(textOf(store, 'alpha')).toBeUndefined()
    store.seen.add('s2', [look('beta')])
    expect(packs(store)).toEqual(['s1-0', 's2-0'])
    rmSync(join(store.dir.path, 'seen'), { recursive: true })
    expect(textOf(store, 'beta')).toBeUndefined()
    again(store).seen.settle()
    again(store).seen.removePacks(['s9-0'])
    expect(again(store).seen.orphanPacks()).toEqual([])
    again(store).seen.add('s3', [look('gamma')])
    expect(textOf(store, 'gamma')).toBe('gamma')
  })

  it('a text that is erased is gone, and those beside it are not', () => {
    const store = newStore()
    store.seen.add('s1', [look('secret'), look('alpha'), gone])
    store.seen.erase(new Set([sha256('secret'), sha256('never seen')]))
    store.seen.erase(new Set([sha256('secret')]))
    expect(textOf(store, 'secret')).toBeUndefined()
    expect(textOf(store, 'alpha')).toBe('alpha')
    writeFileSync(join(store.dir.path, 'seen/s1-0'), 'no pack')
    again(store).seen.erase(new Set([sha256('alpha')]))
    expect(readFileSync(join(store.dir.path, 'seen/s1-0'), 'utf8')).toBe('no pack')
  })

  it('packs that no line names are strays, unless a line is damaged that might', () => {
    const store = newStore()
    expect(store.seen.orphanPacks()).toEqual([])
    store.seen.add('s1', [look('alpha')])
    writeFileSync(join(store.dir.path, 'seen/s2-0'), 'half a look')
    writeFileSync(join(store.dir.path, 'seen/s3-0.new'), 'a draft')
    expect(store.seen.orphanPacks()).toEqual([{ name: 's2-0', size: 11 }])
    store.seen.removePacks(['s2-0'])
    expect(packs(store)).toEqual(['s1-0', 's3-0.new'])
    writeFileSync(join(store.dir.path, 'seen/s2-0'), 'half a look')
    writeFileSync(join(store.dir.path, 'seen.jsonl'), 'nonsense\n', { flag: 'a' })
    expect(again(store).seen.orphanPacks()).toEqual([])
    expect(again(store).seen.read().damage).toHaveLength(1)
  })

  it('is told by fsck as no great loss where a line is damaged', () => {
    const store = newStore()
    writeFileSync(join(store.dir.path, 'seen.jsonl'), 'nonsense\n')
    expect(fsckStore(store).problems).toEqual([
      {
        severity: 'leftover',
        what: 'line 1 of seen.jsonl is not what was written',
        now: 'a change from outside has no version; nothing else is affected',
      },
    ])
  })
})
