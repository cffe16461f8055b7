import { type Expectation, indexDrift, survey, type Stand, violations } from './oracle.ts'
import { cutPower, ImageKeys } from './power-cut.ts'
import { Random } from './random.ts'
import { randomScene, type Scene } from './scene.ts'
import type { SimDisk } from './sim-disk.ts'
import {
  apply,
  type Deed,
  deskOn,
  purge,
  recover,
  ROOT,
  StageClock,
  type StageTraits,
  setStage,
  undo,
} from './stage.ts'

export interface PowerTally {
  /** Pairs of a moment at which the power went and a disk that it may have left. */
  states: number
  /** How many of those disks were unlike each other; each of these was recovered and judged. */
  disks: number
  violations: string[]
}

/** What happens before the power goes, and what is under way when it does. */
interface Script {
  readonly name: string
  readonly before: readonly ('apply' | 'undo' | 'killed-apply' | 'killed-undo' | 'killed-purge' | 'user-edits')[]
  readonly during: 'apply' | 'undo' | 'redo' | 'recover' | 'purge'
}

const SCRIPTS: readonly Script[] = [
  { name: 'apply', before: [], during: 'apply' },
  { name: 'undo', before: ['apply'], during: 'undo' },
  { name: 'redo', before: ['apply', 'undo'], during: 'redo' },
  { name: 'purge', before: ['apply'], during: 'purge' },
  { name: 'recover a killed apply', before: ['killed-apply'], during: 'recover' },
  { name: 'recover a killed undo', before: ['apply', 'killed-undo'], during: 'recover' },
  { name: 'recover a killed purge', before: ['apply', 'killed-purge'], during: 'recover' },
  { name: 'undo after edits', before: ['apply', 'user-edits'], during: 'undo' },
]

interface Effort {
  /** Disks drawn at each moment. */
  readonly samples: number
  /** The part of all recoveries that lose power themselves. */
  readonly again: number
}

/** One seed: one scene, one script, every moment of it, and a number of surviving disks at each. */
export async function playPowerLoss(seed: number, effort: Effort): Promise<PowerTally> {
  return new Play(seed, effort).run()
}

class Play {
  private readonly random: Random
  private readonly clock = new StageClock()
  private readonly keys = new ImageKeys()
  private readonly seen = new Set<string>()
  private readonly tally: PowerTally = { states: 0, disks: 0, violations: [] }
  private readonly scene: Scene
  private readonly script: Script
  private readonly traits: StageTraits
  private disk: SimDisk

  constructor(
    private readonly seed: number,
    private readonly effort: Effort,
  ) {
    this.random = new Random(seed)
    this.script = this.random.pick(SCRIPTS)
    this.scene = randomScene(this.random)
    this.traits = { hardLinks: !this.random.chance(0.1), stateElsewhere: this.random.chance(0.1) }
    this.disk = setStage(this.scene, this.clock, this.traits)
  }

  async run(): Promise<PowerTally> {
    const original = standOf(this.disk)
    for (const step of this.script.before) await this.prelude(step)
    // What a process that was killed left unfinished does not count as said.
    const start = standOf(this.disk)
    return this.tally
  }
}
