import { chmodSync, chownSync, lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { realSys, type Sys } from '../../src/disk/sys.ts'
import { fileName } from '../../src/model/file-name.ts'
import { applyActions } from '../../src/store/commit.ts'
import { purgeObjects } from '../../src/store/purge.ts'
import { findStore } from '../../src/store/store.ts'
import { undoable, undoRun, unfinishedUndo } from '../../src/store/undo.ts'
import { archive, type Bench, bench, sha, treeOf, write } from './context.ts'

const OLD = {
  'MEMORY.md': '- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n',
  'a.md': 'first\n',
  'b.md': 'second\n',
  'c.md': 'third\n',
}

const benches: Bench[] = []
afterEach(() => {
  for (const each of benches.splice(0)) each.remove()
})

/** A folder in which the run `r1` archived two notes and rewrote the index. */
async function afterRun(prepare: (b: Bench) => void = () => {}) {
  const b = bench(OLD)
  benches.push(b)
  prepare(b)
  const before = treeOf(b.root)
  const index = write('MEMORY.md', OLD['MEMORY.md'], [
    { text: '- [A](a.md)\n', unlessDone: fileName('a.md') },
    { text: '- [B](b.md)\n', unlessDone: fileName('b.md') },
    { text: '- [C](c.md)\n' },
  ])
  const actions = [archive('a.md', OLD['a.md']), archive('b.md', OLD['b.md']), index]
  await applyActions(b.desk, { root: b.root, label: 'notes', actions, run: 'r1', command: 'run' })
  const after = treeOf(b.root)
  expect(Object.keys(after)).toEqual(['MEMORY.md', 'c.md'])
  return { b, before, after }
}

const undo = (b: Bench, undoes: string, run: string, sys: Sys = b.desk.sys) =>
  undoRun({ ...b.desk, sys }, { root: b.root, label: 'notes', undoes, run })

function records(b: Bench) {
  const store = findStore(realSys, b.desk.stateHome, b.root)!
  try {
    return store.log.read().records
  } finally {
    store.close()
  }
}

const canUndo = (b: Bench) => undoable(records(b)).map(record => record.run)

/** A disk on which the calls that `refuses` picks are not permitted. */
function refusing(refuses: (call: string, path: string) => boolean): Sys {
  return new Proxy(realSys, {
    get(target, key: keyof Sys) {
      const real = target[key] as (...args: unknown[]) => unknown
      return (...args: unknown[]) => {
        if (typeof args[0] === 'string' && refuses(key, args[0]))
          throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
        return real.apply(target, args)
      }
    },
  })
}

const immutable = (name: string) => refusing((call, path) => call === 'rename' && path.endsWith(`/${name}`))
/** The draft of the step with this number cannot be made. */
const unwritable = (step: number) =>
  refusing((call, path) => call === 'open' && new RegExp(`-${step}\\.\\d+\\.new$`).test(path))

describe('an undo that fails', () => {
  it('D20 can be tried again when the index is writable once more', async () => {
    const { b, before, after } = await afterRun()
    const failed = await undo(b, 'r1', 'u1', immutable('MEMORY.md'))
    expect(failed.outcomes.map(each => each.result)).toEqual(['failed', 'failed', 'failed'])
    expect(treeOf(b.root)).toEqual(after)
    expect(canUndo(b)).toEqual(['r1'])
    expect(unfinishedUndo(records(b), 'r1')?.run).toBe('u1')
    const again = await undo(b, 'r1', 'u1')
    expect(again.outcomes.map(each => each.result)).toEqual(['done', 'done', 'done'])
    expect(unfinishedUndo(records(b), 'r1')).toBeUndefined()
    expect(treeOf(b.root)).toEqual(before)
    expect(canUndo(b)).toEqual(['u1'])
    expect(records(b).map(record => record.command)).toEqual(['run', 'undo', 'undo-2'])
  })

  it('D20 what came back at the first try stays, and one redo takes both tries back', async () => {
    const { b, before, after } = await afterRun()
    const first = await undo(b, 'r1', 'u1', unwritable(1))
    expect(first.outcomes.map(each => each.result).sort()).toEqual(['done', 'done', 'failed'])
    expect(canUndo(b)).toEqual(['r1', 'u1'])
    const second = await undo(b, 'r1', 'u1')
    expect(second.outcomes.every(each => each.result === 'done')).toBe(true)
    expect(treeOf(b.root)).toEqual(before)
    expect(canUndo(b)).toEqual(['u1', 'u1'])
    const redo = await undo(b, 'u1', 'x1')
    expect(redo.outcomes.every(each => each.result === 'done')).toBe(true)
    expect(Object.keys(treeOf(b.root))).toEqual(Object.keys(after))
    expect(b.read('MEMORY.md')).toBe('- [C](c.md)\n')
    expect(canUndo(b)).toEqual(['r1', 'x1'])
  })

  it('D20 a redo that fails can be tried again, too', async () => {
    const { b, before } = await afterRun()
    await undo(b, 'r1', 'u1')
    await undo(b, 'u1', 'x1', immutable('MEMORY.md'))
    expect(treeOf(b.root)).toEqual(before)
    expect(canUndo(b)).toEqual(['u1'])
    await undo(b, 'u1', 'x1')
    expect(b.read('MEMORY.md')).toBe('- [C](c.md)\n')
    expect(canUndo(b)).toEqual(['r1', 'x1'])
  })

  it('D20 a file that the user put back by hand counts as taken back', async () => {
    const { b } = await afterRun()
    for (const [name, text] of Object.entries(OLD)) b.put(name, text)
    const report = await undo(b, 'r1', 'u1')
    expect(report.outcomes).toEqual([])
    expect(canUndo(b)).toEqual([])
  })

  it('D20 a file that the user changed since the run made it stays, and the report names it', async () => {
    const b = bench({})
    benches.push(b)
    const actions = [write('new.md', undefined, [{ text: 'told\n' }])]
    await applyActions(b.desk, { root: b.root, label: 'notes', actions, run: 'r1', command: 'remember' })
    writeFileSync(join(b.root, 'new.md'), 'told, and corrected\n')
    const report = await undo(b, 'r1', 'u1')
    expect(report.stayed).toEqual([{ file: 'new.md', why: 'it was changed since that run' }])
    expect(b.read('new.md')).toBe('told, and corrected\n')
    expect(canUndo(b)).toEqual([])
  })

  it('D20 what was purged keeps no older run from being taken back', async () => {
    const { b } = await afterRun()
    await purgeObjects(b.desk, b.root, { by: 'file', file: fileName('a.md') }, 'p1')
    const report = await undo(b, 'r1', 'u1')
    expect(report.stayed).toEqual([{ file: 'a.md', why: 'its earlier text was erased' }])
    expect(report.outcomes.map(each => each.result)).toEqual(['done', 'done'])
    expect(b.read('b.md')).toBe(OLD['b.md'])
    expect(b.read('MEMORY.md')).not.toContain('a.md')
    expect(canUndo(b)).toEqual(['u1'])
  })

  it('D20 a copy is kept beside an edited file, whatever has its name already', async () => {
    const { b } = await afterRun()
    b.put('a.md', 'written anew\n')
    b.put('a.md.before-r1', 'something else\n')
    const report = await undo(b, 'r1', 'u1')
    expect(report.keptBoth).toEqual([{ file: 'a.md', kept: 'a.md.before-r1-2' }])
    expect(b.read('a.md')).toBe('written anew\n')
    expect(b.read('a.md.before-r1')).toBe('something else\n')
    expect(b.read('a.md.before-r1-2')).toBe(OLD['a.md'])
  })

  it('D20 a second try does not keep a second copy', async () => {
    const { b } = await afterRun()
    b.put('a.md', 'written anew\n')
    await undo(b, 'r1', 'u1', immutable('MEMORY.md'))
    await undo(b, 'r1', 'u1', unwritable(0))
    const report = await undo(b, 'r1', 'u1')
    expect(report.keptBoth).toEqual([{ file: 'a.md', kept: 'a.md.before-r1' }])
    expect(readdirSync(b.root).filter(name => name.includes('before'))).toEqual(['a.md.before-r1'])
  })

  it('D20 an edit that the first try merged is still there after the second', async () => {
    const { b } = await afterRun()
    b.put('MEMORY.md', `- [C](c.md)\n- [D](d.md)\n`)
    await undo(b, 'r1', 'u1', unwritable(1))
    expect(b.read('MEMORY.md')).toContain('d.md')
    await undo(b, 'r1', 'u1')
    expect(b.read('MEMORY.md')).toBe(`${OLD['MEMORY.md']}- [D](d.md)\n`)
    expect(b.read('a.md') + b.read('b.md')).toBe(OLD['a.md'] + OLD['b.md'])
  })

  it('D20 a name that is nearly as long as names can be is no obstacle', async () => {
    const long = `${'x'.repeat(240)}.md`
    const b = bench({ [long]: 'old\n' })
    benches.push(b)
    const actions = [archive(long, 'old\n')]
    await applyActions(b.desk, { root: b.root, label: 'notes', actions, run: 'r1', command: 'run' })
    b.put(long, 'written anew\n')
    const report = await undo(b, 'r1', 'u1')
    const kept = `${sha('old\n').slice(0, 16)}.before-r1`
    expect(report.keptBoth).toEqual([{ file: long, kept }])
    expect(b.read(kept)).toBe('old\n')
  })
})

describe('an undo gives back what belongs to a file', () => {
  it('D20 mode bits', async () => {
    const { b, before } = await afterRun(each => {
      chmodSync(join(each.root, 'a.md'), 0o600)
      chmodSync(join(each.root, 'b.md'), 0o640)
      chmodSync(join(each.root, 'MEMORY.md'), 0o664)
    })
    await undo(b, 'r1', 'u1')
    expect(treeOf(b.root)).toEqual(before)
    expect(lstatSync(join(b.root, 'a.md')).mode & 0o777).toBe(0o600)
  })

  it.runIf(process.getuid?.() === 0)('D20 owner and group, where the user may give files away', async () => {
    const { b, before } = await afterRun(each => {
      chownSync(join(each.root, 'a.md'), 12_345, 12_346)
      chownSync(join(each.root, 'MEMORY.md'), 12_345, 12_346)
    })
    const report = await undo(b, 'r1', 'u1')
    expect(treeOf(b.root)).toEqual(before)
    expect(lstatSync(join(b.root, 'a.md'))).toMatchObject({ uid: 12_345, gid: 12_346 })
    expect(report.warnings).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)('D20 as much as may be given, and a warning for the rest', async () => {
    const { b } = await afterRun(each => chownSync(join(each.root, 'a.md'), 12_345, 12_346))
    const mine = process.getuid!()
    const sys: Sys = {
      ...realSys,
      fchown: (fd, uid, gid) => {
        if (uid !== mine) throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
        realSys.fchown(fd, uid, gid)
      },
    }
    const report = await undo(b, 'r1', 'u1', sys)
    expect(lstatSync(join(b.root, 'a.md'))).toMatchObject({ uid: mine, gid: 12_346 })
    expect(report.warnings).toEqual(['a.md belongs to you now: only root can give it back to 12345:12346'])
  })
})
