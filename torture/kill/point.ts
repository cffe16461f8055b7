import { finishRuns } from '../../src/commands/doctor.ts'
import { realSys } from '../../src/disk/sys.ts'
import { stateHome } from '../../src/state/state-roots.ts'
import { findStore } from '../../src/store/store.ts'
import { dreamAt } from '../../test/dream-at.ts'
import type { Ground } from './ground.ts'
import {
  filesOf,
  type Image,
  imageDifferences,
  restoreImage,
  takeImage,
  within,
  withoutJournalTimes,
} from './image.ts'
import { GROWS, recordsIn, unsound, violations } from './oracle.ts'
import type { When } from './orders.ts'
import { type Death, LIVES } from './player.ts'
import { type Line, MOMENT, NEXT, type Rehearsed } from './stage.ts'

/** Where a process is killed, and what happens then. */
export interface Point {
  readonly rehearsed: Rehearsed
  readonly at: number
  readonly when: When
  /** Where the recovery is killed too. */
  readonly second: Death | undefined
  /** The command that comes next, where it is not `dream doctor --fix`. */
  readonly next: Line | undefined
}

export interface Tried {
  readonly first: 'killed' | 'ended'
  readonly second: 'killed' | 'ended'
  readonly wrong: readonly string[]
}

export async function tryPoint({ rehearsed, at, when, second, next }: Point): Promise<Tried> {
  const { ground, before, stage, line } = rehearsed
  const then = next && (await stage.rehearseThen(rehearsed, next))
  restoreImage(ground, before)
  const first = await stage.player.play(ground, line, stage.at(MOMENT), { at, when })
  if (first.how === 'ended') return { first: 'ended', second: 'ended', wrong: [] }
  const again = second && (await stage.player.play(ground, ['doctor', '--fix'], stage.at(NEXT), second))
  const wrong = await (then === undefined
    ? wrongAfterwards(rehearsed)
    : wrongAfterNext(rehearsed, then)
  ).catch((error: unknown) => [`(f) it failed: ${error}`])
  return { first: first.how, second: again?.how ?? 'ended', wrong }
}

async function wrongAfterwards(rehearsed: Rehearsed): Promise<string[]> {
  const { ground } = rehearsed
  const wrong = await recovered(ground)
  const image = takeImage(ground)
  wrong.push(...violations(rehearsed, image))
  await finishRuns(ground.where)
  const ours = (each: Image) => within(each, ground.ours)
  const twice = imageDifferences(ours(takeImage(ground)), ours(image))
  wrong.push(...twice.map(what => `(b) after a second recovery ${what}`))
  return wrong.length > 0 ? wrong : wrongAfterUndo(rehearsed, image)
}

/** Runs `dream doctor --fix` where the command was run, and says what was wrong with that. */
export async function recovered(ground: Ground): Promise<string[]> {
  const open = openRuns(ground)
  const folders = await finishRuns(ground.where)
  const isFound = folders.some(({ root }) => root === ground.memory)
  return [
    ...(open > 0 && !isFound ? ['(f) recovery does not find the folder, in which a run is open'] : []),
    ...folders.flatMap(({ failure }) => (failure === undefined ? [] : [`(f) recovery refused: ${failure}`])),
  ]
}

function openRuns({ where, memory }: Ground): number {
  const store = findStore(realSys, stateHome(where.env, where.home), memory)
  try {
    return store?.writeLog.open().length ?? 0
  } finally {
    store?.close()
  }
}

/** As if the command that was killed had been done whole, or not at all, and then the other one. */
async function wrongAfterNext(
  rehearsed: Rehearsed,
  { line, none, all }: Awaited<ReturnType<Rehearsed['stage']['rehearseThen']>>,
): Promise<string[]> {
  const { ground, stage, operation, after } = rehearsed
  const isAgain = operation.adds === true && line.join(' ') === rehearsed.line.join(' ')
  const isOnce = isAgain && openRuns(ground) > 0
  const { code, output } = await stage.player.play(ground, line, stage.at(NEXT), LIVES)
  // One that found nothing to write recovers nothing either: that is left to the next.
  const unfound = await recovered(ground)
  const image = takeImage(ground)
  const ours = (each: Image) => withoutJournalTimes(filesOf(within(each, ground.ours)))
  const [likeAll, likeNone] = [isOnce ? after : all.image, none.image].map(each =>
    imageDifferences(ours(image), ours(each), () => true),
  ) as [string[], string[]]
  const nearer = likeAll.length <= likeNone.length ? likeAll : likeNone
  const isUnexpected = code !== all.code && code !== none.code
  return [
    ...unfound,
    ...nearer.map(what => `(b) as after ${nearer === likeAll ? 'all' : 'none'} of it, but ${what}`),
    ...(isUnexpected
      ? [`(f) it ended with ${code}: ${output.trim().split('\n').slice(0, 3).join(' ')}`]
      : []),
    ...unsound(rehearsed, image),
  ]
}

/** Whatever came of it can be taken back: then every file is as it was, with its time and mode. */
async function wrongAfterUndo(rehearsed: Rehearsed, image: Image): Promise<string[]> {
  const { operation, before, planted, ground } = rehearsed
  if (operation.erases === true) return []
  if (operation.leaves !== 'changed') {
    // The ledger of a workspace tells of every undo: it is never what it was.
    return ground.ours.includes('vault') ? [] : wrongAfterUndos(rehearsed, planted, 3)
  }
  const runs = new Set(recordsIn(image).map(each => each.run))
  const known = new Set(recordsIn(before).map(each => each.run))
  return wrongAfterUndos(rehearsed, before, [...runs].filter(run => !known.has(run)).length)
}

async function wrongAfterUndos(rehearsed: Rehearsed, should: Image, rounds: number): Promise<string[]> {
  const { ground } = rehearsed
  const same = (image: Image) =>
    filesOf(new Map([...within(image, ground.ours)].filter(([path]) => !GROWS.test(path))))
  const differences = () => imageDifferences(same(takeImage(ground)), same(should))
  for (let round = 0; round < rounds && differences().length > 0; round += 1) {
    try {
      await dreamAt(ground.where).undo()
    } catch (error) {
      const refusal = `(b) undo refused: ${(error as Error).message}`
      return [refusal, ...differences().map(what => `(b) ${what}`)]
    }
  }
  return differences().map(what => `(b) after undo ${what}`)
}
