import type { Sys } from '../src/disk/sys.ts'
import { storedName } from '../src/model/file-name.ts'
import { withFolder } from '../src/store/folder.ts'
import { planPurge } from '../src/store/purge.ts'
import type { UndoOutcome } from '../src/store/undo.ts'
import { dying } from './dying.ts'
import {
  differences,
  type Expectation,
  hashOf,
  indexDrift,
  openAndNameless,
  type Stand,
  survey,
  violations,
  WAITS,
} from './oracle.ts'
import { cutPower, type Fate, fingerprint, ImageKeys, makeFate, reboot } from './power-cut.ts'
import { Random } from './random.ts'
import { randomScene, type Scene } from './scene.ts'
import type { DirNode, EntryChange, SimDisk } from './sim-disk.ts'
import {
  apply,
  type Deed,
  deskOn,
  gc,
  leaveGarbage,
  purge,
  ROOT,
  recover,
  StageClock,
  setStage,
  treeOf,
  undo,
} from './stage.ts'

export interface PowerTally {
  /** Pairs of a moment at which the power went and a disk that it may have left, no pair counted twice. */
  states: number
  /** Many of them are alike but for void locks: this many were not, and each was recovered and judged. */
  disks: number
  violations: string[]
}

/** How hard to look. */
export interface Effort {
  /** Disks drawn at each moment (before it is seen which are the same). */
  readonly fates: number
  /** The part of all recoveries that lose power in their turn. */
  readonly again: number
  /** No script by chance, but this one: an apply that is killed before that sync, and a recovery that loses power. */
  readonly killAtSync?: number
}

type Before =
  | 'garbage'
  | 'apply'
  | 'undo'
  | 'killed-apply'
  | 'killed-undo'
  | 'killed-purge'
  | 'killed-recover'
  | 'edits'
type During = 'apply' | 'undo' | 'redo' | 'purge' | 'recover' | 'gc'

/** What happens before the power goes, and what is under way when it does. */
interface Script {
  readonly before: readonly Before[]
  readonly during: During
}

const KILLED_APPLY: Script = { before: ['killed-apply'], during: 'recover' }
const COLLECTED: Script = { before: ['apply', 'garbage'], during: 'gc' }
const SCRIPTS: readonly Script[] = [
  { before: [], during: 'apply' },
  { before: ['apply'], during: 'undo' },
  { before: ['apply', 'undo'], during: 'redo' },
  { before: ['apply'], during: 'purge' },
  KILLED_APPLY,
  { before: ['killed-apply', 'killed-recover'], during: 'recover' },
  { before: ['apply', 'killed-undo'], during: 'recover' },
  { before: ['apply', 'killed-purge'], during: 'recover' },
  { before: ['apply', 'edits'], during: 'undo' },
]

/** One seed: one scene, one script, every moment of it, and a number of surviving disks at each. */
export async function playPowerLoss(seed: number, effort: Effort): Promise<PowerTally> {
  return new Play(seed, effort).run()
}

interface Survivor {
  readonly disk: SimDisk
  /** Where the power went, for the one who replays it. */
  readonly when: string
}

/** A disk while something happens to it. */
interface Watch {
  readonly disk: SimDisk
  readonly fates: readonly Fate[]
  /** Remains that were seen before. */
  readonly known: Set<string>
}

/** Locks mean nothing after a reboot. */
const isLock = ({ effects }: EntryChange) => /^(commit|dream|draft)[.-]/.test(effects[0]!.name)

function stateOf(disk: SimDisk): DirNode | undefined {
  const node = disk.look('/home/ann/state')
  return node?.kind === 'directory' ? node : undefined
}

class Play {
  private readonly random: Random
  private readonly clock = new StageClock()
  private readonly keys = new ImageKeys()
  /** Every disk that was judged, by what it holds. */
  private readonly disks = new Set<string>()
  private readonly tally: PowerTally = { states: 0, disks: 0, violations: [] }
  private readonly kept = new Set<string>()
  private readonly scene: Scene
  private readonly script: Script
  private readonly disk: SimDisk
  private readonly original: Stand
  private readonly purged: string
  private erased = new Set<string>()

  constructor(
    seed: number,
    private readonly effort: Effort,
  ) {
    this.random = new Random(seed)
    const picked = effort.killAtSync === undefined ? this.random.pick(SCRIPTS) : KILLED_APPLY
    // By a chance of its own: what the other seeds stand for stays what it was.
    const collects = effort.killAtSync === undefined && new Random(seed + 9_000_011).chance(0.1)
    this.script = collects ? COLLECTED : picked
    this.scene = randomScene(this.random)
    this.purged = this.random.pick([...this.scene.files.keys()])
    const traits = { hardLinks: !this.random.chance(0.1), stateElsewhere: this.random.chance(0.1) }
    this.disk = setStage(this.scene, this.clock, traits)
    this.original = this.stand(this.disk)
  }

  async run(): Promise<PowerTally> {
    let start = this.original
    for (const step of this.script.before) {
      await this.prepare(step)
      this.clock.skip()
      // What a killed process left behind was never said to be done.
      if (!step.startsWith('killed')) start = this.stand(this.disk)
    }
    if (this.script.during === 'purge') await this.foresee()
    const halfway = this.expect(start)
    const during: Survivor[] = []
    const watch = this.watchOf(this.disk, this.effort.fates)
    const result = await this.watch(watch, this.deed(this.script.during), this.script.during, during)
    const end = this.end(start, result)
    const after: Survivor[] = []
    this.sample(watch, 'after the end', after)
    for (const problem of this.script.before.includes('edits') ? [] : indexDrift(end.tree))
      this.blame('the end', problem)
    await this.judgeAll(during, { ...halfway, stands: [start, end] })
    await this.judgeAll(after, this.expect(end))
    return this.tally
  }

  private stand(disk: SimDisk): Stand {
    const { tree, runs } = survey(disk)
    for (const { bytes } of tree.values()) this.kept.add(hashOf(bytes))
    return { tree, runs, anyTime: new Set() }
  }

  /** Where everything is when nothing goes wrong; a recovery may write the same at another moment. */
  private end(start: Stand, result: unknown): Stand {
    const end = this.stand(this.disk)
    const applied = this.script.during === 'apply' || this.script.before.includes('killed-apply')
    const changed = [...end.tree.keys()].filter(name => end.tree.get(name) !== start.tree.get(name))
    const merged = (result as Partial<UndoOutcome> | undefined)?.merged ?? []
    return { ...end, anyTime: new Set(applied ? changed : merged) }
  }

  private expect(...stands: Stand[]): Expectation {
    const kept = new Set([...this.kept].filter(hash => !this.erased.has(hash)))
    return { stands, kept, erased: { by: 'p1', hashes: this.erased } }
  }

  private deed(name: During): Deed {
    if (name === 'apply') return apply('r1', this.scene.actions)
    if (name === 'undo') return undo('r1', 'u1')
    if (name === 'redo') return undo('u1', 'u2')
    if (name === 'gc') return gc
    return name === 'purge' ? purge(this.purged, 'p1') : recover
  }

  private async prepare(step: Before): Promise<void> {
    if (step === 'edits') return this.edit()
    if (step === 'garbage') return leaveGarbage(this.disk)
    const [killed, name] = step.startsWith('killed-') ? [true, step.slice(7)] : [false, step]
    if (name === 'purge') await this.foresee()
    const process = this.disk.connect()
    const sys = killed ? this.doomed(process, name === 'purge' ? 40 : 150) : process
    const ending = this.deed(name as During)(deskOn(sys, this.clock))
    await (killed ? ending.catch(() => undefined) : ending)
  }

  private doomed(process: Sys, changes: number): Sys {
    const { killAtSync } = this.effort
    if (killAtSync !== undefined) return dying(process, killAtSync, 'syncs')
    if (this.random.chance(0.5)) return dying(process, 1 + this.random.below(changes))
    return dying(process, 1 + this.random.below(changes / 4), 'syncs')
  }

  private async foresee(): Promise<void> {
    const target = { by: 'file', file: storedName(this.purged) } as const
    const plan = await withFolder(deskOn(this.disk.connect(), this.clock), ROOT, 'look', folder =>
      planPurge(folder, target),
    )
    this.erased = new Set(plan.erased.map(each => each.hash))
  }

  /** The user was here after the run: a line more, a file gone, a file anew. */
  private edit(): void {
    for (const [name, { bytes }] of treeOf(this.disk)) {
      // A save into a file that waits for late edits is told in history: `late-save.ts` tries that.
      if (this.random.chance(0.4) && !WAITS.test(name))
        this.disk.plant(`${ROOT}/${name}`, Buffer.concat([bytes, Buffer.from('mine\n')]))
    }
    const gone = this.scene.actions.find(action => action.kind === 'archive')
    if (gone !== undefined && this.random.chance(0.3))
      this.disk.plant(`${ROOT}/${gone.file}`, 'written anew\n')
    // What the user wrote over with their own hand is theirs to lose.
    const { tree, objects } = survey(this.disk)
    const there = new Set([...objects, ...[...tree.values()].map(({ bytes }) => hashOf(bytes))])
    for (const hash of this.kept) if (!there.has(hash)) this.kept.delete(hash)
  }

  private watchOf(disk: SimDisk, fates: number): Watch {
    const first = this.random.below(1_000_000) * 24
    const made = Array.from({ length: fates }, (_, number) => makeFate(first + number, isLock))
    return { disk, fates: made, known: new Set() }
  }

  /** Does something, and draws surviving disks before every change it makes. */
  private async watch(watch: Watch, deed: Deed, what: string, into: Survivor[]): Promise<unknown> {
    const { disk } = watch
    const process = disk.connect()
    let moment = 0
    disk.beforeChange = () => {
      moment += 1
      this.sample(watch, `at change ${moment} of ${what}`, into)
    }
    try {
      return await deed(deskOn(process, this.clock))
    } catch (error) {
      this.blame(what, `it failed: ${String(error)}`)
      return undefined
    } finally {
      disk.beforeChange = undefined
      if (process.openCount() > 0) this.blame(what, 'descriptors are left open')
    }
  }

  private sample({ disk, fates, known }: Watch, when: string, into: Survivor[]): void {
    const here = new Set<string>()
    for (const fate of fates) {
      const remains = cutPower(disk, fate, this.keys)
      here.add(remains.key)
      if (known.has(remains.key)) continue
      known.add(remains.key)
      const text = fingerprint(disk, remains, this.keys, stateOf(disk))
      if (this.disks.has(text)) continue
      this.disks.add(text)
      into.push({ disk: reboot(disk, remains), when })
    }
    this.tally.states += here.size
  }

  private async judgeAll(survivors: readonly Survivor[], expected: Expectation): Promise<void> {
    for (const { disk, when } of survivors) {
      this.clock.skip()
      for (const problem of openAndNameless(disk)) this.blame(when, problem)
      const again: Survivor[] = []
      if (this.random.chance(this.effort.again)) {
        await this.watch(this.watchOf(disk, 6), recover, `recovery after power loss ${when}`, again)
        this.clock.skip()
      } else await this.recoverQuietly(disk, when)
      await this.judge(disk, when, expected)
      for (const second of again) {
        await this.recoverQuietly(second.disk, second.when)
        await this.judge(second.disk, second.when, expected)
      }
    }
  }

  private async recoverQuietly(disk: SimDisk, when: string): Promise<void> {
    try {
      await recover(deskOn(disk.connect(), this.clock))
    } catch (error) {
      this.blame(when, `recovery failed: ${String(error)}`)
    }
  }

  private async judge(disk: SimDisk, when: string, expected: Expectation): Promise<void> {
    this.tally.disks += 1
    const ground = survey(disk, this.tally.disks % 16 === 0)
    for (const problem of violations(disk, ground, expected)) this.blame(when, problem)
    if (ground.runs.join() !== 'r1 run' || this.script.before.includes('edits') || !this.random.chance(0.2))
      return
    await undo('r1', 'u9')(deskOn(disk.connect(), this.clock))
    for (const problem of differences(treeOf(disk), this.original)) this.blame(`undo after ${when}`, problem)
  }

  private blame(when: string, problem: string): void {
    const { before, during } = this.script
    this.tally.violations.push(
      `seed ${this.random.seed}, ${[...before, during].join(' → ')}, ${when}: ${problem}`,
    )
  }
}
