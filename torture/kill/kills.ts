import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Patch } from '../bundle.ts'
import { type Found, sentences } from '../found.ts'
import { quickFolder } from '../places.ts'
import { Random } from '../random.ts'
import { childPlayer } from './child.ts'
import type { GroundKind } from './fixtures.ts'
import { groundAt } from './ground.ts'
import { insidePlayer } from './inside.ts'
import type { Operation } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import type { TracedCall, When } from './orders.ts'
import type { Player } from './player.ts'
import { type Point, type Tried, tryPoint } from './point.ts'
import { type Rehearsed, Stage } from './stage.ts'

export interface KillOptions {
  readonly seed: number
  /** How many points to try; the seed chooses them. `all` tries every one. */
  readonly points: number | 'all'
  /** What is tried; without it, `OPERATIONS`. */
  readonly operations?: readonly Operation[]
  /** In processes of their own that the system kills, or twenty times as fast in this one. */
  readonly how?: 'processes' | 'inside'
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
  /** Nor after this many violations. */
  readonly violations?: number
  /** Inside: whether the state seems to lie on another file system. */
  readonly devices?: 'one device' | 'two devices'
  /** A folder on another file system, for the state. */
  readonly stateOn?: string
}

export interface KillTally {
  readonly seed: number
  /** Points there are. */
  readonly known: number
  /** Processes that were killed: at a point, and once more while they recovered. */
  readonly kills: number
  readonly secondKills: number
  readonly seconds: number
  readonly found: readonly Found[]
  /** A sentence each, with what repeats it. */
  readonly violations: readonly string[]
  readonly byOperation: Readonly<Record<string, OperationTally>>
}

export interface OperationTally {
  readonly calls: number
  readonly kills: number
  readonly violations: number
}

/** Every so many points the recovery is killed too, somewhere among its first calls. */
const SECOND_EVERY = 5
const SECOND_WITHIN = 60

/** Kills Dream at many points, recovers, and asks whether anything was lost. */
export async function runKills(options: KillOptions): Promise<KillTally> {
  const started = performance.now()
  const inside = options.how === 'inside'
  const player = inside ? insidePlayer(options.devices) : await childPlayer(options.patches)
  const folder = realpathSync(mkdtempSync(join(inside ? quickFolder() : tmpdir(), 'dream-kill-')))
  const state = options.stateOn && realpathSync(mkdtempSync(join(options.stateOn, 'dream-kill-')))
  try {
    const slots = Array.from({ length: inside ? 1 : (options.parallel ?? 2) }, (_, at) => `slot-${at}`)
    const { operations = OPERATIONS, only } = options
    const wanted = operations.filter(({ name }) => only === undefined || only.includes(name))
    const shares = slots.map((slot, at) => ({
      slot: new Slot(player, join(folder, slot), state && join(state, slot)),
      operations: wanted.filter((_, number) => number % slots.length === at),
    }))
    const rehearsals = await Promise.all(shares.map(({ slot, operations: own }) => slot.rehearseAll(own)))
    const all = rehearsals.map(each => pointsOf(each, options.calls))
    const { chosen, spare } = choose(all.flat(), options)
    const tally = new Tally(rehearsals.flat())
    const begun = performance.now()
    const { budgetMs = Number.POSITIVE_INFINITY, violations = Number.POSITIVE_INFINITY } = options
    const isEnough = () => performance.now() - begun > budgetMs || tally.found.length >= violations
    await Promise.all(
      rehearsals.map(async own => {
        const next = () => takeOne(chosen, point => own.includes(point.rehearsed))
        for (let point = next(); point !== undefined && !isEnough(); point = next()) {
          const tried = await tryPoint(point)
          tally.add(point, tried)
          // A slow rehearsal makes calls that a quick run does not (a lease is renewed): then another point takes its place.
          if (tried.first === 'ended') {
            const other = takeOne(spare, each => own.includes(each.rehearsed))
            if (other !== undefined) chosen.push(other)
          }
        }
      }),
    )
    return tally.result(options.seed, all.flat().length, (performance.now() - started) / 1000)
  } finally {
    player.remove()
    for (const each of [folder, state]) if (each !== undefined) rmSync(each, { recursive: true, force: true })
  }
}

/** A place of each kind, made when it is needed. */
export class Slot {
  private readonly stages = new Map<GroundKind, Stage>()

  constructor(
    private readonly player: Player,
    private readonly folder: string,
    private readonly state: string | undefined,
  ) {}

  async rehearseAll(operations: readonly Operation[]): Promise<Rehearsed[]> {
    const rehearsals: Rehearsed[] = []
    for (const operation of operations)
      rehearsals.push(await this.stageFor(operation.ground).rehearse(operation))
    return rehearsals
  }

  private stageFor(kind: GroundKind): Stage {
    const name = kind.replaceAll(' ', '-')
    const known = this.stages.get(kind)
    if (known !== undefined) return known
    const ground = groundAt(kind, join(this.folder, name), this.state && join(this.state, name))
    const stage = new Stage(this.player, ground)
    this.stages.set(kind, stage)
    return stage
  }
}

function pointsOf(rehearsals: readonly Rehearsed[], fits: KillOptions['calls'] = () => true): Point[] {
  return rehearsals.flatMap(rehearsed =>
    rehearsed.whole.calls.flatMap((each, index) => {
      if (!fits(each)) return []
      const whens: When[] = each.call === 'write' ? ['before', 'half', 'after'] : ['before', 'after']
      return whens.map(when => ({ rehearsed, at: index + 1, when, second: undefined, next: undefined }))
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
  const firsts = new Set(new Map(mixed.map(point => [point.rehearsed, point])).values())
  const ordered = [...firsts, ...mixed.filter(point => !firsts.has(point))]
  const count = points === 'all' ? ordered.length : points
  return {
    chosen: ordered.slice(0, count).map((point, at) => followed(point, at, random)),
    spare: ordered.slice(count),
  }
}

/** What comes after the kill: a recovery, one that is killed too, or another command. */
function followed(point: Point, at: number, random: Random): Point {
  const next = random.pick([undefined, ...(point.rehearsed.operation.followers ?? [])])
  if (at % SECOND_EVERY !== 0) return { ...point, next }
  const when = random.pick(['before', 'after', 'half'] as const)
  return { ...point, second: { at: 1 + random.below(SECOND_WITHIN), when } }
}

/** Takes the first that fits out of a list. */
function takeOne<Item>(items: Item[], fits: (item: Item) => boolean): Item | undefined {
  const at = items.findIndex(fits)
  return at === -1 ? undefined : items.splice(at, 1)[0]
}

class Tally {
  private readonly byOperation = new Map<string, { calls: number; kills: number; violations: number }>()
  readonly found: Found[] = []
  private kills = 0
  private secondKills = 0

  constructor(rehearsals: readonly Rehearsed[]) {
    for (const { operation, whole } of rehearsals)
      this.byOperation.set(operation.name, { calls: whole.calls.length, kills: 0, violations: 0 })
  }

  add({ rehearsed, at, when, second, next }: Point, { first, second: again, wrong }: Tried): void {
    const { name } = rehearsed.operation
    const its = this.byOperation.get(name)!
    if (first === 'killed') {
      this.kills += 1
      its.kills += 1
    }
    if (again === 'killed') this.secondKills += 1
    its.violations += Math.min(1, wrong.length)
    const call = rehearsed.whole.calls[at - 1]!
    const then = second === undefined ? '' : `, recovery ${second.when} call ${second.at}`
    const after = next === undefined ? '' : `, then dream ${next.join(' ')}`
    const where = `${name}, killed ${when} call ${at} (${call.call} ${shortened(call.path)})${then}${after}`
    if (wrong.length > 0) this.found.push({ scenario: name, where, problems: wrong })
  }

  result(seed: number, known: number, seconds: number): KillTally {
    const { kills, secondKills, found } = this
    const byOperation = Object.fromEntries(this.byOperation)
    return { seed, known, kills, secondKills, seconds, found, violations: sentences(found), byOperation }
  }
}

function shortened(path: string): string {
  return path
    .split('/')
    .slice(-2)
    .join('/')
    .replaceAll(/[0-9a-f]{20,}/g, hash => hash.slice(0, 6))
}
