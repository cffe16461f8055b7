import { type Image, withEntry } from './image.ts'
import type { TracedCall } from './orders.ts'
import type { Stage } from './stage.ts'

/** Something that Dream does. */
export interface Operation {
  readonly name: string
  readonly line: readonly string[]
  /** Where it begins. */
  begins(stage: Stage): Promise<Image>
  /** The folder afterwards: `restored` is exact to the microsecond, `finished` was begun by someone who died. */
  readonly leaves: 'changed' | 'restored' | 'same' | 'finished'
  /** Whether bytes are erased on purpose. */
  readonly erases?: true
}

const RUN = ['--yes', '--quiet', '--merge', 'append']
const PLAN = ['plan', '--quiet', '--merge', 'append', '-o', '../plan.json']
const APPLY = ['apply', '../plan.json', '--quiet']

const planted = async (stage: Stage) => stage.planted
const planMade = async (stage: Stage) => (await stage.play(stage.planted, PLAN)).image
const ran = async (stage: Stage) => (await stage.play(stage.planted, RUN)).image

export const OPERATIONS: readonly Operation[] = [
  { name: 'run', line: RUN, leaves: 'changed', begins: planted },
  { name: 'apply', line: APPLY, leaves: 'changed', begins: planMade },
  { name: 'undo', line: ['undo'], leaves: 'restored', begins: ran },
  { name: 'rebuild index', line: ['--yes', '--quiet', '--rebuild-index'], leaves: 'changed', begins: ran },
  { name: 'purge', line: ['purge', 'legacy.md', '--yes'], leaves: 'same', erases: true, begins: ran },
  { name: 'run on a torn history', line: RUN, leaves: 'changed', begins: tornHistory },
  recoverFrom('intent', ({ path }) => path.endsWith('.intent.json')),
  recoverFrom('first file', ({ path }) => path.endsWith('.old')),
  recoverFrom('half of history', isHistory('write'), 'half'),
  recoverFrom('history', isHistory('fsync')),
]

async function tornHistory(stage: Stage): Promise<Image> {
  const { image } = await stage.play(await ran(stage), ['undo'])
  const [path, entry] = [...image].find(([name]) => name.endsWith('/history.jsonl'))!
  if (entry.kind !== 'file') throw new Error('there is no history to tear')
  const torn = Buffer.concat([entry.bytes, Buffer.from('{"prev":"12ab","record":{"run":"cut o')])
  return withEntry(image, path, { ...entry, bytes: torn })
}

function isHistory(call: string): (each: TracedCall) => boolean {
  return each => each.path.endsWith('/history.jsonl') && each.call === call
}

/** The recovery of an apply that died at the first call that fits. */
function recoverFrom(
  name: string,
  fits: (each: TracedCall) => boolean,
  when: 'after' | 'half' = 'after',
): Operation {
  const begins = async (stage: Stage) => {
    const before = await planMade(stage)
    const { calls } = await stage.play(before, APPLY)
    return stage.cutOff(before, APPLY, 1 + calls.findIndex(fits), when)
  }
  return { name: `recover from ${name}`, line: ['recover'], leaves: 'finished', begins }
}
