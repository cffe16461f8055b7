import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Sys, sha256 } from '../../src/disk/sys.ts'
import { storedName } from '../../src/model/file-name.ts'
import type { Action } from '../../src/model/plan.ts'

import { applyActions } from '../../src/store/commit.ts'
import { fsckStore } from '../../src/store/fsck.ts'
import { collectGarbage, previewGarbage } from '../../src/store/gc.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { undoRun } from '../../src/store/undo.ts'
import { append, archive, write } from '../../torture/actions.ts'
import { dying, Killed, spied } from '../../torture/dying.ts'
import { differences } from '../../torture/oracle.ts'
import { BOTH_SCENES } from '../../torture/scene.ts'
import type { SimDisk } from '../../torture/sim-disk.ts'
import {
  deskOn,
  everythingOn,
  filesBelow,
  ROOT,
  recover,
  STATE,
  STATE_HOME,
  StageClock,
  setStage,
  treeOf,
  VAULT,
} from '../../torture/stage.ts'
import { fail } from './meanwhile.ts'

const TWO_DAYS = 2 * 86_400_000

interface Scene {
  readonly clock: StageClock
  readonly disk: SimDisk
}

const newScene = (): Scene => {
  const clock = new StageClock()
  return { clock, disk: setStage(BOTH_SCENES, clock) }
}

const deskFor = ({ clock, disk }: Scene, sys: Sys = disk.connect()) => deskOn(sys, clock)
const apply = (scene: Scene, run: string, actions: readonly Action[], sys?: Sys) =>
  applyActions(deskFor(scene, sys), { root: ROOT, label: '', vault: VAULT, actions, run, command: 'run' })
const undo = (scene: Scene, undoes: string, run: string) =>
  undoRun(deskFor(scene), { root: ROOT, label: '', undoes, run })
const gc = (scene: Scene, sys?: Sys) => collectGarbage(deskFor(scene, sys), ROOT)

function withStore<Result>({ disk }: Scene, work: (store: Store) => Result): Result {
  const store = openStore(disk.connect(), STATE_HOME, ROOT)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

const preview = (scene: Scene) => withStore(scene, store => previewGarbage(store, scene.clock.now()))
const problems = (scene: Scene) => withStore(scene, store => fsckStore(store).problems)
const stateSize = ({ disk }: Scene) =>
  [...filesBelow(disk, STATE).values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
const plant = ({ disk }: Scene, path: string, text: string) => disk.plant(`${STATE}/${path}`, text)
const plantObject = (scene: Scene, text: string) =>
  plant(scene, `objects/${sha256(text).slice(0, 2)}/${sha256(text).slice(2)}`, text)
const has = (scene: Scene, text: string) => withStore(scene, store => store.objects.has(sha256(text)))

/** The state as 0.1.0 left it: every version of every file as raw bytes. */
function asBefore(scene: Scene): void {
  withStore(scene, store => {
    for (const { from, to } of store.log.read().records.flatMap(record => record.changes)) {
      for (const state of [from, to]) {
        const found = state && store.objects.get(state.hash)
        if (found?.state === 'whole') store.objects.put(found.bytes)
      }
    }
    store.dir.discard('deltas.1')
  })
}

const ledger = (entries: number) =>
  `# Ledger\n\n${Array.from({ length: entries }, (_, at) => `- entry ${at} of the ledger\n`).join('')}`

/** A folder with so many runs behind it, each of which added to the ledger and to a note. */
async function afterRuns(runs: number): Promise<Scene> {
  const scene = newScene()
  scene.disk.plant(`${ROOT}/@vault/ledger.md`, ledger(20))
  for (let at = 0; at < runs; at++) {
    await apply(scene, `r${at}`, [
      append('@vault/ledger.md', ledger(20 + at), `- entry ${20 + at} of the ledger\n`),
      append('c.md', 'gamma\n'.repeat(1 + at), 'gamma\n'),
    ])
  }
  scene.clock.skip(TWO_DAYS)
  return scene
}

describe('gc', () => {
  it('keeps as differences what an earlier Dream stored whole, and says how much room that freed', async () => {
    const scene = await afterRuns(30)
    await recover(deskFor(scene))
    asBefore(scene)
    scene.clock.skip(TWO_DAYS)
    const [before, told] = [stateSize(scene), preview(scene)]
    const done = await gc(scene)
    expect(done).toEqual(told)
    expect(done).toMatchObject({ packed: { count: 31 }, unneeded: { count: 0 }, leftovers: { count: 0 } })
    expect(before - stateSize(scene)).toBeGreaterThan(done.packed.bytes - 500)
    expect(done.packed.bytes).toBeGreaterThan(before / 3)
    expect(problems(scene)).toEqual([])
    expect((await gc(scene)).packed).toEqual({ count: 0, bytes: 0 })
  })

  it('removes stored bytes that nothing names, but none of the last day', async () => {
    const scene = await afterRuns(2)
    plantObject(scene, 'of a run that never was')
    scene.clock.skip(TWO_DAYS)
    plantObject(scene, 'of one who is at work')
    const done = await gc(scene)
    expect(done.unneeded).toEqual({ count: 1, bytes: 23 })
    expect([has(scene, 'of a run that never was'), has(scene, 'of one who is at work')]).toEqual([
      false,
      true,
    ])
  })

  it('leaves what a look, a rescued edit, a decision or a waiting plan names', async () => {
    const scene = await afterRuns(1)
    const texts = ['seen', 'rescued', 'decided', 'planned']
    for (const text of texts) plantObject(scene, text)
    const at = '2024-01-01T00:00:00.000Z'
    const file = storedName('c.md')
    withStore(scene, store => {
      store.seen.add('s1', [
        { file, hash: sha256('seen'), modified: 1, at },
        { file, hash: null, modified: 0, at },
      ])
      store.log.append({
        run: 's1',
        at,
        command: 'salvage',
        changes: [],
        salvaged: [{ file, kept: sha256('rescued') }],
      })
      store.decisions.add([{ key: 'duplicate', id: sha256('decided'), answer: 'never', at }])
    })
    plant(scene, 'agent/old/plan.json', `{"expect":"${sha256('planned')}"}`)
    plant(scene, 'draft.json', '{}')
    plant(scene, 'listed.json', '{}')
    scene.clock.skip(TWO_DAYS)
    const process = bound(scene.disk.connect())
    const vanishing = (path: string, name: string) => {
      if (path.endsWith(name) && scene.disk.look(`${STATE}/${name}`)) process.unlink(path)
    }
    const sys: Sys = {
      ...process,
      lstat: path => {
        vanishing(path, 'listed.json')
        return process.lstat(path)
      },
      open: (path, flags, mode) => {
        vanishing(path, 'draft.json')
        return process.open(path, flags, mode)
      },
    }
    expect((await gc(scene, sys)).unneeded.count).toBe(0)
    expect(texts.filter(text => !has(scene, text))).toEqual([])
  })

  it('leaves what a run that was cut off needs: it is finished first', async () => {
    for (const dieAt of [60, 75, 90]) {
      const scene = await afterRuns(1)
      const action = write('new.md', undefined, [{ text: 'something new\n' }])
      await apply(
        scene,
        'x1',
        [archive('a.md', 'alpha\n'), action],
        dying(scene.disk.connect(), dieAt),
      ).catch(() => undefined)
      scene.clock.skip(TWO_DAYS)
      if (withStore(scene, store => store.writeLog.open()).length === 0) continue
      expect(preview(scene).unneeded.count).toBe(0)
      expect((await gc(scene)).unneeded.count).toBe(0)
      await undo(scene, 'x1', 'u1')
      expect(treeOf(scene.disk).get('a.md')?.bytes.toString()).toBe('alpha\n')
    }
  })

  it('leaves an edit that was rescued when nobody could tell of it at once', async () => {
    const scene = await afterRuns(1)
    await recover(deskFor(scene))
    // An editor saved into a file that lay aside, and another file took its name: r0 changed c.md second.
    scene.disk.plant(`${ROOT}/.dream-r0-1.old`, 'edited by hand\n')
    await recover(deskFor(scene))
    expect(has(scene, 'edited by hand\n')).toBe(true)
    scene.clock.skip(TWO_DAYS)
    await gc(scene)
    expect(has(scene, 'edited by hand\n')).toBe(true)
    const told = withStore(scene, store => store.log.read().records.flatMap(record => record.salvaged ?? []))
    expect(told).toEqual([{ file: 'c.md', kept: sha256('edited by hand\n') }])
  })

  /** A run that was stopped while `gc` removed what it relied on: its intent is on disk, the old bytes are not kept. */
  async function reliedOnTooMuch(): Promise<Scene> {
    const scene = newScene()
    await recover(deskFor(scene))
    plantObject(scene, 'alpha\n')
    scene.clock.skip(TWO_DAYS)
    const sys = spied(scene.disk.connect(), (call, args, go) => {
      if (call === 'open' && String(args[0]).endsWith('x1.draft') && has(scene, 'alpha\n')) {
        withLockTaken(scene)
        withStore(scene, store => store.objects.eraseRaw(sha256('alpha\n')))
      }
      return go()
    })
    const { failure } = await apply(scene, 'x1', [archive('a.md', 'alpha\n')], sys)
    expect(failure?.sentence).toContain('taken over')
    expect(has(scene, 'alpha\n')).toBe(false)
    scene.clock.skip(TWO_DAYS)
    return scene
  }

  it('removes what a run relied on before its intent was on disk: recovery keeps it again', async () => {
    const scene = await reliedOnTooMuch()
    await recover(deskFor(scene))
    expect([treeOf(scene.disk).has('a.md'), has(scene, 'alpha\n')]).toEqual([false, true])
  })

  const changesOf = (scene: Scene, run: string) =>
    withStore(scene, store => store.log.of(run).flatMap(record => record.changes))

  it('A4 what recovery cannot read to keep it again stays where it is, and history says that it failed', async () => {
    const scene = await reliedOnTooMuch()
    const sys = spied(scene.disk.connect(), (call, args, go) =>
      call === 'open' && String(args[0]).endsWith('/a.md') ? fail('EIO') : go(),
    )
    await recover(deskFor(scene, sys))
    expect(treeOf(scene.disk).get('a.md')?.bytes.toString()).toBe('alpha\n')
    const detail = expect.stringContaining('EIO')
    expect(changesOf(scene, 'x1')).toMatchObject([{ file: 'a.md', result: 'failed', detail }])
  })

  it('A4 what its owner deleted before recovery could keep it again is told as changed', async () => {
    const scene = await reliedOnTooMuch()
    scene.disk.connect().unlink(`${ROOT}/a.md`)
    await recover(deskFor(scene))
    expect(changesOf(scene, 'x1')).toMatchObject([{ file: 'a.md', result: 'changed-meanwhile' }])
    expect(problems(scene)).toEqual([])
  })

  it.each([
    ['history', 'history.jsonl', 'nonsense\n', 'history is damaged'],
    ['what was seen', 'seen.jsonl', 'nonsense\n', 'seen.jsonl is damaged'],
    ['a run that was set aside', 'journal/x9.damaged', 'nonsense', 'damaged'],
  ])(
    'removes no stored bytes where %s is damaged: nobody knows then what is needed',
    async (_, path, text, why) => {
      const scene = await afterRuns(1)
      plantObject(scene, 'of nobody, as it seems')
      plant(scene, path, (filesBelow(scene.disk, STATE).get(path)?.bytes.toString() ?? '') + text)
      scene.clock.skip(TWO_DAYS)
      const done = await gc(scene)
      expect(done).toMatchObject({ unneeded: { count: 0 }, held: expect.stringContaining(why) })
      expect(has(scene, 'of nobody, as it seems')).toBe(true)
    },
  )

  it('a preview counts a run whose record is damaged as a reason too, and gc refuses the folder', async () => {
    const scene = await afterRuns(1)
    plantObject(scene, 'of nobody, as it seems')
    plant(scene, 'journal/x9.intent.json', 'nonsense')
    scene.clock.skip(TWO_DAYS)
    expect(preview(scene).held).toContain('interrupted')
    await expect(gc(scene)).rejects.toThrow('x9')
  })

  it('removes halves of lines that stand in history whole, and no other', async () => {
    const scene = await afterRuns(2)
    const history = filesBelow(scene.disk, STATE).get('history.jsonl')!.bytes.toString()
    const second = history.slice(history.indexOf('\n') + 1)
    plant(scene, 'history.torn-1', second.slice(0, 100))
    plant(scene, 'history.torn-2', history.slice(0, 50))
    plant(scene, 'history.torn-3', second.slice(20, 100))
    plant(scene, 'history.torn-4', '{"prev":"of a run that nobody knows')
    expect((await gc(scene)).leftovers).toEqual({ count: 2, bytes: 150 })
    const left = [...filesBelow(scene.disk, STATE).keys()].filter(name => name.startsWith('history.torn'))
    expect(left).toEqual(['history.torn-3', 'history.torn-4'])
  })

  it('of versions that are stored both ways, and of those that are damaged, only what can be spared goes', async () => {
    const scene = await afterRuns(2)
    const [both, broken] = [ledger(21), ledger(22)]
    plantObject(scene, both)
    withStore(scene, store => store.objects.erase(new Set([sha256(broken)])))
    plant(scene, `objects/${sha256(broken).slice(0, 2)}/${sha256(broken).slice(2)}`, 'damaged')
    scene.clock.skip(TWO_DAYS)
    expect(preview(scene).packed).toEqual({ count: 1, bytes: both.length })
    expect((await gc(scene)).packed).toEqual({ count: 1, bytes: both.length })
    expect(withStore(scene, store => store.objects.list().objects.map(({ hash }) => hash))).not.toContain(
      sha256(both),
    )
    expect(withStore(scene, store => store.objects.get(sha256(both)).state)).toBe('whole')
    expect(withStore(scene, store => store.objects.get(sha256(broken)).state)).toBe('damaged')
  })

  it('removes texts of a look that was cut off before it said what it saw', async () => {
    const scene = await afterRuns(1)
    const at = '2024-01-01T00:00:00.000Z'
    const seen = { file: storedName('c.md'), hash: sha256('seen'), modified: 1, at, text: 'seen' }
    withStore(scene, store => store.seen.add('s1', [seen]))
    plant(scene, 'seen/s2-0', 'half a look')
    expect((await gc(scene)).leftovers).toEqual({ count: 1, bytes: 11 })
    expect(withStore(scene, store => store.seen.text(sha256('seen')))).toBe('seen')
  })

  it('a preview writes nothing', async () => {
    const scene = await afterRuns(2)
    asBefore(scene)
    plantObject(scene, 'of nobody')
    scene.clock.skip(TWO_DAYS)
    const before = everythingOn(scene.disk)
    expect(preview(scene).unneeded.count).toBe(1)
    expect(everythingOn(scene.disk)).toBe(before)
  })
})

describe('gc that is cut off', () => {
  it('killed before any of its calls, and done again, leaves every undo possible', async () => {
    for (let dieAt = 1; ; dieAt++) {
      const scene = await afterRuns(3)
      asBefore(scene)
      plantObject(scene, 'of nobody')
      scene.clock.skip(TWO_DAYS)
      const tree = new Map(treeOf(scene.disk))
      const end = await gc(scene, dying(scene.disk.connect(), dieAt)).then(
        () => 'done',
        () => 'killed',
      )
      scene.clock.skip(TWO_DAYS)
      expect(differences(treeOf(scene.disk), { tree, runs: [], anyTime: new Set() })).toEqual([])
      if (dieAt % 3 !== 0) await gc(scene)
      else await recover(deskFor(scene))
      expect(problems(scene), `killed at ${dieAt}`).toEqual([])
      for (const run of ['r2', 'r1', 'r0']) await undo(scene, run, `u-${run}`)
      expect(treeOf(scene.disk).get('@vault/ledger.md')!.bytes.toString(), `killed at ${dieAt}`).toBe(
        ledger(20),
      )
      expect(treeOf(scene.disk).get('c.md')!.bytes.toString()).toBe('gamma\n')
      if (end === 'done') break
      expect(dieAt).toBeLessThan(400)
    }
  })

  it('what it packed before it was killed is on disk before the raw bytes go', async () => {
    const scene = await afterRuns(3)
    asBefore(scene)
    scene.clock.skip(TWO_DAYS)
    let dead = false
    const noted = onDeltas(scene, ({ call }) => {
      dead ||= call === 'fsync'
      if (dead) throw new Killed('killed before the lines were on disk')
    })
    const killed = spied(noted, (_call, _args, go) => {
      if (dead) throw new Killed('killed before')
      return go()
    })
    await expect(gc(scene, killed)).rejects.toThrow('killed')
    expect(filesBelow(scene.disk, STATE).get('deltas.1')?.bytes.length).toBeGreaterThan(100)
    const calls: string[] = []
    scene.clock.skip(TWO_DAYS)
    const { packed } = await gc(
      scene,
      onDeltas(scene, ({ call }) => calls.push(call)),
    )
    expect(packed.count).toBeGreaterThan(0)
    expect(calls.indexOf('fsync')).toBeGreaterThan(-1)
    expect(calls.indexOf('fsync')).toBeLessThan(calls.indexOf('unlink an object'))
  })

  it('stopped past its lease between two objects, it leaves the second to whoever took over', async () => {
    const scene = await afterRuns(1)
    const texts = ['first of nobody', 'second of nobody']
    for (const text of texts) plantObject(scene, text)
    scene.clock.skip(TWO_DAYS)
    let taken = false
    const sys = spied(scene.disk.connect(), (call, args, go) => {
      const result = go()
      if (call === 'unlink' && !taken && /\/[0-9a-f]{62}$/.test(String(args[0]))) taken = withLockTaken(scene)
      return result
    })
    await expect(gc(scene, sys)).rejects.toThrow('taken over')
    expect(texts.filter(text => has(scene, text))).toHaveLength(1)
  })

  it('one who was stopped past his lease leaves it to the other', async () => {
    const scene = await afterRuns(2)
    asBefore(scene)
    scene.clock.skip(TWO_DAYS)
    const process = scene.disk.connect()
    let taken = false
    const sys: Sys = {
      ...bound(process),
      open: (path, flags, mode) => {
        if (!taken && path.endsWith('deltas.1') && withLockTaken(scene)) taken = true
        return process.open(path, flags, mode)
      },
    }
    await expect(gc(scene, sys)).rejects.toThrow('taken over')
    expect(taken).toBe(true)
    expect(problems(scene)).toEqual([])
  })
})

/** Tells of calls on the file of deltas, before they are made, and of objects that go. */
function onDeltas({ disk }: Scene, tell: (seen: { call: string }) => void): Sys {
  const opened = new Set<unknown>()
  return spied(disk.connect(), (call, args, go) => {
    if (call === 'unlink' && /\/[0-9a-f]{62}$/.test(String(args[0]))) tell({ call: 'unlink an object' })
    if (opened.has(args[0])) tell({ call })
    const result = go()
    if (call === 'open' && String(args[0]).endsWith('/deltas.1')) opened.add(result)
    if (call === 'close') opened.delete(args[0])
    return result
  })
}

/** Another process takes the commit lock over, whoever has it. */
function withLockTaken(scene: Scene): boolean {
  return withStore(scene, ({ locks }) => {
    const numbers = locks.list().map(name => Number(/^commit\.(\d+)/.exec(name)?.[1] ?? 0))
    locks.create(`commit.${Math.max(...numbers) + 1}`, Buffer.from('{}'), { mode: 0o600 })
    return true
  })
}

function bound(process: Sys): Sys {
  const sys: Record<string, unknown> = {}
  for (const call of Object.getOwnPropertyNames(Object.getPrototypeOf(process))) {
    const real = process[call as keyof Sys] as ((...args: never[]) => unknown) | undefined
    if (typeof real === 'function') sys[call] = real.bind(process)
  }
  return sys as unknown as Sys
}

const NAMES = ['a.md', 'b.md', 'c.md', 'note.md', '@vault/ledger.md', '@vault/meta/counts.json'] as const

/** What happens to a folder over time. */
type Event =
  | {
      readonly kind: 'run'
      readonly name: (typeof NAMES)[number]
      readonly how: 'write' | 'append' | 'archive'
    }
  | { readonly kind: 'killed'; readonly name: (typeof NAMES)[number]; readonly dieAt: number }
  | { readonly kind: 'gc'; readonly dieAt: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'as-before' }
  | { readonly kind: 'rubbish' }

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      name: fc.constantFrom(...NAMES),
      how: fc.constantFrom('write' as const, 'append' as const, 'append' as const, 'archive' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('killed' as const),
      name: fc.constantFrom(...NAMES),
      dieAt: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('gc' as const), dieAt: fc.integer({ min: 1, max: 150 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('undo' as const, 'as-before' as const, 'rubbish' as const),
    }),
  },
)

describe('after any runs, kills and collections', () => {
  it('D20 J9 every run is still taken back byte for byte, and fsck finds nothing wrong', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 24, size: 'max' }), async events => {
        const scene = newScene()
        /** What the folder was before each run that counts, newest last. */
        const stack: { run: string; tree: ReturnType<typeof treeOf> }[] = []
        for (const [number, each] of events.entries()) {
          await play(scene, each, `r${number}`, stack)
          scene.clock.skip(TWO_DAYS)
        }
        await gc(scene)
        expect(problems(scene)).toEqual([])
        for (const { run, tree } of stack.reverse()) {
          const { outcomes, failure } = await undo(scene, run, `z-${run}`)
          expect(failure).toBeUndefined()
          expect(outcomes.filter(({ result }) => result !== 'done')).toEqual([])
          expect(differences(treeOf(scene.disk), { tree, runs: [], anyTime: new Set() }), run).toEqual([])
        }
        await gc(scene)
        expect(problems(scene)).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

async function play(
  scene: Scene,
  event: Event,
  run: string,
  stack: { run: string; tree: ReturnType<typeof treeOf> }[],
): Promise<void> {
  const tree = treeOf(scene.disk)
  if (event.kind === 'gc') {
    await gc(scene, dying(scene.disk.connect(), event.dieAt)).catch(() => undefined)
    expect(differences(treeOf(scene.disk), { tree, runs: [], anyTime: new Set() })).toEqual([])
  } else if (event.kind === 'undo') {
    const last = stack.pop()
    if (last !== undefined) await undo(scene, last.run, run)
  } else if (event.kind === 'as-before') {
    withFolderSettled(scene)
    asBefore(scene)
  } else if (event.kind === 'rubbish') plantObject(scene, `rubbish of ${run}`)
  else if (event.kind === 'run' || event.kind === 'killed') {
    const how = event.kind === 'run' ? event.how : 'append'
    const action = actionFor(event.name, tree.get(event.name)?.bytes, how, run)
    const sys = event.kind === 'killed' ? dying(scene.disk.connect(), event.dieAt) : undefined
    await apply(scene, run, [action], sys).catch(() => undefined)
    scene.clock.skip(TWO_DAYS)
    await recover(deskFor(scene))
    const recorded = withStore(scene, store => store.log.of(run))
    if (recorded.some(({ changes }) => changes.some(({ result }) => result === 'done')))
      stack.push({ run, tree })
  }
}

/** What 0.1.0 would have left has no half lines either. */
function withFolderSettled(scene: Scene): void {
  withStore(scene, store => store.objects.discardOrphans())
}

function actionFor(
  name: string,
  bytes: Buffer | undefined,
  how: 'write' | 'append' | 'archive',
  run: string,
): Action {
  if (bytes === undefined) return write(name, undefined, [{ text: `${name} of ${run}\n` }])
  if (how === 'archive') return archive(name, bytes)
  if (how === 'append') return append(name, bytes.toString(), `- and ${run}\n`)
  return write(name, bytes, [
    { text: bytes.toString().replace(/\w+\n/, `${run}\n`) },
    { text: `written by ${run}\n` },
  ])
}
