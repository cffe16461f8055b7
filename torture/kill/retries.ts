import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Sys } from '../../src/disk/sys.ts'
import { say } from '../../src/languages/index.ts'
import { CODES, type Fault, faulty } from '../faults.ts'
import type { Found, Row } from '../found.ts'
import { quickFolder } from '../places.ts'
import { Random } from '../random.ts'
import { apart, withSys } from '../sys-around.ts'
import {
  filesOf,
  type Image,
  imageDifferences,
  OTHER_OWNER,
  restoreImage,
  takeImage,
  within,
} from './image.ts'
import { insidePlayer, runInside } from './inside.ts'
import { Slot } from './kills.ts'
import type { Operation } from './operation.ts'
import { folderDifferences, unsound } from './oracle.ts'
import { recovered } from './point.ts'
import { MOMENT, type Rehearsed } from './stage.ts'

/** A command on a disk that refuses, then the same command on one that works: then all of it is done. */

export interface RetryOptions {
  readonly seed: number
  readonly operations: readonly Operation[]
  readonly tries?: number
  readonly ms?: number
  readonly spans?: readonly Fault['span'][]
  readonly devices?: 'one device' | 'two devices'
}

export interface RetryTally {
  readonly tried: number
  readonly known: number
  readonly found: readonly Found[]
  readonly rows: readonly Row[]
}

interface Course {
  readonly rehearsed: Rehearsed
  /** How many calls it makes when nothing goes wrong. */
  readonly calls: number
  readonly world: (sys: Sys) => Sys
}

export async function runRetries(options: RetryOptions): Promise<RetryTally> {
  const folder = realpathSync(mkdtempSync(join(quickFolder(), 'dream-retry-')))
  try {
    const slot = new Slot(insidePlayer(options.devices), folder, undefined)
    const courses: Course[] = []
    for (const rehearsed of await slot.rehearseAll(options.operations))
      courses.push(await courseOf(rehearsed, options.devices))
    const spans = options.spans ?? ['once', 'lasting']
    const all = courses.flatMap(course => faultsOf(course, spans).map(fault => ({ course, fault })))
    return await tryAll(new Random(options.seed).shuffled(all), all.length, options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryAll(
  order: readonly { course: Course; fault: Fault }[],
  known: number,
  { tries = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY }: RetryOptions,
): Promise<RetryTally> {
  const started = performance.now()
  const found: Found[] = []
  const counts = new Map<string, number>()
  let tried = 0
  for (const { course, fault } of order) {
    if (tried >= tries || performance.now() - started >= ms) break
    const { name } = course.rehearsed.operation
    const wrong = await tryRetry(course, fault)
    if (wrong !== undefined) found.push(wrong)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    tried += 1
  }
  const rows = [...counts].map(([scenario, count]) => ({
    scenario,
    tried: count,
    violations: found.filter(each => each.scenario === scenario).length,
  }))
  return { tried, known, found, rows }
}

async function courseOf(rehearsed: Rehearsed, devices: RetryOptions['devices']): Promise<Course> {
  const { ground, before, stage, line } = rehearsed
  const world = (sys: Sys) => (devices === 'two devices' ? apart(sys, ground.stateTop) : sys)
  restoreImage(ground, before)
  let calls = () => 0
  const counted = (real: Sys) => {
    const sound = faulty(world(real), { at: 0, code: '', span: 'once' })
    calls = sound.calls
    return sound.sys
  }
  await withSys(counted, () => runInside(ground, line, stage.at(MOMENT)))
  return { rehearsed, calls: calls(), world }
}

function faultsOf({ calls }: Course, spans: readonly Fault['span'][]): Fault[] {
  const moments = Array.from({ length: calls }, (_, before) => before + 1)
  return CODES.flatMap(code => spans.flatMap(span => moments.map(at => ({ at, code, span }))))
}

async function tryRetry({ rehearsed, world }: Course, fault: Fault): Promise<Found | undefined> {
  const { ground, before, stage, line, operation } = rehearsed
  restoreImage(ground, before)
  let hit = ''
  const broken = (real: Sys) => faulty(world(real), fault, what => (hit ||= what)).sys
  const first = await withSys(broken, () => runInside(ground, line, stage.at(MOMENT)))
  const middle = takeImage(ground)
  const problems = [
    ...(first.code === 0 ? saidDone(rehearsed, first, middle) : []),
    ...reportAgrees(rehearsed, first, before, middle),
    ...(first.code === 0 ? await recovered(ground) : await triedAgain(rehearsed, world, first, middle)),
    ...unsound(rehearsed, takeImage(ground)),
  ]
  const where = `${operation.name}, ${fault.code} ${fault.span} at call ${fault.at} (${hit})`
  return problems.length === 0 ? undefined : { scenario: operation.name, where, problems }
}

interface Ended {
  readonly code: number
  readonly output: string
}

/** (f) What is said to be done is done; traces of it may be left for the next command, and an owner that was told. */
function saidDone(rehearsed: Rehearsed, { output }: Ended, middle: Image): string[] {
  const { operation, after, before } = rehearsed
  const should = operation.leaves === 'same' ? before : after
  return folderDifferences(rehearsed, withoutTraces(middle), should)
    .filter(what => !(what.endsWith(OTHER_OWNER) && tellsOwner(output, what.slice(0, -OTHER_OWNER.length))))
    .map(what => `(f) it ended with 0, and ${what}`)
}

function tellsOwner(output: string, path: string): boolean {
  const [told = ''] = say().storage.otherOwner(basename(path), 0, 0).split(':')
  return output.replaceAll(/\s+/g, ' ').includes(told)
}

const withoutTraces = (image: Image): Image =>
  new Map([...image].filter(([path]) => !/(?:^|\/)\.dream-[^/]*\.(?:new|old|back|trash)$/.test(path)))

/** The fault is repaired and the same is asked for again. */
async function triedAgain(
  rehearsed: Rehearsed,
  world: (sys: Sys) => Sys,
  first: Ended,
  middle: Image,
): Promise<string[]> {
  const { ground, stage, line, operation, before, after } = rehearsed
  const second = await withSys(world, () => runInside(ground, line, stage.at(MOMENT), 1))
  const between = takeImage(ground)
  // One that found nothing to write recovers nothing either: that is left to the next.
  const unfound = await recovered(ground)
  const image = takeImage(ground)
  const whole = folderDifferences(rehearsed, image, operation.leaves === 'same' ? before : after)
  // A run that was cut off is carried to its end first: then this was the second time.
  const isTwice = isUnfinished(middle)
  const twice = isTwice ? await stage.play(after, line, MOMENT, 'any') : undefined
  if (twice !== undefined) restoreImage(ground, image)
  const likeTwice =
    operation.adds === true ? undefined : twice && folderDifferences(rehearsed, image, twice.image)
  const isWell = second.code === 0 || (isTwice && second.code === twice?.code)
  return [
    ...unfound,
    ...(whole.length === 0 || likeTwice?.length === 0
      ? []
      : whole.map(what => `(b) tried again, ${what} (${brief(first)}; ${brief(second)})`)),
    ...(isTwice && !saysItIsUnfinished(first.output)
      ? [`(f) it does not say that the run is unfinished (${brief(first)})`]
      : []),
    ...(isWell ? [] : [`(f) tried again it ended with ${second.code} (${brief(first)}; ${brief(second)})`]),
    ...reportAgrees(rehearsed, second, middle, between),
  ]
}

/** In the words of the catalogue, so that a rewritten sentence is still looked for. */
function saysItIsUnfinished(output: string): boolean {
  const [tracesLeft = ''] = say().storage.tracesLeft('\0').split('\0')
  const said = output.replaceAll(/\s+/g, ' ')
  return said.includes('dream doctor --fix') || said.includes(tracesLeft.trim())
}

const isUnfinished = (image: Image) => [...image.keys()].some(path => path.endsWith('.intent.json'))

/** (f) An undo that names as many files as came back. */
function reportAgrees({ operation, ground }: Rehearsed, ended: Ended, was: Image, is: Image): string[] {
  if (operation.leaves !== 'restored') return []
  const told = /: (\d+) files? restored/.exec(ended.output)?.[1]
  if (told === undefined || /interrupted|cut\s+off|dream\s+doctor\s+--fix/.test(ended.output)) return []
  const ours = (image: Image) => filesOf(within(withoutTraces(image), ground.ours))
  const changed = imageDifferences(ours(is), ours(was)).length
  return Number(told) === changed ? [] : [`(f) ${told} files are said to be restored, and ${changed} changed`]
}

function brief({ code, output }: Ended): string {
  return `${code}: ${output.trim().replaceAll(/\s+/g, ' ').slice(0, 120)}`
}
