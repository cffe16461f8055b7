import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { undo } from '../../src/tasks/undo.ts'
import { recover } from '../../src/tasks/upkeep.ts'
import type { Patch } from '../bundle.ts'
import { Random } from '../random.ts'
import { runChild } from './child.ts'
import { groundAt, MEMORY } from './ground.ts'
import { below, imageDifferences, restoreImage, takeImage } from './image.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { violations } from './oracle.ts'
import type { TracedCall, When } from './orders.ts'
import { buildProgram, type Program } from './program.ts'
import { type Rehearsed, Stage } from './stage.ts'

export interface KillOptions {
  readonly seed: number
  /** How many points to try; the seed chooses them. `all` tries every one. */
  readonly points: number | 'all'
  /** Children at a time. */
  readonly parallel?: number
  /** Only operations with these names. */
  readonly only?: readonly string[]
  /** Only at calls that fit. */
  readonly calls?: (call: TracedCall) => boolean
  /** Another Dream than the one of this checkout. */
  readonly patches?: readonly Patch[]
  /** No new point is begun after this many milliseconds. */
  readonly budgetMs?: number
}

export interface KillTally {
  readonly seed: number
  /** Points there are. */
  readonly known: number
  /** Processes that were killed: at a point, and once more while they recovered. */
  readonly kills: number
  readonly secondKills: number
  readonly seconds: number
  /** A sentence each, with what repeats it. */
  readonly violations: readonly string[]
  readonly byOperation: Readonly<Record<string, { readonly calls: number; readonly kills: number }>>
}

interface Point {
  readonly operation: Operation
  readonly at: number
  readonly when: When
  /** The call of the recovery at which that is killed too; 0 for none. */
  readonly second: number
}

/** Every so many points the recovery is killed too, somewhere among its first calls. */
const SECOND_EVERY = 5
const SECOND_WITHIN = 60

/** Kills the real program at many points, recovers, and asks whether anything was lost. */
export async function runKills(options: KillOptions): Promise<KillTally> {
  const started = performance.now()
  const program = await buildProgram(options.patches)
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dream-kill-')))
  try {
    const slots = Array.from({ length: options.parallel ?? 2 }, (_, at) => join(folder, `slot-${at}`, 'top'))
    const rehearsals = await Promise.all(slots.map(top => rehearseAll(program, top, options.only)))
    const all = pointsOf(rehearsals[0]!, options.calls)
    const { chosen, spare } = choose(all, options)
    const tally = new Tally(rehearsals[0]!)
    const begun = performance.now()
    const tooLate = () => performance.now() - begun > (options.budgetMs ?? Number.POSITIVE_INFINITY)
    await Promise.all(
      rehearsals.map(async rehearsed => {
        for (let point = chosen.pop(); point !== undefined && !tooLate(); point = chosen.pop()) {
          const tried = await tryPoint(program, rehearsed.get(point.operation)!, point)
          tally.add(point, tried)
          // A slow rehearsal makes calls that a quick run does not (a lease is renewed): then another point takes its place.
          if (tried.first === 'ended') chosen.push(...spare.splice(0, 1))
        }
      }),
    )
    return tally.result(options.seed, all.length, (performance.now() - started) / 1000)
  } finally {
    program.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Rehearsals = ReadonlyMap<Operation, Rehearsed>

async function rehearseAll(program: Program, top: string, only?: readonly string[]): Promise<Rehearsals> {
  const stage = new Stage(program, groundAt(top))
  const rehearsals = new Map<Operation, Rehearsed>()
  for (const operation of OPERATIONS) {
    if (only === undefined || only.includes(operation.name))
      rehearsals.set(operation, await stage.rehearse(operation))
  }
  return rehearsals
}

function pointsOf(rehearsals: Rehearsals, fits: KillOptions['calls'] = () => true): Point[] {
  return [...rehearsals.values()].flatMap(({ operation, calls }) =>
    calls.flatMap((each, index) => {
      if (!fits(each)) return []
      const { call } = each
      const whens: When[] = call === 'write' ? ['before', 'half', 'after'] : ['before', 'after']
      return whens.map(when => ({ operation, at: index + 1, when, second: 0 }))
    }),
  )
}

/** One of each operation, and then as they come; the rest is spare. */
function choose(
  all: readonly Point[],
  { seed, points }: KillOptions,
): { readonly chosen: Point[]; readonly spare: Point[] } {
  const random = new Random(seed)
  const mixed = random.shuffled(all)
  const firsts = new Set(new Map(mixed.map(point => [point.operation, point])).values())
  const ordered = [...firsts, ...mixed.filter(point => !firsts.has(point))]
  const count = points === 'all' ? ordered.length : points
  const chosen = ordered
    .slice(0, count)
    .map((point, at) => ({ ...point, second: at % SECOND_EVERY === 0 ? 1 + random.below(SECOND_WITHIN) : 0 }))
    .reverse()
  return { chosen, spare: ordered.slice(count) }
}

interface Tried {
  readonly first: 'killed' | 'ended'
  readonly second: 'killed' | 'ended'
  readonly wrong: readonly string[]
}

async function tryPoint(
  program: Program,
  rehearsed: Rehearsed,
  { operation, at, when, second }: Point,
): Promise<Tried> {
  const { ground, before } = rehearsed
  restoreImage(ground.top, before)
  const first = await runChild(program, ground, operation.line, { at, when })
  const again =
    second === 0 ? undefined : await runChild(program, ground, ['recover'], { at: second, when: 'before' })
  const wrong =
    first.how === 'killed'
      ? await wrongAfterwards(rehearsed).catch((error: unknown) => [`(f) it failed: ${error}`])
      : []
  return { first: first.how, second: again?.how ?? 'ended', wrong }
}

async function wrongAfterwards(rehearsed: Rehearsed): Promise<string[]> {
  const { where, top } = rehearsed.ground
  const report = await recover(where)
  const refused = report.folders.flatMap(folder => folder.failure ?? [])
  const recovered = takeImage(top)
  const wrong = [...refused.map(what => `(f) recovery refused: ${what}`), ...violations(rehearsed, recovered)]
  await recover(where)
  const twice = imageDifferences(below(takeImage(top), MEMORY), below(recovered, MEMORY))
  wrong.push(...twice.map(what => `(b) after a second recovery ${what}`))
  return wrong.length > 0 ? wrong : wrongAfterUndo(rehearsed)
}

/** Whatever came of it can be taken back: then every file is as it was planted, with its time and mode. */
async function wrongAfterUndo({ operation, ground, planted }: Rehearsed): Promise<string[]> {
  if (operation.erases === true) return []
  const before = below(planted, MEMORY)
  for (let round = 0; round < 3; round += 1) {
    const now = below(takeImage(ground.top), MEMORY)
    if (imageDifferences(now, before).length === 0) return []
    try {
      await undo({ where: ground.where })
    } catch (error) {
      return [`(b) undo refused: ${(error as Error).message}`]
    }
  }
  return imageDifferences(below(takeImage(ground.top), MEMORY), before).map(what => `(b) after undo ${what}`)
}

class Tally {
  private readonly byOperation = new Map<string, { calls: number; kills: number }>()
  private readonly wrong: string[] = []
  private kills = 0
  private secondKills = 0

  constructor(rehearsals: Rehearsals) {
    for (const { operation, calls } of rehearsals.values())
      this.byOperation.set(operation.name, { calls: calls.length, kills: 0 })
  }

  add({ operation, at, when, second }: Point, { first, second: again, wrong }: Tried): void {
    if (first === 'killed') {
      this.kills += 1
      this.byOperation.get(operation.name)!.kills += 1
    }
    if (again === 'killed') this.secondKills += 1
    const then = second === 0 ? '' : `, recovery before call ${second}`
    for (const what of wrong) this.wrong.push(`${operation.name}, killed ${when} call ${at}${then}: ${what}`)
  }

  result(seed: number, known: number, seconds: number): KillTally {
    const { kills, secondKills } = this
    const byOperation = Object.fromEntries(this.byOperation)
    return { seed, known, kills, secondKills, seconds, violations: this.wrong, byOperation }
  }
}
