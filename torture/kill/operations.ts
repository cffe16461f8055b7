import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild, traceChild } from './child.ts'
import { type Ground, plantGround } from './ground.ts'
import { type Image, restoreImage, takeImage } from './image.ts'
import type { TracedCall } from './orders.ts'
import type { Program } from './program.ts'

/** Something that Dream does, from where it begins to where it ends. */
export interface Operation {
  readonly name: string
  readonly line: readonly string[]
  /** Brings the planted ground to where the operation begins. */
  prepare(program: Program, ground: Ground): Promise<void>
  /** The folder afterwards: `restored` is exact to the microsecond, `finished` was begun by someone who died. */
  readonly leaves: 'changed' | 'restored' | 'same' | 'finished'
  /** The file whose stored bytes the operation erases. */
  readonly purges?: string
}

/** An operation in one place, with the states that the folder may be found in. */
export interface Rehearsed {
  readonly operation: Operation
  readonly ground: Ground
  /** Where the user stood before any of it; undo of everything must lead there. */
  readonly planted: Image
  readonly before: Image
  readonly after: Image
  readonly calls: readonly TracedCall[]
}

const RUN = ['--yes', '--quiet', '--merge', 'append']
const PLAN = '../plan.json'

const nothing = async () => {}
const afterRun = async (program: Program, ground: Ground) => {
  await traceChild(program, ground, RUN)
}

export const OPERATIONS: readonly Operation[] = [
  { name: 'run', line: RUN, leaves: 'changed', prepare: nothing },
  { name: 'apply', line: ['apply', PLAN, '--quiet'], leaves: 'changed', prepare: makePlan },
  { name: 'undo', line: ['undo'], leaves: 'restored', prepare: afterRun },
  {
    name: 'rebuild the index',
    line: ['--yes', '--quiet', '--rebuild-index'],
    leaves: 'changed',
    prepare: afterRun,
  },
  {
    name: 'purge',
    line: ['purge', 'legacy.md', '--yes'],
    leaves: 'same',
    purges: 'legacy.md',
    prepare: afterRun,
  },
  { name: 'append to a torn history', line: RUN, leaves: 'changed', prepare: tearHistory },
  cutOff('before the first file', path => path.endsWith('.intent.json')),
  cutOff('between two files', path => path.endsWith('.old')),
  cutOff(
    'half a line of history',
    (path, call) => path.endsWith('history.jsonl') && call === 'write',
    'half',
  ),
  cutOff('after history', (path, call) => path.endsWith('history.jsonl') && call === 'fsync'),
]

async function makePlan(program: Program, ground: Ground): Promise<void> {
  await traceChild(program, ground, ['plan', '--quiet', '--merge', 'append', '-o', PLAN])
}

async function tearHistory(program: Program, ground: Ground): Promise<void> {
  await afterRun(program, ground)
  await traceChild(program, ground, ['undo'])
  appendFileSync(join(ground.state, 'history.jsonl'), '{"prev":"12ab","record":{"run":"cut o')
}

/** Recovery of an apply that died after the first call that fits. */
function cutOff(
  name: string,
  fits: (path: string, call: string) => boolean,
  when: 'after' | 'half' = 'after',
): Operation {
  return {
    name: `recover, cut off ${name}`,
    line: ['recover'],
    leaves: 'finished',
    prepare: async (program, ground) => {
      await makePlan(program, ground)
      const line = ['apply', PLAN, '--quiet']
      const at = 1 + (await callsOnCopy(program, ground, line)).findIndex(each => fits(each.path, each.call))
      const { how } = await runChild(program, ground, line, { at, when })
      if (how !== 'killed') throw new Error(`the apply to be cut off ${name} went on to its end`)
    },
  }
}

/** The calls that a line would make; the ground stays as it is. */
async function callsOnCopy(
  program: Program,
  ground: Ground,
  line: readonly string[],
): Promise<readonly TracedCall[]> {
  const image = takeImage(ground.top)
  const calls = await traceChild(program, ground, line)
  restoreImage(ground.top, image)
  return calls
}

/** Plays an operation once without killing it, to learn what it does. */
export async function rehearse(program: Program, ground: Ground, operation: Operation): Promise<Rehearsed> {
  rmSync(ground.top, { recursive: true, force: true })
  mkdirSync(ground.top, { recursive: true })
  plantGround(ground)
  const planted = takeImage(ground.top)
  await operation.prepare(program, ground)
  const before = takeImage(ground.top)
  const calls = await traceChild(program, ground, operation.line)
  return { operation, ground, planted, before, after: takeImage(ground.top), calls }
}
