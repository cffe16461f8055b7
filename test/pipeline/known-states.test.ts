import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { knownStates, lastStates } from '../../src/app/sightings.ts'
import { realSys } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'

import type { Store } from '../../src/store/store.ts'
import { newFolder } from '../disk/folder.ts'
import { again, change, newStore, record } from '../store/stores.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const ROOT = '/home/ann/notes'

function place() {
  const where = { env: {}, home: newFolder() }
  return { known: (store: Store) => knownStates(where, ROOT, store, 'read-write') }
}

const state = (hash: string) => ({ hash, size: 1, modified: Number(hash), mode: 0o644 })

/** A run of Dream or an edit of somebody else. Times come twice, and not always in order. */
const happening = fc.record({
  by: fc.constantFrom('run' as const, 'look' as const),
  at: fc.integer({ min: 1, max: 5 }).map(day => `2026-01-0${day}T00:00:00.000Z`),
  file: fc.constantFrom('a.md', 'b.md', 'c.md').map(fileName),
  hash: fc.constantFrom('1', '2', '3', null),
})

describe('what is known of the memories of a folder', () => {
  it('A5 is the same whether history was read all at once or night by night', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 12 }), happenings => {
        const store = newStore()
        const { known } = place()
        for (const [number, { by, at, file, hash }] of happenings.entries()) {
          const to = hash === null ? null : state(hash)
          const changes = [change(file, '7', { to })]
          if (by === 'run') store.log.append(record(`r${number}`, { at, changes }))
          else store.seen.add(`s${number}`, [{ file, hash, modified: Number(hash), at }])
          const { states, archived } = known(again(store))
          expect(states).toEqual(lastStates(store.log.read().records, store.seen.read().sightings))
          expect(archived).toBe(happenings.slice(0, number + 1).some(each => each.by === 'run') ? 1 : 0)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('A5 after a thousand runs only what is new is looked at', () => {
    vi.spyOn(realSys, 'fsync').mockImplementation(() => {})
    const store = newStore()
    for (let run = 0; run < 1000; run++)
      store.log.append(record(`r${run}`, { changes: [change(`${run % 50}.md`, `${run}`)] }))
    const { known } = place()
    const parse = vi.spyOn(JSON, 'parse')
    const parsedBy = (work: () => unknown) => {
      parse.mockClear()
      work()
      return parse.mock.calls.length
    }
    expect(parsedBy(() => known(again(store)))).toBeGreaterThan(999)
    store.log.append(record('last', { changes: [change('new.md', null, { to: state('5') })] }))
    expect(parsedBy(() => known(again(store)))).toBeLessThan(10)
    expect(known(again(store)).states.get(fileName('new.md'))?.hash).toBe('5')
  })

  it('is found out from all lines where the state is another one', () => {
    const { known } = place()
    const [one, other] = [newStore(), newStore()]
    one.log.append(record('r1', { changes: [change('a.md', null, { to: state('1') })] }))
    known(one)
    for (const run of ['r1', 'r2'])
      other.log.append(record(run, { changes: [change('b.md', null, { to: state('2') })] }))
    expect([...known(other).states.keys()]).toEqual(['b.md'])
  })
})
