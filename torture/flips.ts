import { LockHeld } from '../src/disk/lock.ts'
import { sha256 } from '../src/disk/sys.ts'
import { fileName } from '../src/model/file-name.ts'
import { fsckStore } from '../src/store/fsck.ts'
import { takeLease } from '../src/store/lease.ts'
import { findStore } from '../src/store/store.ts'
import { dying } from './dying.ts'
import { contentsOf, unlike } from './model.ts'
import { type Ground, hashOf, lostBytes, survey, versionsIn } from './oracle.ts'
import { copyOf } from './power-cut.ts'
import { BOTH_SCENES } from './scene.ts'
import type { SimDisk } from './sim-disk.ts'
import {
  apply,
  bystanderIsWell,
  deskOn,
  filesBelow,
  ROOT,
  recover,
  STATE,
  STATE_HOME,
  StageClock,
  setStage,
  undo,
} from './stage.ts'

const START = 1_700_000_000_000
const LATER = START + 86_400_000

/** A state directory with everything in it that one can hold, and what becomes of it when nothing is damaged. */
export interface Vessel {
  readonly disk: SimDisk
  /** The files of the state directory by their path in it. */
  readonly files: ReadonlyMap<string, Buffer>
  /** What fsck says of it. */
  readonly says: string
  readonly recovered: Ground
}

/** One byte of one file that is not what was written, or where the file ends before its time. */
export interface Damage {
  readonly path: string
  readonly at: number
  /** Which bit is turned; nothing where the file is cut. */
  readonly bit?: number
}

/** History with two runs, objects, a torn tail that was set aside, an open run, trash, and locks of the dead. */
export async function makeVessel(): Promise<Vessel> {
  const clock = new StageClock(START)
  const disk = setStage(BOTH_SCENES, clock)
  const desk = deskOn(disk.connect(), clock)
  await apply('r1', BOTH_SCENES.actions)(desk)
  const history = filesBelow(disk, STATE).get('history.jsonl')!.bytes
  disk.plant(`${STATE}/history.jsonl`, Buffer.concat([history, Buffer.from('{"prev":"12ab","rec')]))
  await undo('r1', 'u1')(desk)
  await takeLease(desk, ROOT, 'run')
  const store = findStore(desk.sys, STATE_HOME, ROOT)!
  const at = new Date(START).toISOString()
  store.decisions.add([{ key: 'duplicate a.md', id: '12ab', answer: 'never', at }])
  store.seen.add('s1', [{ file: fileName('c.md'), hash: sha256('seen\n'), modified: 1, at, text: 'seen\n' }])
  store.close()
  const cut = await cutOff(disk)
  const files = new Map([...filesBelow(cut, STATE)].map(([path, { bytes }]) => [path, bytes]))
  const sound = copyOf(cut, new StageClock(LATER))
  await recover(deskOn(sound.connect(), new StageClock(LATER)))
  return { disk: cut, files, says: fsck(cut), recovered: survey(sound) }
}

/** A run that is killed when it has begun to clear away: its intent is there, and files in the trash. */
async function cutOff(disk: SimDisk): Promise<SimDisk> {
  for (let change = 1; change < 500; change += 1) {
    const clock = new StageClock(START + 3_600_000)
    const tried = copyOf(disk, clock)
    await undo('u1', 'u2')(deskOn(dying(tried.connect(), change), clock)).catch(() => undefined)
    const paths = [...filesBelow(tried, STATE).keys()]
    if (['journal/u2.intent', 'trash/u2-'].every(start => paths.some(path => path.startsWith(start))))
      return tried
  }
  throw new Error('no run leaves an intent and trash')
}

function fsck(disk: SimDisk): string {
  const store = findStore(disk.connect(), STATE_HOME, ROOT)!
  return JSON.stringify(fsckStore(store).problems)
}

/** Damages a byte, and says what is wrong with how Dream takes it: it is detected, or it does no harm. */
export async function tryDamage(
  vessel: Vessel,
  damage: Damage,
  look: 'closely' | 'briefly',
): Promise<string[]> {
  const what = damage.bit === undefined ? 'cut' : `bit ${damage.bit} turned`
  const problems = await harm(vessel, damage, look).catch((error: unknown) => [`it failed: ${error}`])
  return problems.map(each => `${damage.path}, ${what} at byte ${damage.at}: ${each}`)
}

async function harm(vessel: Vessel, damage: Damage, look: 'closely' | 'briefly'): Promise<string[]> {
  const clock = new StageClock(LATER)
  const disk = copyOf(vessel.disk, clock)
  // As if it had just been written: a lock counts for as long as its lease.
  const moment = clock.now() * 1000
  disk.plant(`${STATE}/${damage.path}`, damaged(vessel.files.get(damage.path)!, damage), moment, 0o600)
  const detected = fsck(disk) !== vessel.says
  if (detected && look === 'briefly') return []
  const refusal = await refusalOf(disk, clock)
  // Whoever is told of damage may be refused; nothing else may refuse for longer than a lease.
  if (refusal !== undefined && !detected) return [`recovery failed: ${refusal}`]
  return [...lost(vessel, disk, damage), ...(detected ? [] : unnoticed(vessel, disk))]
}

function damaged(bytes: Buffer, { at, bit }: Damage): Buffer {
  if (bit === undefined) return bytes.subarray(0, at)
  const turned = Buffer.from(bytes)
  turned[at]! ^= 1 << bit
  return turned
}

function lost({ disk: before, files }: Vessel, disk: SimDisk, { path }: Damage): string[] {
  const { tree, objects } = survey(before, false)
  const kept = new Set([...objects, ...[...tree.values()].map(({ bytes }) => hashOf(bytes))])
  if (path.startsWith('objects/')) kept.delete(hashOf(files.get(path)!))
  if (path.startsWith('deltas.')) for (const hash of versionsIn(files.get(path)!)) kept.delete(hash)
  return lostBytes(survey(disk, false), { kept })
}

function unnoticed({ recovered }: Vessel, disk: SimDisk): string[] {
  const ground = survey(disk)
  const tree = unlike(contentsOf(ground.tree), contentsOf(recovered.tree))
  return [
    ...tree.map(problem => `(b) nobody noticed, and ${problem}`),
    ...ground.damage.map(problem => `(c) ${problem}`),
    ...(bystanderIsWell(disk) ? [] : ['(d) a file outside was changed']),
  ]
}

async function refusalOf(disk: SimDisk, clock: StageClock): Promise<string | undefined> {
  const attempt = () =>
    recover(deskOn(disk.connect(), clock)).then(
      () => undefined,
      (error: unknown) => error,
    )
  const first = await attempt()
  clock.skip()
  const last = first instanceof LockHeld ? await attempt() : first
  return last === undefined ? undefined : String(last)
}
