import { errorWords, type Sys } from '../src/disk/sys.ts'
import type { FolderOutcome } from '../src/model/outcome.ts'
import { findStore } from '../src/store/store.ts'
import { changesDisk, dying, spied } from './dying.ts'
import { afterActions, type Contents, contentsOf, unlike } from './model.ts'
import { differences, type Ground, hashOf, indexDrift, leftovers, lostBytes, survey } from './oracle.ts'
import { copyOf } from './power-cut.ts'
import { PLAIN_SCENE, type Scene } from './scene.ts'
import type { SimDisk } from './sim-disk.ts'
import {
  apply,
  bystanderIsWell,
  type Deed,
  deskOn,
  everythingOn,
  gc,
  leaveGarbage,
  purge,
  ROOT,
  recover,
  STATE_HOME,
  StageClock,
  type StageTraits,
  setStage,
  undo,
} from './stage.ts'

export const CODES = ['ENOSPC', 'EIO', 'EACCES', 'EDQUOT', 'EROFS', 'EMFILE', 'EXDEV', 'EPERM'] as const

export interface Fault {
  /** The number of the call that goes wrong, counted from 1, looking included. */
  readonly at: number
  readonly code: string
  /** `once`: that call alone. `lasting`: from there on everything that changes the disk. */
  readonly span: 'once' | 'lasting'
}

/** A system with a fault in it, and what it saw. */
export interface FaultySys {
  readonly sys: Sys
  calls(): number
  /** An fsync that failed says nothing about the next one on the same descriptor. */
  readonly syncedAgain: () => boolean
}

/** `tell` hears of every call that is refused. */
export function faulty(
  inner: Sys,
  { at, code, span }: Fault,
  tell: (call: string) => void = () => {},
): FaultySys {
  let calls = 0
  let shortWrite = false
  let again = false
  const failedSyncs = new Set<number>()
  const sys = spied(inner, (call, args, go) => {
    calls += 1
    const hit =
      calls === at ||
      (span === 'lasting' && calls > at && changesDisk(call, args)) ||
      (shortWrite && call === 'write')
    if (call === 'fsync' && failedSyncs.has(args[0] as number)) again = true
    if (!hit) return go()
    tell(
      `${call} ${args
        .filter(arg => typeof arg === 'string')
        .map(nameOf)
        .join(' ')}`,
    )
    if (
      call === 'write' &&
      !shortWrite &&
      (code === 'ENOSPC' || code === 'EDQUOT') &&
      (args[3] as number) > 1
    ) {
      // A full disk takes what still fits and says no to the rest.
      shortWrite = true
      const [fd, buffer, offset, length] = args as [number, Uint8Array, number, number]
      return inner.write(fd, buffer, offset, length >> 1)
    }
    shortWrite = false
    if (call === 'fsync') failedSyncs.add(args[0] as number)
    // A descriptor is given back even where the system reports an error with it.
    if (call === 'close') go()
    throw Object.assign(new Error(`${code}: ${call}, on purpose`), { code })
  })
  return { sys, calls: () => calls, syncedAgain: () => again }
}

export const FAULT_DEEDS = ['apply', 'undo', 'redo', 'recover', 'purge', 'gc'] as const
export type FaultDeed = (typeof FAULT_DEEDS)[number]

/** Everything up to the moment at which a deed begins; made once for each deed. */
export interface Opening {
  readonly disk: SimDisk
  readonly deed: Deed
  readonly name: FaultDeed
  readonly scene: Scene
  readonly ground: Ground
  /** The folder before anything was ever done to it. */
  readonly original: Ground
  /** How many calls the deed makes when nothing goes wrong. */
  readonly calls: number
  /** What is wrong with each disk that was recovered before: most faults leave the disk that another one left. */
  readonly judged: Map<string, readonly string[]>
}

const START = 1_700_000_000_000
const LATER = START + 86_400_000

export async function openingOf(
  name: FaultDeed,
  traits: StageTraits = {},
  scene = PLAIN_SCENE,
): Promise<Opening> {
  const clock = new StageClock(START)
  const disk = setStage(scene, clock, traits)
  const original = survey(disk)
  const desk = deskOn(disk.connect(), clock)
  const first = apply('r1', scene.actions)
  if (name === 'recover') await first(deskOn(dying(disk.connect(), 85), clock)).catch(() => undefined)
  else if (name !== 'apply') await first(desk)
  if (name === 'redo') await undo('r1', 'u1')(desk)
  if (name === 'gc') leaveGarbage(disk)
  const deeds: Record<FaultDeed, Deed> = {
    apply: first,
    undo: undo('r1', 'u1'),
    redo: undo('u1', 'u2'),
    recover,
    purge: purge(purgedIn(scene), 'p1'),
    gc,
  }
  const later = new StageClock(LATER)
  const rehearsal = faulty(copyOf(disk, later).connect(), { at: 0, code: '', span: 'once' })
  const result = await deeds[name](deskOn(rehearsal.sys, later))
  const failure = (result as FolderOutcome | undefined)?.failure
  if (failure !== undefined) throw new Error(`${name} fails on a sound disk: ${failure.sentence}`)
  const calls = rehearsal.calls()
  return { disk, deed: deeds[name], name, scene, ground: survey(disk), original, calls, judged: new Map() }
}

/** Does the deed on a disk with that fault, mends the disk, recovers, and says what is wrong then. */
export async function tryFault(opening: Opening, fault: Fault): Promise<string[]> {
  const clock = new StageClock(LATER)
  const disk = copyOf(opening.disk, clock)
  const process = disk.connect()
  const { sys, syncedAgain } = faulty(process, fault)
  let result: unknown
  let thrown = ''
  try {
    result = await opening.deed(deskOn(sys, clock))
  } catch (error) {
    thrown = String(error)
  }
  const halfway = survey(disk, false)
  const problems = [
    ...(process.openCount() > 0 ? [`${process.openCount()} descriptors are left open`] : []),
    ...(syncedAgain() ? ['an fsync that failed was tried again on the same descriptor'] : []),
    ...report(opening, halfway, result, thrown),
    ...(await judgedOnce(opening, disk, clock, fault)),
  ]
  const where = `${opening.name}, ${fault.code} ${fault.span} at call ${fault.at}`
  return problems.map(problem => `${where}: ${problem}`)
}

async function judgedOnce(
  opening: Opening,
  disk: SimDisk,
  clock: StageClock,
  { code }: Fault,
): Promise<readonly string[]> {
  // History tells of the fault in words; but for those, and the checksums over them, the codes are alike.
  const key = everythingOn(disk).replaceAll(errorWords({ code }), '').replaceAll(SUMS, '')
  const known = opening.judged.get(key)
  if (known !== undefined) return known
  const problems = await recovered(opening, disk, clock)
  opening.judged.set(key, problems)
  return problems
}

const SUMS = /\\"(?:prev|sum)\\":\\"[0-9a-f]*\\"/g

/** The disk is sound again: what is wrong after a recovery, and after an undo? */
async function recovered(opening: Opening, disk: SimDisk, clock: StageClock): Promise<string[]> {
  clock.skip()
  try {
    await recover(deskOn(disk.connect(), clock))
  } catch (error) {
    return [`recovery failed: ${String(error)}`]
  }
  const after = survey(disk)
  clock.skip()
  return [...afterwards(opening, disk, after), ...(await backAgain(opening, disk, after, clock))]
}

/** (f) What was said agrees with what is there. */
function report(opening: Opening, now: Ground, result: unknown, thrown: string): string[] {
  const unfinished = [...now.state.keys()].some(path => path.endsWith('.intent.json'))
  const outcome = result as FolderOutcome | undefined
  const sentence = outcome?.failure?.sentence ?? thrown
  if (sentence !== '') {
    if (['purge', 'recover', 'gc'].includes(opening.name)) return []
    if (unfinished)
      return sentence.includes('dream doctor --fix')
        ? []
        : [`(f) it does not say that the run is unfinished: ${sentence}`]
    const same = unlike(contentsOf(now.tree), contentsOf(opening.ground.tree))
    const said = now.runs.length > opening.ground.runs.length
    return [
      ...(said ? [`(f) history has a run that was said to have failed: ${sentence}`] : []),
      ...same.map(problem => `(f) it is said to have failed, and ${problem}`),
    ]
  }
  if (outcome?.outcomes === undefined) return []
  const should = model(
    opening,
    new Set(outcome.outcomes.filter(each => each.result === 'done').map(each => each.action.file)),
  )
  return unlike(contentsOf(now.tree), should(contentsOf(now.tree))).map(
    problem =>
      `(f) ${problem}, against the report ${JSON.stringify(outcome.outcomes.map(each => `${each.action.file} ${each.result}`))} ${outcome.warnings}`,
  )
}

/** The folder when exactly these were done; of an undone index only that it lists what is there is asked elsewhere. */
function model(opening: Opening, done: ReadonlySet<string>): (is: Contents) => Contents {
  const before = contentsOf(opening.ground.tree)
  if (opening.name === 'apply' || opening.name === 'recover') {
    return () => afterActions(before, opening.scene.actions, done)
  }
  return is => {
    const target = opening.name === 'undo' ? contentsOf(opening.original.tree) : appliedContents(opening)
    const after = new Map(before)
    for (const name of done) {
      const bytes = target.get(name)
      if (bytes === undefined) after.delete(name)
      else after.set(name, bytes)
    }
    const index = is.get('MEMORY.md')
    if (index !== undefined && done.has('MEMORY.md')) after.set('MEMORY.md', index)
    return after
  }
}

function appliedContents(opening: Opening): Contents {
  const { actions } = opening.scene
  const all = new Set(actions.map(action => action.file as string))
  return afterActions(contentsOf(opening.original.tree), actions, all)
}

function afterwards(opening: Opening, disk: SimDisk, after: Ground): string[] {
  const kept = new Set([...opening.original.tree.values()].map(({ bytes }) => hashOf(bytes)))
  const purged = after.runs.includes('p1 purge')
  const erased = hashOf(opening.original.tree.get(purgedIn(opening.scene))!.bytes)
  if (purged) kept.delete(erased)
  return [
    ...lostBytes(after, { kept }),
    ...indexDrift(after.tree),
    ...after.damage.map(what => `(c) ${what}`),
    ...(bystanderIsWell(disk) ? [] : ['(d) a file outside was changed']),
    ...leftovers(after),
    ...(purged && after.objects.has(erased) ? ['(a) purged bytes are there'] : []),
    ...recorded(disk, opening, after),
  ]
}

/** What history says was done is what is there. */
export function recorded(disk: SimDisk, opening: Opening, after: Ground): string[] {
  const store = findStore(disk.connect(), STATE_HOME, ROOT)
  const record = store?.log
    .read()
    .records.slice(opening.ground.runs.length)
    .find(each => each.changes.length > 0)
  const done = new Set(
    record?.changes.filter(change => change.result === 'done').map(change => change.file as string),
  )
  const base = opening.name === 'recover' ? { ...opening, ground: opening.original } : opening
  const should = model(base, done)
  return unlike(contentsOf(after.tree), should(contentsOf(after.tree))).map(problem => `(b) ${problem}`)
}

/** The run can be taken back, byte for byte. */
async function backAgain(
  opening: Opening,
  disk: SimDisk,
  after: Ground,
  clock: StageClock,
): Promise<string[]> {
  if (after.runs.join() !== 'r1 run') return []
  await undo('r1', 'u9')(deskOn(disk.connect(), clock))
  const stand = { tree: opening.original.tree, runs: [], anyTime: new Set<string>() }
  return differences(survey(disk, false).tree, stand).map(problem => `after undo: ${problem}`)
}

/** The file whose versions a purge erases. */
const purgedIn = ({ files }: Scene): string => (files.has('a.md') ? 'a.md' : [...files.keys()][0]!)

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
