import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { realSys, sha256 } from '../../src/disk/sys.ts'
import type { FileName } from '../../src/model/file-name.ts'
import type { Change } from '../../src/model/outcome.ts'
import type { Store } from '../../src/store/store.ts'
import { spied } from '../../torture/dying.ts'
import { SimDisk } from '../../torture/sim-disk.ts'
import { filesIn, sysWith } from '../disk/folder.ts'
import { again, change, newStore, record } from './stores.ts'

const file = (store: Store) => join(store.dir.path, 'history.jsonl')
const runs = (store: Store) => store.log.read().records.map(each => each.run)

function threeRuns(): Store {
  const store = newStore()
  for (const run of ['r1', 'r2', 'r3']) store.log.append(record(run))
  return store
}

describe('history', () => {
  it('keeps records in their order', () => {
    const store = threeRuns()
    expect(store.log.read()).toMatchObject({ damage: [], tornTail: 0 })
    expect(runs(store)).toEqual(['r1', 'r2', 'r3'])
  })

  it('finds the newest records that tell of a file', () => {
    const store = newStore()
    const [a, other] = [change('a.md', 'one'), change('b.md', 'two')]
    for (const [run, changes] of [
      ['r1', [a]],
      ['r2', [other]],
      ['r3', [a, other]],
      ['r4', [a]],
    ] as const)
      store.log.append(record(run, { changes: [...changes] }))
    // A line that quotes the name tells of another file.
    const quoting = { why: 'duplicate', of: '"file":"a.md"' } as never
    store.log.append(record('r5', { changes: [change('b.md', 'three', { reason: quoting })] }))
    const found = (most: number) => store.log.naming(a.file, most).map(each => each.run)
    expect(found(10)).toEqual(['r1', 'r3', 'r4'])
    expect(found(2)).toEqual(['r3', 'r4'])
    expect(newStore().log.naming(a.file, 2)).toEqual([])
    const text = readFileSync(file(store), 'utf8')
    writeFileSync(file(store), text.replace('"run":"r3"', '"run":"r9"'))
    expect(found(2), 'a damaged line tells of nothing, and those before it are found').toEqual(['r1', 'r4'])
  })

  it('is empty where there is none', () => {
    expect(newStore().log.read()).toEqual({ records: [], damage: [], tornTail: 0 })
  })

  it('does not record a run twice, but each thing that was kept for others', () => {
    const store = threeRuns()
    store.log.append(record('r2'))
    const kept = (hash: string) =>
      record('r2', { command: 'salvage', salvaged: [{ file: change('a', null).file, kept: hash }] })
    for (const hash of ['1', '2', '1']) store.log.append(kept(hash))
    expect(runs(store)).toEqual(['r1', 'r2', 'r3', 'r2', 'r2'])
  })
})

describe('a part of it', () => {
  const dated = (run: string, day: number) => record(run, { at: `2026-01-0${day}T00:00:00.000Z` })
  const since = (store: Store, day: number) =>
    again(store)
      .log.recent(`2026-01-0${day}T00:00:00.000Z`)
      .map(each => each.run)

  it('is the newest days, whatever stands before them', () => {
    const store = newStore()
    expect(since(store, 1)).toEqual([])
    for (const day of [1, 2, 3, 4]) store.log.append(dated(`r${day}`, day))
    expect(since(store, 3)).toEqual(['r3', 'r4'])
    expect(since(store, 5)).toEqual([])
    expect(since(store, 1)).toEqual(['r1', 'r2', 'r3', 'r4'])
    writeFileSync(file(store), readFileSync(file(store), 'utf8').replace('"r3"', '"r9"'))
    expect(since(store, 2)).toEqual(['r2', 'r4'])
  })

  it('is what stands behind a mark, and all of it where the mark does not hold', () => {
    const store = threeRuns()
    const { mark, isAll } = store.log.after(undefined)
    expect(isAll).toBe(true)
    expect(again(store).log.after(mark)).toEqual({ entries: [], isAll: false, mark })
    store.log.append(record('r4'))
    writeFileSync(file(store), 'half a li', { flag: 'a' })
    const behind = again(store).log.after(mark)
    expect(behind).toMatchObject({ entries: [{ run: 'r4' }], isAll: false })
    expect(again(newStore()).log.after(mark)).toEqual({
      entries: [],
      isAll: true,
      mark: { bytes: 0, sum: '' },
    })
    const other = newStore()
    for (const run of ['s1', 's2', 's3', 's4']) other.log.append(record(run))
    expect(other.log.after(behind.mark)).toMatchObject({ entries: [{}, {}, {}, {}], isAll: true })
  })

  it('is the last run that did something', () => {
    const store = newStore()
    expect(store.log.lastDone()).toBeUndefined()
    store.log.append(record('r1', { changes: [change('a.md', '1')] }))
    expect(again(store).log.lastDone()?.run).toBe('r1')
    store.log.append(record('r2'))
    expect(again(store).log.lastDone()?.run).toBe('r1')
  })

  it('what another wrote in the moment of an append is read', () => {
    const store = threeRuns()
    const other = again(store)
    store.log.append(record('r4'))
    other.log.append(record('r5'))
    store.log.append(record('r6'))
    expect(runs(store)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
  })
})

describe('a tail that is cut off at any byte', () => {
  const whole = () => {
    const store = threeRuns()
    return { store, bytes: readFileSync(file(store)), ends: lineEnds(readFileSync(file(store))) }
  }

  it('costs the record it is in and no other, and the next append goes on from there', () => {
    const { store: first, bytes, ends } = whole()
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      writeFileSync(file(first), bytes.subarray(0, cut))
      const store = again(first)
      const left = ends.filter(end => end <= cut).length
      const read = store.log.read()
      expect(read.records.length, `cut at ${cut}`).toBe(left)
      expect(read.damage, `cut at ${cut}`).toEqual([])
      expect(read.tornTail, `cut at ${cut}`).toBe(cut - (ends[left - 1] ?? 0))
      store.log.append(record('r4'))
      expect(runs(store), `cut at ${cut}`).toEqual(['r1', 'r2', 'r3'].slice(0, left).concat('r4'))
      expect(store.log.read(), `cut at ${cut}`).toMatchObject({ damage: [], tornTail: 0 })
    }
  })

  it('keeps the torn bytes beside the history', () => {
    const { store, bytes } = whole()
    writeFileSync(file(store), bytes.subarray(0, -5))
    store.log.settle()
    expect(runs(store)).toEqual(['r1', 'r2'])
    const aside = Object.entries(filesIn(store.dir.path)).filter(([name]) => name.startsWith('history.torn-'))
    expect(aside.map(([, text]) => text)).toEqual([bytes.subarray(lineEnds(bytes)[1], -5).toString()])
  })

  it('a last line with zeros in it is torn too: its end can reach the disk before its beginning', () => {
    const { store, bytes, ends } = whole()
    const holed = Buffer.from(bytes).fill(0, ends[1]! + 3, ends[1]! + 20)
    writeFileSync(file(store), holed)
    expect(again(store).log.read()).toMatchObject({ damage: [], tornTail: bytes.length - ends[1]! })
    store.log.settle()
    expect(store.log.read()).toMatchObject({ damage: [], tornTail: 0 })
    const middle = Buffer.from(bytes).fill(0, ends[0]! + 3, ends[0]! + 20)
    writeFileSync(file(store), middle)
    expect(again(store).log.read().damage.length).toBeGreaterThan(0)
  })
})

describe('a flip at any byte', () => {
  it('is detected: damage is told, or a record less', () => {
    const store = threeRuns()
    const bytes = readFileSync(file(store))
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 1 << (at % 8)
      writeFileSync(file(store), flipped)
      const { damage, tornTail } = again(store).log.read()
      expect(damage.length + tornTail, `flipped at ${at}`).toBeGreaterThan(0)
    }
  })
})

describe('damage in the middle', () => {
  it('costs one line; what follows still counts, and nothing is written over it', () => {
    const store = threeRuns()
    const bytes = readFileSync(file(store))
    const [end] = lineEnds(bytes)
    const broken = Buffer.concat([Buffer.from('nonsense\n'), bytes.subarray(end)])
    writeFileSync(file(store), broken)
    expect(runs(store)).toEqual(['r2', 'r3'])
    expect(store.log.read().damage).toEqual([
      'line 1 of history.jsonl is not what was written',
      'line 2 of history.jsonl does not follow the line before it',
    ])
    store.log.append(record('r4'))
    expect(readFileSync(file(store)).subarray(0, broken.length)).toEqual(broken)
    expect(runs(store)).toEqual(['r2', 'r3', 'r4'])
  })

  it.each(['null', '{}', '{"prev":1,"record":{"changes":[]}}', '{"prev":"","record":{}}', '[]'])(
    'a line that is %s is no record',
    line => {
      const store = newStore()
      writeFileSync(file(store), `${line}\n`)
      expect(store.log.read()).toMatchObject({ records: [], damage: [expect.stringContaining('line 1')] })
    },
  )

  it('a line with the right checksum and a name that leads elsewhere is no record', () => {
    const store = newStore()
    const record = { run: 'r1', at: 'noon', command: 'run', changes: [{ file: '../x' }] }
    const sum = sha256(`\n${JSON.stringify(record)}`).slice(0, 32)
    writeFileSync(file(store), `${JSON.stringify({ prev: '', record, sum })}\n{"prev":"and no JSON\n`)
    expect(store.log.read()).toMatchObject({ records: [], damage: { length: 2 } })
  })

  it('a run that two wrote at once counts once', () => {
    const store = newStore()
    store.log.append(record('r1'))
    const line = readFileSync(file(store), 'utf8')
    writeFileSync(file(store), line + line)
    expect(store.log.read()).toMatchObject({ damage: [], tornTail: 0 })
    expect(runs(store)).toEqual(['r1'])
  })
})

describe('what came after what', () => {
  const changes = [change('a.md', 'x')]

  it('a run is followed by a later one that did something, and not by itself', () => {
    const store = newStore()
    expect(store.log.newest()).toBe('')
    store.log.append(record('r1', { changes }))
    const first = store.log.newest()
    store.log.append(record('p1', { command: 'purge', purged: [] }))
    expect(store.log.isFollowed(first, { run: 'r2', command: 'run' })).toBe(false)
    store.log.append(record('r2', { changes }))
    expect(store.log.isFollowed(first, { run: 'r2', command: 'run' })).toBe(false)
    expect(store.log.isFollowed(first, { run: 'r9', command: 'run' })).toBe(true)
    expect(store.log.isFollowed('', { run: 'r9', command: 'run' })).toBe(true)
  })

  it('where its line is lost nobody can tell', () => {
    const store = newStore()
    store.log.append(record('r1', { changes }))
    expect(store.log.isFollowed('r0 run', { run: 'r9', command: 'run' })).toBe(false)
  })
})

describe('an append', () => {
  it('that the disk refuses leaves history as it was', () => {
    const store = threeRuns()
    const before = readFileSync(file(store), 'utf8')
    const full = sysWith({
      write: () => {
        throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      },
    })
    const home = store.dir.path.slice(0, store.dir.path.lastIndexOf('/'))
    expect(() => newStore(full, home).log.append(record('r4'))).toThrow('full')
    expect(readFileSync(file(store), 'utf8')).toBe(before)
  })

  it('settling syncs what another wrote: he may have been killed before he could', () => {
    const store = threeRuns()
    let syncs = 0
    const counting = sysWith({
      fsync: fd => {
        syncs += 1
        realSys.fsync(fd)
      },
    })
    const home = store.dir.path.slice(0, store.dir.path.lastIndexOf('/'))
    newStore(counting, home).log.settle()
    expect(syncs).toBe(2)
  })
})

describe('what a run asks of history', () => {
  const own = '@vault/meta/counts.json' as FileName
  const changes = [
    { ...change('x', 'aa'), file: own },
    change('note.md', 'bb'),
    { ...change('x', 'cc'), file: '@vault/ledger.md' as FileName },
  ]
  const long = (records: number) => {
    const store = newStore(new SimDisk({ now: () => Date.now() * 1000 }).connect(), '/state')
    for (let at = 0; at < records; at++) store.log.append(record(`r${at}`, { changes }))
    return store
  }
  /** Bytes of `history.jsonl` that are read meanwhile. */
  const bytesRead = (store: Store, ask: (log: Store['log']) => unknown) => {
    let count = 0
    const sys = spied(store.dir.sys, (call, _, go) => {
      const result = go()
      if (call === 'read') count += result as number
      return result
    })
    ask(newStore(sys, '/state').log)
    return count / store.dir.stat('history.jsonl')!.size
  }

  it('is answered from the end of it: the lines before are neither parsed nor judged', () => {
    const store = long(3)
    const text = store.dir.read('history.jsonl')!.bytes
    store.dir.truncate('history.jsonl', 0)
    store.dir.append('history.jsonl', Buffer.concat([Buffer.from('nonsense\n'), text]), 0)
    const fresh = again(store).log
    expect(fresh.last()).toMatchObject({ run: 'r2', changes })
    expect(fresh.newest()).toBe('r2 run')
    expect(fresh.of('r1')).toEqual([record('r1', { changes })])
    expect(fresh.of('r9')).toEqual([])
    fresh.append(record('r3', { changes }))
    expect(fresh.read()).toMatchObject({ damage: ['line 1 of history.jsonl is not what was written'] })
  })

  it('the vault is the one of the newest run that had one', () => {
    const store = newStore()
    expect(store.log.vault()).toBeUndefined()
    store.log.append(record('r1', { vault: '/old' }))
    store.log.append(record('r2', { vault: '/new' }))
    store.log.append(record('r3', { command: 'say "vault":"/odd"' }))
    expect(again(store).log.vault()).toBe('/new')
    const text = readFileSync(file(store), 'utf8')
    writeFileSync(file(store), text.replace('/new', '/nex'))
    expect(again(store).log.vault()).toBeUndefined()
  })

  it('is read once, however much is asked', () => {
    const store = long(40)
    const share = bytesRead(store, log => {
      log.settle()
      log.newest()
      log.of('r7')
      log.append(record('r40', { changes }))
    })
    expect(share).toBeLessThan(1.01)
  })

  it('is answered from all of it where the last line repeats a run, or is damaged', () => {
    const store = long(2)
    const text = store.dir.read('history.jsonl')!.bytes
    const [end] = lineEnds(text)
    store.dir.append('history.jsonl', text.subarray(0, end), text.length)
    expect(again(store).log.newest()).toBe('r1 run')
    expect(again(store).log.isFollowed('r0 run', { run: 'r9', command: 'run' })).toBe(true)
    again(store).log.append(record('r2', { changes }))
    expect(again(store).log.read()).toMatchObject({ damage: [], records: { length: 3 } })
    store.dir.append('history.jsonl', Buffer.from('nonsense\n'), store.dir.stat('history.jsonl')!.size)
    expect(again(store).log.last()?.run).toBe('r2')
    expect(again(store).log.of('r0')).toHaveLength(1)
  })
})

describe('a record in history', () => {
  const own = { ...change('x', 'aa'), file: '@vault/meta/counts.json' as FileName }

  it('names what was done to files of the user in plain words, and packs what was done to Dream’s own', () => {
    const store = newStore()
    const changes = [own, change('note.md', 'bb'), own, own, change('MEMORY.md', 'cc')]
    store.log.append(record('r1', { changes }))
    const text = readFileSync(file(store), 'utf8')
    expect(text).toContain('note.md')
    expect(text).not.toContain('counts.json')
    expect(again(store).log.read()).toMatchObject({ records: [record('r1', { changes })], damage: [] })
  })

  it('that an earlier Dream wrote, with everything in plain words, is read as it is', () => {
    const store = newStore()
    const old = record('r1', { changes: [own] })
    const sum = sha256(`\n${JSON.stringify(old)}`).slice(0, 32)
    writeFileSync(file(store), `${JSON.stringify({ prev: '', record: old, sum })}\n`)
    store.log.append(record('r2', { changes: [own] }))
    expect(again(store).log.read()).toEqual({
      records: [old, record('r2', { changes: [own] })],
      damage: [],
      tornTail: 0,
    })
  })

  it('has a packed part that is read as this version and the one before wrote it', () => {
    const state = (byte: string, size: number) => ({
      hash: byte.repeat(32),
      size,
      modified: 1_790_000_000_000_000,
      mode: 0o644,
      owner: { uid: 0, gid: 0 },
    })
    const packed: Change = {
      kind: 'write',
      file: own.file,
      from: state('0a', 10),
      reason: { why: 'reviewed' },
      result: 'done',
      to: state('1b', 12),
    }
    for (const part of [
      '~iyYyUJDTE0YAGSRSBpHiGNWjlgbIgObhbZhEGUT4w4hyf9TGxgIA',
      deflateRawSync(JSON.stringify([[0, packed]])).toString('base64'),
    ]) {
      const store = newStore()
      const written = { ...record('r1'), own: part }
      const sum = sha256(`\n${JSON.stringify(written)}`).slice(0, 32)
      writeFileSync(file(store), `${JSON.stringify({ prev: '', record: written, sum })}\n`)
      store.log.append(record('r2', { changes: [packed] }))
      const records = [record('r1', { changes: [packed] }), record('r2', { changes: [packed] })]
      expect(again(store).log.read()).toEqual({ records, damage: [], tornTail: 0 })
    }
  })

  it('whose packed part is no such thing is damage', () => {
    const store = newStore()
    for (const own of ['bm8=', '~bm8=', '~']) {
      const odd = { ...record('r1'), own }
      const sum = sha256(`\n${JSON.stringify(odd)}`).slice(0, 32)
      writeFileSync(file(store), `${JSON.stringify({ prev: '', record: odd, sum })}\n`)
      expect(store.log.read(), own).toMatchObject({ records: [], damage: { length: 1 } })
    }
  })
})

function lineEnds(bytes: Buffer): number[] {
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at + 1)
  return ends
}
