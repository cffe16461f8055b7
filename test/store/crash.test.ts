import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { realSys } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'
import { applyActions } from '../../src/store/commit.ts'
import { withFolder } from '../../src/store/folder.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { findStore } from '../../src/store/store.ts'
import { undoRun } from '../../src/store/undo.ts'
import { seed } from '../seed.ts'
import { archive, type Bench, bench, dyingSys, treeOf, write } from './context.ts'

const INDEX = '# Notes Memory\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n'
const FILES = { 'MEMORY.md': INDEX, 'a.md': 'alpha\n', 'b.md': 'beta\n', 'c.md': 'gamma\n' }

const ACTIONS: Action[] = [
  write('c.md', FILES['c.md'], [{ text: 'gamma\n' }, { text: 'and beta\n' }]),
  { ...archive('b.md', FILES['b.md']), needs: [fileName('c.md')] },
  archive('a.md', FILES['a.md']),
  write('d.md', undefined, [{ text: 'delta\n' }]),
  write('MEMORY.md', INDEX, [
    { text: '# Notes Memory\n\n' },
    { text: '- [A](a.md)\n', unlessDone: fileName('a.md') },
    { text: '- [B](b.md)\n', unlessDone: fileName('b.md') },
    { text: '- [C](c.md)\n' },
    { text: '- [D](d.md)\n', onlyIfDone: fileName('d.md') },
  ]),
]

let open: Bench[] = []
afterEach(() => {
  for (const each of open) each.remove()
  open = []
})
const fresh = (): Bench => {
  const made = bench(FILES)
  open.push(made)
  return made
}

const request = (root: string) => ({ root, label: 'notes', actions: ACTIONS, run: 'r1', command: 'run' })

/** How many mutating calls the whole thing makes when nothing goes wrong. */
async function countCalls(act: (b: Bench) => Promise<unknown>, prepare?: (b: Bench) => Promise<unknown>) {
  const b = fresh()
  await prepare?.(b)
  const { sys, calls } = dyingSys(Number.POSITIVE_INFINITY)
  await act({ ...b, desk: { ...b.desk, sys } })
  return calls()
}

/** A process that was killed is gone; here it is ours and lives, so its locks are taken away by hand. */
function buryLocks(b: Bench): void {
  const store = findStore(realSys, b.desk.stateHome, b.root)
  if (store === undefined) return
  for (const name of store.locks.list()) store.locks.discard(name)
  store.close()
}

async function recover(b: Bench): Promise<void> {
  buryLocks(b)
  await withFolder(b.desk, b.root, 'recover', () => undefined)
}

function leftovers(b: Bench): string[] {
  return readdirSync(b.root).filter(name => name.startsWith('.dream'))
}

const apply = (b: Bench) => applyActions(b.desk, request(b.root))
const undo = (b: Bench) => undoRun(b.desk, { root: b.root, label: 'notes', undoes: 'r1', run: 'u1' })

/** Every so many-th call, from another one on in each run: kills and faults at every call are tried elsewhere. */
function slice(total: number, step: number): number[] {
  const first = 1 + (seed % step)
  return Array.from({ length: Math.ceil((total - first + 1) / step) }, (_, at) => first + at * step)
}

describe(`on the real disk, a run that is cut off at a call (DREAM_SEED=${seed})`, () => {
  it('A4 ends as the old folder or the new one, and can be undone byte for byte', async () => {
    const before = treeOf(fresh().root)
    const whole = fresh()
    await apply(whole)
    const names = Object.keys(treeOf(whole.root))
    const hashes = (root: string) => Object.values(treeOf(root)).map(each => each.split(' ')[0])
    const after = hashes(whole.root)
    const total = await countCalls(apply)
    expect(total).toBeGreaterThan(60)
    let old = 0
    for (const n of slice(total, 3)) {
      const b = fresh()
      await apply({ ...b, desk: { ...b.desk, sys: dyingSys(n).sys } }).catch(() => undefined)
      await recover(b)
      expect(leftovers(b), `call ${n}`).toEqual([])
      if (JSON.stringify(treeOf(b.root)) === JSON.stringify(before)) {
        old += 1
        continue
      }
      expect(Object.keys(treeOf(b.root)), `call ${n}`).toEqual(names)
      expect(hashes(b.root), `call ${n}`).toEqual(after)
      const store = findStore(realSys, b.desk.stateHome, b.root)!
      expect(fsckStore(store).problems, `call ${n}`).toEqual([])
      store.close()
      await undo(b)
      expect(treeOf(b.root), `undo after call ${n}`).toEqual(before)
      b.remove()
    }
    expect(old).toBeGreaterThan(0)
    expect(old).toBeLessThan(slice(total, 3).length)
  })

  it('A4 holds for undo and for recovery itself', async () => {
    const before = treeOf(fresh().root)
    const total = await countCalls(undo, apply)
    for (const n of slice(total, 6)) {
      const b = fresh()
      await apply(b)
      await undo({ ...b, desk: { ...b.desk, sys: dyingSys(n).sys } }).catch(() => undefined)
      buryLocks(b)
      // Recovery is killed too, a few calls later each time, before it is allowed to end.
      for (const m of [2, 5, 9]) {
        await withFolder({ ...b.desk, sys: dyingSys(m).sys }, b.root, 'recover', () => 0).catch(() => 0)
        buryLocks(b)
      }
      await recover(b)
      if (JSON.stringify(treeOf(b.root)) !== JSON.stringify(before)) await undo(b)
      expect(treeOf(b.root), `call ${n}`).toEqual(before)
      expect(leftovers(b), `call ${n}`).toEqual([])
      b.remove()
    }
  })
})

describe(`a real disk that refuses one call (DREAM_SEED=${seed})`, () => {
  it.each(['ENOSPC', 'EIO', 'EACCES', 'EMFILE', 'EROFS'])(
    '%s leaves every file whole and says so',
    async code => {
      const total = await countCalls(apply)
      for (const n of slice(total, 20)) {
        const b = fresh()
        const before = treeOf(b.root)
        const { sys } = failingSys(n, code)
        const outcome = await apply({ ...b, desk: { ...b.desk, sys } }).catch(error => error as Error)
        await recover(b)
        expect(leftovers(b), `call ${n}`).toEqual([])
        const files = new Set(Object.keys(treeOf(b.root)))
        const listed = [...b.read('MEMORY.md').matchAll(/\((\w+\.md)\)/g)].map(match => match[1]!)
        expect(new Set(listed), `call ${n} ${JSON.stringify(outcome)}`).toEqual(
          new Set([...files].filter(name => name !== 'MEMORY.md')),
        )
        await undo(b)
        expect(treeOf(b.root), `undo after call ${n}`).toEqual(before)
        b.remove()
      }
    },
  )
})

function failingSys(failAt: number, code: string) {
  let calls = 0
  const sys = new Proxy(realSys, {
    get(target, key: keyof typeof realSys) {
      const real = target[key] as (...args: unknown[]) => unknown
      return (...args: unknown[]) => {
        const counts =
          ['write', 'rename', 'link', 'unlink', 'mkdir', 'fsync', 'ftruncate'].includes(key) ||
          (key === 'open' && ((args[1] as number) & 0o100) !== 0)
        if (counts && ++calls === failAt) throw Object.assign(new Error(`${code} on purpose`), { code })
        return real.apply(target, args)
      }
    },
  })
  return { sys }
}

it('the state directory lies beside, never inside, the folder', async () => {
  const b = fresh()
  await apply(b)
  expect(readdirSync(join(b.top))).toEqual(['notes', 'state'])
})
