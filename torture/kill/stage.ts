import { mkdirSync, rmSync } from 'node:fs'
import { runChild, traceChild } from './child.ts'
import { type Ground, plantGround } from './ground.ts'
import { type Image, restoreImage, takeImage } from './image.ts'
import type { Operation } from './operations.ts'
import type { TracedCall, When } from './orders.ts'
import type { Program } from './program.ts'

/** An operation in one place, with the states that the folder may be found in. */
export interface Rehearsed {
  readonly operation: Operation
  readonly ground: Ground
  /** Where the user stood before any of it; undo of everything must lead there. */
  readonly planted: Image
  readonly before: Image
  readonly after: Image
  readonly calls: readonly TracedCall[]
}

interface Played {
  readonly image: Image
  readonly calls: readonly TracedCall[]
}

/** One place in which operations are played without killing them, to learn what they do. Nothing is played twice. */
export class Stage {
  readonly planted: Image
  private readonly known = new Map<Image, Map<string, Played>>()

  constructor(
    private readonly program: Program,
    readonly ground: Ground,
  ) {
    rmSync(ground.top, { recursive: true, force: true })
    mkdirSync(ground.top, { recursive: true })
    plantGround(ground)
    this.planted = takeImage(ground.top)
  }

  async rehearse(operation: Operation): Promise<Rehearsed> {
    const { ground, planted } = this
    const before = await operation.begins(this)
    const { image: after, calls } = await this.play(before, operation.line)
    return { operation, ground, planted, before, after, calls }
  }

  /** What a line leaves, and the calls it makes. */
  async play(before: Image, line: readonly string[]): Promise<Played> {
    const lines = this.known.get(before) ?? new Map<string, Played>()
    this.known.set(before, lines)
    const key = line.join(' ')
    const known = lines.get(key)
    if (known !== undefined) return known
    restoreImage(this.ground.top, before)
    const calls = await traceChild(this.program, this.ground, line)
    const played = { image: takeImage(this.ground.top), calls }
    lines.set(key, played)
    return played
  }

  /** What a line leaves that dies at a call. */
  async cutOff(before: Image, line: readonly string[], at: number, when: When): Promise<Image> {
    restoreImage(this.ground.top, before)
    const { how } = await runChild(this.program, this.ground, line, { at, when })
    if (how !== 'killed') throw new Error(`dream ${line.join(' ')} was to die at call ${at}, and lived`)
    return takeImage(this.ground.top)
  }
}
