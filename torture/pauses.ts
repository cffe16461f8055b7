import type { Dir } from '../src/disk/dir.ts'
import { fileName, storedName } from '../src/model/file-name.ts'
import type { FolderOutcome } from '../src/model/outcome.ts'

import { stateOf } from '../src/store/step.ts'
import { transact } from '../src/store/transaction.ts'
import type { Intent, Step } from '../src/store/write-log.ts'
import { spied } from './dying.ts'
import { type Opening, recorded } from './faults.ts'
import { contentsOf, unlike } from './model.ts'
import { hashOf, indexDrift, leftovers, lostBytes, survey } from './oracle.ts'
import { copyOf } from './power-cut.ts'
import type { SimDisk } from './sim-disk.ts'
import { deskOn, recover, StageClock, takeOver, VAULT } from './stage.ts'

const LATER = 1_700_086_400_000
/**
 * What the other one does of its own: nothing, a change to a file, or a change that makes the folder what it was when
 * the first one began.
 */
export const THEN = ['leaves', 'writes', 'takes back'] as const
export type Then = (typeof THEN)[number]

const THEIRS = 'written by the one who took over\n'

/**
 * A process that is stopped before one of its calls for longer than its lease: another takes over, finishes what was
 * begun, writes something of its own and leaves; then the first one goes on as if nothing had happened.
 */
export async function tryPause(opening: Opening, at: number, then: Then): Promise<string[]> {
  const clock = new StageClock(LATER)
  const disk = copyOf(opening.disk, clock)
  const process = disk.connect()
  let calls = 0
  let nothingToTakeBack = false
  const sys = spied(process, (_call, _args, go) => {
    calls += 1
    if (calls === at) nothingToTakeBack = takeOverAnd(disk, clock, then, opening).steps.length === 0
    return go()
  })
  const problems: string[] = []
  const outcome = (await opening.deed(deskOn(sys, clock)).catch(error => error)) as FolderOutcome | undefined
  if (process.openCount() > 0) problems.push('descriptors are left open')
  clock.skip()
  try {
    await recover(deskOn(disk.connect(), clock))
  } catch (error) {
    problems.push(`recovery failed: ${String(error)}`)
  }
  const ground = survey(disk)
  const kept = new Set([...opening.original.tree.values()].map(({ bytes }) => hashOf(bytes)))
  const theirs = ground.tree.get('c.md')?.bytes.toString()
  problems.push(
    ...(then !== 'writes' || theirs === THEIRS ? [] : ['(b) what the other one wrote to c.md is not there']),
    ...(then === 'leaves' ? recorded(disk, opening, ground) : []),
    ...(then !== 'takes back' || outcome?.failure === undefined || nothingToTakeBack
      ? []
      : unlike(contentsOf(ground.tree), contentsOf(opening.ground.tree)).map(problem => `(b) ${problem}`)),
    ...lostBytes(ground, { kept }),
    ...leftovers(ground),
    ...indexDrift(ground.tree),
    ...ground.damage.map(what => `(c) ${what}`),
  )
  return problems.map(
    problem => `${opening.name}, paused at call ${at}: ${problem} (${outcome?.failure?.sentence})`,
  )
}

function takeOverAnd(disk: SimDisk, clock: StageClock, then: Then, opening: Opening): Intent {
  return takeOver(disk, clock, folder => {
    folder.root.mount(VAULT)
    const intent = then === 'takes back' ? takingBack(folder.root, opening) : ownChange(folder.root)
    if (then !== 'leaves' && intent.steps.length > 0) transact({ ...folder, run: 'x1' }, intent)
    return intent
  })
}

function takingBack(root: Dir, { ground }: Opening): Intent {
  const names = new Set([...ground.tree.keys(), ...root.list()].filter(name => name.endsWith('.md')))
  const steps = [...names].flatMap((name): Step[] => {
    const file = storedName(name)
    const from = stateOf(root, file)
    const base = { file, from, reason: { why: 'restored' }, needs: [] } as const
    const image = ground.tree.get(name)
    if (image === undefined) return from === null ? [] : [{ ...base, kind: 'archive' }]
    if (hashOf(image.bytes) === from?.hash) return []
    return [{ ...base, kind: 'write', content: { is: 'object', hash: hashOf(image.bytes) }, dress: image }]
  })
  return { run: 'x1', at: '2024-01-01T00:00:00.000Z', command: 'undo', vault: VAULT, steps }
}

function ownChange(root: Dir): Intent {
  const file = fileName('c.md')
  return {
    run: 'x1',
    at: '2024-01-01T00:00:00.000Z',
    command: 'remember',
    steps: [
      {
        kind: 'write',
        file,
        from: stateOf(root, file),
        reason: { why: 'remembered' },
        needs: [],
        content: { is: 'pieces', pieces: [{ text: THEIRS }] },
      },
    ],
  }
}
