import { type Image, withEntry } from './image.ts'
import type { Operation } from './operation.ts'
import type { TracedCall } from './orders.ts'
import { MOMENT, type Stage } from './stage.ts'

/** Under seed, because the project has no git, and careful archives nothing for being stale without it. */
export const RUN = ['--yes', '--quiet', '--rules', 'seed', '--merge', 'append']
const PLAN = ['plan', '--quiet', '--rules', 'seed', '--merge', 'append', '-o', '../plan.json']
const APPLY = ['apply', '../plan.json', '--yes', '--quiet']

export const planted = async (stage: Stage) => stage.planted
const planMade = async (stage: Stage) => (await stage.play(stage.planted, PLAN, 1)).image
export const ran = async (stage: Stage) => (await stage.play(stage.planted, RUN, 2)).image

/** The commands that deal with a folder as a whole, and what comes after one that died. */
export const OPERATIONS: readonly Operation[] = [
  { name: 'run', ground: 'folder', line: RUN, leaves: 'changed', begins: planted, followers: [RUN] },
  { name: 'apply', ground: 'folder', line: APPLY, leaves: 'changed', begins: planMade, followers: [APPLY] },
  { name: 'undo', ground: 'folder', line: ['undo'], leaves: 'restored', begins: ran, followers: [RUN] },
  {
    name: 'rebuild index',
    ground: 'folder',
    line: ['--yes', '--quiet', '--rebuild-index'],
    leaves: 'changed',
    begins: ran,
  },
  {
    name: 'purge',
    ground: 'folder',
    line: ['purge', 'legacy.md', '--yes'],
    leaves: 'same',
    erases: true,
    begins: ran,
    followers: [['purge', 'legacy.md', '--yes']],
  },
  { name: 'run on a torn history', ground: 'folder', line: RUN, leaves: 'changed', begins: tornHistory },
  recoverFrom('intent', ({ path }) => path.endsWith('.intent.json')),
  recoverFrom('first file', ({ path }) => path.endsWith('.old')),
  recoverFrom('half of history', isHistory('write'), 'half'),
  recoverFrom('history', isHistory('fsync')),
]

async function tornHistory(stage: Stage): Promise<Image> {
  const { image } = await stage.play(await ran(stage), ['undo'], 3)
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
    const { calls } = await stage.play(before, APPLY, MOMENT)
    return stage.cutOff(before, APPLY, MOMENT, 1 + calls.findIndex(fits), when)
  }
  return {
    name: `recover from ${name}`,
    ground: 'folder',
    line: ['doctor', '--fix'],
    leaves: 'finished',
    begins,
  }
}
