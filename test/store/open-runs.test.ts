import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyActions } from '../../src/store/commit.ts'
import { holdFolders, takeLease } from '../../src/store/lease.ts'
import {
  clearHalfMade,
  finishAll,
  finishOpenRuns,
  knowingVaults,
  knownRoots,
  openRuns,
  unfinishedRuns,
} from '../../src/store/open-runs.ts'
import { rootId, withStore } from '../../src/store/store.ts'
import { archive, type Bench, bench, dyingSys } from './context.ts'

const FILES = { 'a.md': 'alpha\n', 'b.md': 'beta\n' }
const CALLS = 40

let place: Bench
let desk: Bench['desk']
beforeEach(() => {
  place = bench(FILES)
  desk = { ...place.desk, clock: { now: () => Date.now(), sleep: async () => undefined } }
})
afterEach(() => place.remove())

/** A run that is killed once its write log is there; its locks are given back as those of a dead process are. */
async function cutOff(more: { vault?: string } = {}): Promise<void> {
  const { root } = place
  for (let at = 1; at < CALLS; at++) {
    const { sys } = dyingSys(at)
    const order = {
      root,
      label: 'notes',
      actions: [archive('a.md', FILES['a.md'])],
      run: `r${at}`,
      command: 'run',
    }
    await applyActions({ ...desk, sys }, { ...order, ...more }).catch(() => undefined)
    freeLocks()
    if (openRuns(desk).some(({ open }) => open.length > 0)) return
  }
}

function freeLocks(): void {
  withStore(desk, place.root, ({ locks }) => {
    for (const name of locks.list()) locks.discard(name)
  })
}

describe('runs that were cut off', () => {
  it('are looked up in the state, told, and finished', async () => {
    mkdirSync(join(desk.stateHome, rootId('/only-named')), { recursive: true })
    writeFileSync(join(desk.stateHome, rootId('/only-named'), 'root.json'), '{"root":"/only-named"}')
    expect(openRuns(desk)).toEqual([])
    await cutOff()
    const { root } = place
    expect(knownRoots(desk).sort()).toEqual(['/only-named', root].sort())
    const folders = [{ root, label: 'notes' }]
    expect(unfinishedRuns(desk, folders)).toMatchObject([{ label: 'notes' }])
    expect(unfinishedRuns(desk, [{ root: '/nowhere', label: 'none' }])).toEqual([])
    expect(await finishOpenRuns(desk)).toEqual([
      expect.stringMatching(
        /notes: run r\d+ was interrupted and has been finished first \(1 of 1 changes made\)$/,
      ),
    ])
    expect(unfinishedRuns(desk, folders)).toEqual([])
  })

  it('are left to a run that is at work there', async () => {
    await cutOff()
    const lease = await takeLease(desk, place.root, 'run')
    expect(await finishAll(desk)).toEqual({ finished: [], failures: [] })
    lease.release()
    expect((await finishAll(desk)).finished).toHaveLength(1)
  })

  it('that cannot be finished are told, and stop nobody else', async () => {
    await cutOff()
    rmSync(place.root, { recursive: true })
    const { failures } = await finishAll(desk)
    expect(failures).toMatchObject([{ root: place.root }])
    expect(await finishOpenRuns(desk)).toMatchObject([expect.stringContaining(`${place.root}: `)])
  })

  it('ask the settings for the vault only where one wrote to a vault', async () => {
    const vault = join(place.top, 'vault')
    mkdirSync(vault)
    await cutOff({ vault })
    const waiting = openRuns(desk)
    const never = async () => {
      throw new Error('nobody asks')
    }
    const known = (context: typeof desk) => context.knowsVault?.(place.root, vault)
    expect(known(await knowingVaults({ ...desk, magmaVault: never }, []))).toBeUndefined()
    expect(known(await knowingVaults(desk, waiting))).toBeUndefined()
    expect(known(await knowingVaults({ ...desk, magmaVault: async () => vault }, waiting))).toBe(true)
    expect(known(await knowingVaults({ ...desk, magmaVault: async () => undefined }, waiting))).toBe(false)
    const own = { ...desk, magmaVault: async () => undefined, knowsVault: () => true }
    expect(known(await knowingVaults(own, waiting))).toBe(true)
  })
})

describe('a state directory that was only begun', () => {
  const halfMade = () => {
    const folder = join(desk.stateHome, rootId(place.root))
    mkdirSync(join(folder, 'lock'), { recursive: true })
    writeFileSync(join(folder, 'root.json.new'), '{')
    return folder
  }
  const isCleared = (folder: string) => {
    clearHalfMade(desk)
    try {
      writeFileSync(join(folder, 'root.json.new'), '', { flag: 'wx' })
      return true
    } catch {
      return false
    }
  }

  it('loses its draft, unless somebody is at it, or it cannot be looked into', () => {
    const folder = halfMade()
    writeFileSync(
      join(folder, 'lock/commit.1'),
      JSON.stringify({ pid: process.pid, since: '', command: 'run' }),
    )
    expect(isCleared(folder)).toBe(false)
    rmSync(join(folder, 'lock'), { recursive: true })
    expect(isCleared(folder)).toBe(false)
    mkdirSync(join(folder, 'lock'))
    expect(isCleared(folder)).toBe(true)
  })
})

describe('folders that a run holds', () => {
  it('A3 are its own until it releases them; those of another are refused with his name', async () => {
    const other = join(place.top, 'other')
    mkdirSync(other)
    const theirs = await takeLease(desk, other, 'apply')
    const folders = [
      { root: place.root, label: 'notes' },
      { root: other, label: 'other' },
    ]
    let now = Date.now()
    const context = { ...desk, clock: { now: () => now, sleep: async () => undefined } }
    const held = await holdFolders(context, folders)
    expect(held.folders.map(({ found, warnings }) => [found.label, warnings])).toEqual([['notes', []]])
    expect(held.refused).toMatchObject([{ label: 'other', failure: { kind: 'locked' } }])
    held.renew()
    now += 61_000
    held.renew()
    held.folders[0]!.lease.check()
    held.release()
    theirs.release()
    const again = await holdFolders(context, folders)
    expect(again.refused).toEqual([])
    again.release()
  })

  it('A4 are finished first; one where that fails is refused and given back', async () => {
    await cutOff()
    const folders = [{ root: place.root, label: 'notes' }]
    const held = await holdFolders(desk, folders)
    expect(held.folders[0]!.warnings.join()).toContain('was interrupted and has been finished first')
    held.release()
    place.put('a.md', FILES['a.md'])
    await cutOff()
    rmSync(place.root, { recursive: true })
    const refused = await holdFolders(desk, folders)
    expect(refused.refused).toMatchObject([{ failure: { kind: 'failed' } }])
    mkdirSync(place.root)
    const free = await takeLease(desk, place.root, 'run')
    free.release()
  })
})
