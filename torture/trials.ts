import { EDITS, type Edit } from './editor.ts'
import { CODES, FAULT_DEEDS, type Fault, type Opening, openingOf, tryFault } from './faults.ts'
import { type Damage, makeVessel, tryDamage } from './flips.ts'
import type { Row } from './found.ts'
import { THEN, tryPause } from './pauses.ts'
import { playPowerLoss } from './power-loss.ts'
import { courseOf, RACE_DEEDS, RACE_FILES, type RaceCourse, tryRace } from './races.ts'
import { Random } from './random.ts'
import { PLAIN_SCENE } from './scene.ts'
import type { StageTraits } from './stage.ts'

/** What a harness did, in its own unit, and what it found. */
export interface Trial {
  readonly tried: number
  /** How many there are, where they can be counted. */
  readonly known?: number
  readonly violations: readonly string[]
  /** A figure that is worth a word. */
  readonly note?: string
  /** How it went with each scenario, where there are several. */
  readonly rows?: readonly Row[]
}

/** Where to stop. */
export interface Limit {
  readonly tries?: number
  readonly ms?: number
  /** Enough to show that the harness bites. */
  readonly violations?: number
}

class Count {
  private readonly started = performance.now()
  readonly violations: string[] = []
  tried = 0

  constructor(private readonly limit: Limit) {}

  isOver(): boolean {
    const { tries, ms, violations } = this.limit
    if (violations !== undefined && this.violations.length >= violations) return true
    if (tries !== undefined && this.tried >= tries) return true
    return ms !== undefined && performance.now() - this.started >= ms
  }

  add(tried: number, found: readonly string[]): void {
    this.tried += tried
    this.violations.push(...found)
  }
}

/** Seeds from `seed` on; a violation names the seed that replays it. */
export async function tryPowerLoss(seed: number, limit: Limit): Promise<Trial> {
  const count = new Count(limit)
  let disks = 0
  let next = seed
  do {
    const tally = await playPowerLoss(next, { fates: 120, again: 0.02 })
    count.add(tally.states, tally.violations)
    disks += tally.disks
    next += 1
  } while (!count.isOver())
  return {
    tried: count.tried,
    violations: count.violations,
    note: `${disks.toLocaleString('en')} unlike disks`,
  }
}

/** A process that is killed when all can see what it did and none of it is durable, and power that goes after that. */
export async function tryPowerLossAfterKill(seed: number, limit: Limit): Promise<Trial> {
  const count = new Count(limit)
  let next = seed
  do {
    for (const sync of new Random(next).shuffled(Array.from({ length: SYNCS }, (_, at) => at + 1))) {
      if (count.isOver()) break
      const tally = await playPowerLoss(next, { fates: 24, again: 0, killAtSync: sync })
      const found = tally.violations.map(problem => `killed at sync ${sync}, ${problem}`)
      count.add(tally.states, found)
    }
    next += 1
  } while (!count.isOver())
  return { tried: count.tried, violations: count.violations }
}

/** More than an apply makes. */
const SYNCS = 60

/** `lasting` faults too, or only those that come once. */
type Spans = readonly Fault['span'][]

/** Every code at every call, in an order that the seed chooses, until the limit. */
export async function tryFaults(
  seed: number,
  limit: Limit,
  spans: Spans = ['once', 'lasting'],
  traits: StageTraits = {},
  scene = PLAIN_SCENE,
): Promise<Trial> {
  const openings: Opening[] = []
  for (const name of FAULT_DEEDS) openings.push(await openingOf(name, traits, scene))
  const all = openings.flatMap(opening => faultsOf(opening, spans).map(fault => ({ opening, fault })))
  const count = new Count(limit)
  for (const { opening, fault } of new Random(seed).shuffled(all)) {
    if (count.isOver()) break
    count.add(1, await tryFault(opening, fault))
  }
  return { tried: count.tried, known: all.length, violations: count.violations }
}

function faultsOf({ calls }: Opening, spans: Spans): Fault[] {
  const moments = Array.from({ length: calls }, (_, before) => before + 1)
  return CODES.flatMap(code => spans.flatMap(span => moments.map(at => ({ at, code, span }))))
}

/** Every edit of every file before every call, in an order that the seed chooses, until the limit. */
export async function tryRaces(seed: number, limit: Limit, traits: StageTraits = {}): Promise<Trial> {
  const single = await singleEdits(traits)
  const count = new Count(limit)
  for (const { course, edit } of new Random(seed).shuffled(single)) {
    if (count.isOver()) break
    count.add(1, await tryRace(course, [edit]))
  }
  return { tried: count.tried, known: single.length, violations: count.violations }
}

/** Two edits in one run, by chance: there are some hundred million pairs. */
export async function tryRacePairs(seed: number, limit: Limit): Promise<Trial> {
  const single = await singleEdits()
  const random = new Random(seed)
  const count = new Count(limit)
  while (!count.isOver()) {
    const { course, edit } = random.pick(single)
    const second = random.pick(editsOf(course))
    // Two edits of one file get in each other's way more often than edits of two.
    const file = random.chance(0.7) ? edit.file : second.file
    count.add(1, await tryRace(course, [edit, { ...second, file }]))
  }
  return { tried: count.tried, violations: count.violations }
}

async function singleEdits(traits: StageTraits = {}): Promise<{ course: RaceCourse; edit: Edit }[]> {
  const courses: RaceCourse[] = []
  for (const name of RACE_DEEDS) courses.push(await courseOf(name, traits))
  return courses.flatMap(course => editsOf(course).map(edit => ({ course, edit })))
}

function editsOf({ moments }: RaceCourse): Edit[] {
  return EDITS.flatMap(kind => RACE_FILES.flatMap(file => moments.map(at => ({ kind, file, at }))))
}

/** A holder that is stopped past its lease before every one of its calls. */
export async function tryPauses(seed: number, limit: Limit, traits: StageTraits = {}): Promise<Trial> {
  const openings: Opening[] = []
  for (const name of RACE_DEEDS) openings.push(await openingOf(name, traits))
  const all = openings.flatMap(opening =>
    THEN.flatMap(then =>
      Array.from({ length: opening.calls }, (_, before) => ({ opening, then, at: before + 1 })),
    ),
  )
  const count = new Count(limit)
  for (const { opening, then, at } of new Random(seed).shuffled(all)) {
    if (count.isOver()) break
    count.add(1, await tryPause(opening, at, then))
  }
  return { tried: count.tried, known: all.length, violations: count.violations }
}

/** Every byte of a state directory turned, and the file cut there; `bits` of the eight are tried at each. */
export async function tryFlips(seed: number, limit: Limit, bits = 8): Promise<Trial> {
  const vessel = await makeVessel()
  const all = [...vessel.files].flatMap(([path, bytes]) =>
    Array.from({ length: bytes.length }, (_, at) => at).flatMap((at): Damage[] => [
      { path, at },
      ...Array.from({ length: bits }, (_, number) => ({ path, at, bit: (seed + at + number) % 8 })),
    ]),
  )
  const count = new Count(limit)
  for (const damage of new Random(seed).shuffled(all)) {
    if (count.isOver()) break
    // What fsck tells of is recovered now and then, what it does not every time.
    count.add(1, await tryDamage(vessel, damage, count.tried % 10 === 0 ? 'closely' : 'briefly'))
  }
  return {
    tried: count.tried,
    known: all.length,
    violations: count.violations,
    note: `${vessel.files.size} files`,
  }
}
