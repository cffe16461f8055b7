import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { realSys, sha256 } from '../../src/disk/sys.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import type { Store } from '../../src/store/store.ts'
import { dying } from '../../torture/dying.ts'
import { SimDisk } from '../../torture/sim-disk.ts'
import { newFolder, sysWith } from '../disk/folder.ts'
import { again, change, newStore, record } from './stores.ts'

const LEDGER = '@vault/ledger.md'
const COUNTS = '@vault/meta/counts.json'

const fileOf = (store: Store, name = 'deltas.1') => join(store.dir.path, name)
const generations = (store: Store) => readdirSync(store.dir.path).filter(name => name.startsWith('deltas'))
/** On a disk in memory, for many versions. */
const quickStore = () => newStore(new SimDisk({ now: () => Date.now() * 1000 }).connect(), '/state')
const sizeOf = (store: Store) => store.dir.stat('deltas.1')!.size

const entry = (number: number) =>
  `---\nID: ${sha256(String(number)).slice(0, 8)}\nContent: entry ${number}\n---\n`
const grown = (entries: number) =>
  Buffer.from(Array.from({ length: entries }, (_, number) => entry(number)).join(''))

describe('a version of one of Dream’s own files', () => {
  it('is kept as what differs from the one before, and comes back byte for byte', () => {
    const store = quickStore()
    const hashes = Array.from({ length: 300 }, (_, number) => store.objects.put(grown(number + 1), LEDGER))
    expect(store.objects.list().objects).toEqual([])
    const fresh = again(store).objects
    for (const [number, hash] of hashes.entries()) {
      const found = fresh.get(hash)
      expect(found.state === 'whole' && found.bytes.equals(grown(number + 1)), `version ${number}`).toBe(true)
    }
    expect(sizeOf(store)).toBeLessThan(3 * grown(300).length)
    expect(fresh.room()).toEqual({ versions: 300, bytes: sizeOf(store) })
  })

  it('takes room for what is new in it, however long the file is and however often it was written', () => {
    const store = quickStore()
    const version = (number: number) =>
      Buffer.from(Array.from({ length: 200 }, (_, at) => `entry ${at + number}\n`).join(''))
    const sizes = Array.from({ length: 400 }, (_, number) => {
      store.objects.put(version(number), COUNTS)
      return sizeOf(store)
    })
    expect(sizes[399]! - sizes[199]!).toBeLessThan(1.5 * (sizes[199]! - sizes[0]!))
  })

  it('is stored once, and found where it was kept whole by an earlier Dream', () => {
    const store = newStore()
    const old = store.objects.put(grown(1))
    expect(store.objects.put(grown(1), LEDGER)).toBe(old)
    expect(generations(store)).toEqual([])
    store.objects.put(grown(2), LEDGER)
    const size = statSync(fileOf(store)).size
    again(store).objects.put(grown(2), LEDGER)
    expect(statSync(fileOf(store)).size).toBe(size)
  })

  it('of a user’s file is raw bytes by its hash, as ever', () => {
    const store = newStore()
    for (const file of ['note.md', 'MEMORY.md', 'memory/2026-01-01.md', '@vault/magma/note.md'])
      store.objects.put(Buffer.from(file), file)
    expect(generations(store)).toEqual([])
    expect(store.objects.list().objects).toHaveLength(4)
  })

  it('that cannot be packed is kept as it is', () => {
    const store = newStore()
    const bytes = Buffer.from(Array.from({ length: 30 }, (_, at) => sha256(String(at))).join(''), 'hex')
    const hash = store.objects.put(bytes, COUNTS)
    expect(again(store).objects.get(hash)).toEqual({ state: 'whole', bytes })
    expect(sizeOf(store)).toBeLessThan(1.5 * bytes.length)
  })

  it('whatever was written to it comes back: any bytes in any order', () => {
    const texts = fc.array(
      fc.oneof(
        fc.nat(40).map(grown),
        fc.uint8Array({ maxLength: 3000 }).map(bytes => Buffer.from(bytes)),
        fc.string({ unit: 'binary', maxLength: 1000 }).map(text => Buffer.from(text)),
      ),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(texts, versions => {
        const store = quickStore()
        for (const [at, bytes] of versions.entries()) store.objects.put(bytes, at % 3 === 0 ? COUNTS : LEDGER)
        const fresh = again(store)
        for (const bytes of versions)
          expect(fresh.objects.get(sha256(bytes))).toEqual({ state: 'whole', bytes })
        expect(fsckStore(fresh).problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('a line of deltas', () => {
  const list = (entries: number) =>
    Buffer.from(
      ['one', 'two', 'three']
        .slice(0, entries)
        .map(word => {
          const seen = '"first":"2026-01-01","last":"2026-01-01","days":1'
          return `{"text":"the entry ${word} of a list",${seen},"source":"memory/2026-01-01.md:${word.length}"},\n`
        })
        .join(''),
    )
  const all = (store: Store) =>
    [1, 2, 3].map(entries => {
      const found = store.objects.get(sha256(list(entries)))
      return found.state === 'whole' && found.bytes.equals(list(entries))
    })

  it('says little of what the version before it says already', () => {
    const store = newStore()
    const sizes = [1, 2, 3].map(entries => {
      store.objects.put(list(entries), COUNTS)
      return sizeOf(store)
    })
    const entry = list(3).length - list(2).length
    // With its checksum and name it takes less than the entry alone.
    expect(sizes[2]! - sizes[1]!).toBeLessThan(entry)
    expect(all(again(store))).toEqual([true, true, true])
  })

  it('is read as it was written by this version', () => {
    const store = newStore()
    const written = Buffer.from(
      [
        'MWQyMTViNzIgYTE1NDRjZGI5OWYyYWM0MzhkNzA5MTJjIDZlOWUgKn5tykE9boMwEEbhqwz/OtrEQhe5itNF0JE9bi',
        'aBZD1uDaV3F3Thptv3vhFfhspHGZ6hLyFJWhrlJJQXPW60rVUZhrGspZ5qsMOjs66z7hhb+N/n0CrDO8Oo+V0mOVCU',
        'mEu7XbaPs78zfoYTnjsKOTMwZTk1NjQgNWNlOWQxZWNjZTllNDdlODg3ZDY1NjNhIDZlOWUgXn6LjjbQMTQyiNVRqo',
        '4BOyFGySoGyREl5fkIR8Qo6cRAnAFWhTAOLAFyPW42cZBzYkDuiYE6CKwIu5NilGp1YvKUYgEKY2JjZDIyOTMgOWRl',
        'N2QxNDQxOWZjZmZjNzNjOTZhZGE2IDZlOWUgXn6LjjbQMTIxiNVRqo4BOyFGySoG2REZRalI3o9R0omBOASsDmEgWA',
        'LkGGziIAfFgFwUA3USWBFWR5nGKNXqxOQpxQI9MAo=',
      ].join(''),
      'base64',
    )
    writeFileSync(fileOf(store), written)
    expect(all(again(store))).toEqual([true, true, true])
  })

  it('is read as earlier versions wrote it, in base64 and without the text before it', () => {
    const store = newStore()
    const lineFor = (entries: number, made: string, delta: unknown) => {
      const packed = deflateRawSync(JSON.stringify(delta)).toString('base64')
      const body = `${sha256(list(entries)).slice(0, 24)} ${sha256(COUNTS).slice(0, 4)} ${made}${packed}`
      return `${sha256(body).slice(0, 8)} ${body}\n`
    }
    const [one, two] = [list(1), list(2)].map(String) as [string, string]
    const lines = [lineFor(1, '*', [one]), lineFor(2, '^', [[0, one.length], two.slice(one.length)])]
    writeFileSync(fileOf(store), lines.join(''))
    expect(all(again(store))).toEqual([true, true, false])
    again(store).objects.put(list(3), COUNTS)
    expect(all(again(store))).toEqual([true, true, true])
    expect(fsckStore(again(store)).problems).toEqual([])
  })

  it('has no byte that ends a line, and no zero: with those a line that was cut off is known', () => {
    const store = quickStore()
    const noise = (seed: number) =>
      Buffer.from(Array.from({ length: 20 }, (_, at) => `${sha256(`${seed} ${at}`)}\n`).join(''))
    for (let seed = 0; seed < 50; seed++) store.objects.put(noise(seed), COUNTS)
    const bytes = store.dir.read('deltas.1')!.bytes
    expect(bytes.includes(0)).toBe(false)
    expect(bytes.filter(byte => byte === 10)).toHaveLength(50)
    expect(bytes.length).toBeLessThan(0.7 * 50 * noise(0).length)
    for (let seed = 0; seed < 50; seed++)
      expect(again(store).objects.get(sha256(noise(seed)))).toEqual({ state: 'whole', bytes: noise(seed) })
  })

  it('refers to a text that is longer than what can be referred to', () => {
    const store = quickStore()
    const long = (more: string) => Buffer.concat([grown(2000), Buffer.from(more)])
    const versions = ['', entry(7), entry(7) + entry(1990) + entry(5000)].map(long)
    expect(versions[0]!.length).toBeGreaterThan(2 * 32_768)
    for (const bytes of versions) store.objects.put(bytes, LEDGER)
    for (const bytes of versions) {
      const found = again(store).objects.get(sha256(bytes))
      expect(found.state === 'whole' && found.bytes.equals(bytes)).toBe(true)
    }
  })

  it('stands alone again after some hundreds: a version is never made of all before it', () => {
    const store = quickStore()
    const long = grown(600)
    const version = (number: number) => Buffer.concat([long, Buffer.from(`${number}\n`)])
    for (let number = 0; number < 505; number++) store.objects.put(version(number), LEDGER)
    const lines = store.dir.read('deltas.1')!.bytes.toString('latin1').split('\n').slice(0, -1)
    expect(lines.flatMap((line, at) => (line[39] === '*' ? [at] : []))).toEqual([0, 500])
    for (const number of [0, 499, 500, 504])
      expect(again(store).objects.get(sha256(version(number))).state).toBe('whole')
  })
})

describe('deltas that were cut off or damaged', () => {
  const three = () => {
    const store = newStore()
    const hashes = [1, 2, 3].map(number => store.objects.put(grown(number), LEDGER))
    return { store, hashes, bytes: readFileSync(fileOf(store)) }
  }

  it('half a line goes, and the next version stands behind those that are whole', () => {
    const { store, hashes, bytes } = three()
    const second = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1
    for (let cut = second; cut < bytes.length; cut += 7) {
      writeFileSync(fileOf(store), bytes.subarray(0, cut))
      const fresh = again(store)
      expect(fresh.objects.get(hashes[2]!)).toEqual({ state: 'absent' })
      fresh.objects.put(grown(9), LEDGER)
      expect(again(store).objects.get(sha256(grown(9))).state).toBe('whole')
      expect(fsckStore(fresh).problems).toEqual([])
    }
  })

  it('so does a last line whose end is there and zeros before it', () => {
    const { store, hashes, bytes } = three()
    const start = bytes.lastIndexOf(10, bytes.length - 2) + 1
    writeFileSync(fileOf(store), bytes.fill(0, start + 20, bytes.length - 5))
    const fresh = again(store)
    expect(fresh.objects.get(hashes[2]!)).toEqual({ state: 'absent' })
    fresh.objects.discardOrphans()
    expect(statSync(fileOf(store)).size).toBe(start)
    expect(fsckStore(fresh).problems).toEqual([])
  })

  it('a flip anywhere costs the versions that need that line and no other, and fsck tells', () => {
    const { store, hashes, bytes } = three()
    const other = store.objects.put(Buffer.from('{"chars": 1}\n'), COUNTS)
    store.log.append(record('r1', { changes: [...hashes, other].map(hash => change('a.md', hash)) }))
    const whole = readFileSync(fileOf(store))
    for (let at = 0; at < bytes.length; at += 3) {
      const turned = Buffer.from(whole)
      turned[at]! ^= 1 << (at % 8)
      writeFileSync(fileOf(store), turned)
      const fresh = again(store)
      for (const hash of hashes) {
        const found = fresh.objects.get(hash)
        if (found.state === 'whole') expect(sha256(found.bytes)).toBe(hash)
      }
      const problems = fsckStore(fresh).problems.filter(({ severity }) => severity === 'damage')
      expect(problems.length, `turned at ${at}`).toBeGreaterThan(0)
      if (turned[at] !== 10) expect(fresh.objects.get(other).state).toBe('whole')
    }
  })

  it('a version that cannot be made any more is stored again when its bytes come back', () => {
    const { store, hashes, bytes } = three()
    const first = bytes.indexOf(10)
    writeFileSync(fileOf(store), Buffer.from(bytes).fill('x', first - 4, first - 2))
    const fresh = again(store)
    expect(hashes.map(hash => fresh.objects.get(hash).state)).toEqual(['damaged', 'damaged', 'damaged'])
    fresh.objects.put(grown(3), LEDGER)
    fresh.objects.put(grown(4), LEDGER)
    expect(again(store).objects.get(hashes[2]!).state).toBe('whole')
    expect(again(store).objects.get(sha256(grown(4))).state).toBe('whole')
  })

  it('a line with a right checksum that is no delta of ours is damage and nothing worse', () => {
    const { store, hashes } = three()
    const lineFor = (name: string, delta: string) => {
      const body = `${sha256(name).slice(0, 24)} abcd *${delta}`
      return `${sha256(body).slice(0, 8)} ${body}\n`
    }
    const lines = [lineFor('x', '[{"bytes":1}]'), 'nonsense\n', lineFor('y', '["z"]')]
    writeFileSync(fileOf(store), lines.join(''), { flag: 'a' })
    const fresh = again(store)
    expect(fresh.objects.get(sha256('x'))).toEqual({ state: 'damaged' })
    expect(fresh.objects.get(hashes[2]!).state).toBe('whole')
    expect(fsckStore(fresh).problems.map(({ what }) => what)).toEqual([
      'line 5 of deltas.1 is not what was written',
      expect.stringContaining(`object ${sha256('x').slice(0, 24)}`),
      expect.stringContaining(`object ${sha256('y').slice(0, 24)}`),
    ])
  })

  it('of two that hold a version the sound one counts', () => {
    const { store, hashes, bytes } = three()
    writeFileSync(fileOf(store, 'deltas.2'), bytes)
    writeFileSync(fileOf(store), Buffer.from(bytes).fill('x', 60, 62))
    expect(again(store).objects.get(hashes[0]!).state).toBe('whole')
  })

  it('that vanish while they are read hold nothing', () => {
    const { store, hashes } = three()
    const sys = sysWith({
      open: (path, flags, mode) => {
        if (path.endsWith('deltas.1')) throw Object.assign(new Error('gone'), { code: 'ENOENT' })
        return realSys.open(path, flags, mode)
      },
    })
    const home = store.dir.path.slice(0, store.dir.path.lastIndexOf('/'))
    expect(newStore(sys, home).objects.get(hashes[0]!)).toEqual({ state: 'absent' })
  })
})

describe('a purge of versions', () => {
  const filled = () => {
    const home = join(newFolder(), 'state')
    const store = newStore(realSys, home)
    const secret = Buffer.concat([grown(2), Buffer.from('the password is hunter2\n')])
    const versions = [grown(1), secret, grown(2), grown(3)]
    for (const bytes of versions) store.objects.put(bytes, LEDGER)
    return { home, store, secret, others: [grown(1), grown(2), grown(3)] }
  }
  const isIn = (store: Store, text: string) =>
    generations(store).some(name => readFileSync(fileOf(store, name)).includes(text))

  it('erases their bytes and leaves the others as they were', () => {
    const { store, secret, others } = filled()
    expect(isIn(store, 'hunter2')).toBe(true)
    store.objects.erase(new Set([sha256(secret), sha256('nobody has this')]))
    expect(store.objects.get(sha256(secret))).toEqual({ state: 'absent' })
    for (const bytes of others)
      expect(again(store).objects.get(sha256(bytes))).toEqual({ state: 'whole', bytes })
    expect(isIn(store, 'hunter2')).toBe(false)
    expect(generations(store)).toEqual(['deltas.2'])
    store.objects.put(grown(4), LEDGER)
    expect(again(store).objects.get(sha256(grown(4))).state).toBe('whole')
  })

  it('killed at any call and done again has erased them and nothing else', () => {
    for (let at = 1; ; at++) {
      const { home, store, secret, others } = filled()
      let end: 'killed' | 'done' = 'killed'
      try {
        newStore(dying(realSys, at + 5), home).objects.erase(new Set([sha256(secret)]))
        end = 'done'
      } catch {}
      const fresh = again(store)
      fresh.objects.discardOrphans()
      for (const bytes of others)
        expect(fresh.objects.get(sha256(bytes)).state, `killed at ${at}`).toBe('whole')
      fresh.objects.erase(new Set([sha256(secret)]))
      expect(isIn(store, 'hunter2'), `killed at ${at}`).toBe(false)
      expect(generations(store).filter(name => !/^deltas\.\d$/.test(name))).toEqual([])
      for (const bytes of others) expect(again(store).objects.get(sha256(bytes)).state).toBe('whole')
      if (end === 'done') break
      expect(at).toBeLessThan(60)
    }
  })

  it('takes over what one who was stopped adds to the old file until it is moved', () => {
    const { home, store, secret } = filled()
    let late = false
    const sys = sysWith({
      rename: (from, to) => {
        if (to.endsWith('deltas.1.old') && !late) {
          late = true
          // He found the old file, and was stopped before he wrote to it.
          const bytes = readFileSync(fileOf(store))
          const other = again(newStore(realSys, join(newFolder(), 'state')))
          writeFileSync(fileOf(other), bytes)
          other.objects.put(grown(7), LEDGER)
          writeFileSync(fileOf(store), readFileSync(fileOf(other)))
        }
        realSys.rename(from, to)
      },
    })
    newStore(sys, home).objects.erase(new Set([sha256(secret)]))
    expect(late).toBe(true)
    expect(again(store).objects.get(sha256(grown(7))).state).toBe('whole')
    expect(isIn(store, 'hunter2')).toBe(false)
  })

  it('stops where another process made the next file', () => {
    const { home, store, secret, others } = filled()
    const sys = sysWith({
      link: (from, to) => {
        if (to.endsWith('deltas.2')) writeFileSync(fileOf(store, 'deltas.2'), '')
        realSys.link(from, to)
      },
    })
    expect(() => newStore(sys, home).objects.erase(new Set([sha256(secret)]))).toThrow('another process')
    for (const bytes of others) expect(again(store).objects.get(sha256(bytes)).state).toBe('whole')
  })

  it('leaves out what cannot be made any more', () => {
    const { store, secret } = filled()
    writeFileSync(fileOf(store), `${sha256('').slice(0, 8)} ${sha256('y').slice(0, 24)} abcd *[]\n`, {
      flag: 'a',
    })
    const fresh = again(store)
    fresh.objects.erase(new Set([sha256(secret)]))
    expect(fsckStore(again(store)).problems).toEqual([])
  })
})
