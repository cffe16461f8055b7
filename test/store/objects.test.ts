import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realSys, sha256 } from '../../src/disk/sys.ts'
import { sysWith } from '../disk/folder.ts'
import { newStore } from './stores.ts'

const pathOf = (top: string, hash: string) => join(top, 'objects', hash.slice(0, 2), hash.slice(2))

describe('objects', () => {
  it('keep bytes by their hash, once', () => {
    const { objects } = newStore()
    const hash = objects.put(Buffer.from('alpha'))
    expect(hash).toBe(sha256('alpha'))
    expect(objects.put(Buffer.from('alpha'))).toBe(hash)
    expect(objects.get(hash)).toEqual({ state: 'whole', bytes: Buffer.from('alpha') })
    expect(objects.list()).toEqual({
      objects: [{ hash, size: 5, modified: expect.any(Number) }],
      orphans: [],
    })
  })

  it('that are not there, or under a name that is none, are absent', () => {
    const { objects } = newStore()
    objects.put(Buffer.from('alpha'))
    expect(objects.get(sha256('beta'))).toEqual({ state: 'absent' })
    expect(objects.get('../../etc/passwd')).toEqual({ state: 'absent' })
    // A hash on the same shelf as one that is there.
    expect(objects.get(sha256('alpha').slice(0, 2) + '0'.repeat(62))).toEqual({ state: 'absent' })
  })

  it('that were damaged are told, and whole again when the bytes come back', () => {
    const store = newStore()
    const hash = store.objects.put(Buffer.from('alpha'))
    chmodSync(pathOf(store.dir.path, hash), 0o600)
    writeFileSync(pathOf(store.dir.path, hash), 'alphA')
    expect(store.objects.get(hash)).toEqual({ state: 'damaged' })
    store.objects.put(Buffer.from('alpha'))
    expect(store.objects.get(hash).state).toBe('whole')
  })

  it('are erased for good, and twice does no harm', () => {
    const { objects } = newStore()
    const hash = objects.put(Buffer.from('alpha'))
    objects.erase(new Set([hash]))
    objects.erase(new Set([hash]))
    expect(objects.get(hash)).toEqual({ state: 'absent' })
  })

  it('that are erased while they are listed have no size', () => {
    const store = newStore()
    const hash = store.objects.put(Buffer.from('alpha'))
    const path = pathOf(store.dir.path, hash)
    const sys = sysWith({
      lstat: at => {
        if (at.endsWith(hash.slice(2))) rmSync(path)
        return realSys.lstat(at)
      },
    })
    const home = store.dir.path.slice(0, store.dir.path.lastIndexOf('/'))
    expect(newStore(sys, home).objects.list().objects).toEqual([{ hash, size: 0, modified: 0 }])
  })

  it('what a crash left goes, and what is no object is told apart', () => {
    const store = newStore()
    const top = join(store.dir.path, 'objects')
    const hash = store.objects.put(Buffer.from('alpha'))
    writeFileSync(join(top, `${sha256('beta')}.new`), 'be')
    mkdirSync(join(top, 'odd'))
    writeFileSync(join(top, hash.slice(0, 2), 'odd'), '')
    expect(store.objects.list().orphans).toEqual(
      [`${hash.slice(0, 2)}/odd`, `${sha256('beta')}.new`, 'odd'].sort(),
    )
    store.objects.discardOrphans()
    expect(readdirSync(top)).toEqual([hash.slice(0, 2), 'odd'].sort())
  })
})
