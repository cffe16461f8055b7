import type { Sys } from '../../src/disk/sys.ts'
import type { FolderOutcome } from '../../src/model/outcome.ts'
import type { Action } from '../../src/model/plan.ts'
import { findStore } from '../../src/store/store.ts'
import { Killed, spied } from '../../torture/dying.ts'
import type { Scene } from '../../torture/scene.ts'
import type { SimDisk } from '../../torture/sim-disk.ts'
import {
  apply,
  deskOn,
  filesBelow,
  ROOT,
  recover,
  STATE,
  STATE_HOME,
  StageClock,
  setStage,
  undo,
} from '../../torture/stage.ts'

/** Something that somebody does at the first call that fits: before it, or instead of it where it throws. */
export interface Event {
  /** The call and the end of one of its paths: `rename .old`. */
  readonly at: string
  /** Which of those calls; the first where absent. */
  readonly time?: number
  /** `after`: once the call is through. */
  readonly when?: 'before' | 'after'
  does?(desk: Desktop): void
  /** The process is killed there: it makes no call after this. */
  readonly dies?: true
}

/** A folder on a simulated disk, and a hand in it while Dream is at work. */
export class Desktop {
  readonly clock = new StageClock()
  readonly disk: SimDisk

  constructor(files: Record<string, string>) {
    const scene: Scene = {
      files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
      actions: [],
    }
    this.disk = setStage(scene, this.clock)
  }

  async apply(actions: readonly Action[], ...events: Event[]): Promise<FolderOutcome> {
    return (await apply('r1', actions)(deskOn(this.sys(events), this.clock))) as FolderOutcome
  }

  async undo(...events: Event[]): Promise<FolderOutcome> {
    return (await undo('r1', 'u1')(deskOn(this.sys(events), this.clock))) as FolderOutcome
  }

  /** What the next command does first. */
  async recover(...events: Event[]): Promise<void> {
    this.clock.skip()
    await recover(deskOn(this.sys(events), this.clock))
  }

  sys(events: readonly Event[]): Sys {
    const counts = events.map(() => 0)
    const due = (event: Event, number: number, call: string, args: readonly unknown[]) => {
      const [name, ending] = event.at.split(' ')
      if (call !== name || !args.some(arg => typeof arg === 'string' && arg.endsWith(ending!))) return false
      counts[number]! += 1
      return counts[number] === (event.time ?? 1)
    }
    let dead = false
    const happen = (event: Event) => {
      event.does?.(this)
      dead ||= event.dies === true
      if (dead) throw new Killed('killed on purpose')
    }
    return spied(this.disk.connect(), (call, args, go) => {
      if (dead) throw new Killed('killed on purpose')
      const now = events.filter((event, number) => due(event, number, call, args))
      for (const event of now) if (event.when !== 'after') happen(event)
      const result = go()
      for (const event of now) if (event.when === 'after') happen(event)
      return result
    })
  }

  /** The folder's files and what they hold, traces of ours included. */
  files(): Record<string, string> {
    const all = [...filesBelow(this.disk, ROOT)].filter(([name]) => name !== '.consolidate-lock')
    return Object.fromEntries(all.map(([name, { bytes }]) => [name, bytes.toString()]).sort())
  }

  state(): string[] {
    return [...filesBelow(this.disk, STATE).keys()]
  }

  /** Whether those bytes are among the objects. */
  keeps(text: string): boolean {
    return [...filesBelow(this.disk, STATE)].some(
      ([path, { bytes }]) => path.startsWith('objects/') && bytes.toString() === text,
    )
  }

  /** Whether a file of the state is these bytes. */
  holds(path: string, text: string): boolean {
    return filesBelow(this.disk, STATE).get(path)?.bytes.toString() === text
  }

  records() {
    return findStore(this.disk.connect(), STATE_HOME, ROOT)!.log.read().records
  }

  write(name: string, text: string): void {
    this.disk.plant(`${ROOT}/${name}`, text)
  }

  /** Into the file that is there, whatever names it has. */
  writeInto(name: string, text: string): void {
    const node = this.disk.look(`${ROOT}/${name}`)
    if (node?.kind !== 'file') throw new Error(`${name} is not there`)
    this.disk.setImage(node, { ...node.now, bytes: Buffer.from(text) })
  }

  remove(name: string): void {
    this.disk.connect().unlink(`${ROOT}/${name}`)
  }

  rename(from: string, to: string): void {
    this.disk.connect().rename(`${ROOT}/${from}`, `${ROOT}/${to}`)
  }

  /** Another process takes the lock over. */
  takeOver(): void {
    this.disk.plant(`${STATE}/lock/commit.99`, '{}')
  }
}

export function fail(code: string): never {
  throw Object.assign(new Error(`${code}, on purpose`), { code })
}
