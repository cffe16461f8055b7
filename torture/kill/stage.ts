import { mkdirSync, rmSync } from 'node:fs'
import { type Ground, plantGround } from './ground.ts'
import { type Image, restoreImage, takeImage } from './image.ts'
import { lineOf, type Operation } from './operation.ts'
import type { When } from './orders.ts'
import { type Ending, LIVES, type Player } from './player.ts'

export type Line = readonly string[]

/** What a line leaves. */
export interface Played extends Ending {
  readonly image: Image
}

/** A command that comes after the one that was killed, and what it leaves after none and after all of that. */
export interface RehearsedThen {
  readonly line: Line
  readonly none: Played
  readonly all: Played
}

/** An operation in one place, with the states that the folder may be found in. */
export interface Rehearsed {
  readonly operation: Operation
  readonly line: Line
  readonly stage: Stage
  readonly ground: Ground
  /** Where the user stood before any of it; undo of everything must lead there. */
  readonly planted: Image
  readonly before: Image
  readonly after: Image
  readonly whole: Played
}

/** The moments at which the command under trial and the one after it are run; what leads there comes before. */
export const MOMENT = 20
export const NEXT = 21

/** One place in which operations are played without killing them, to learn what they do. Nothing is played twice. */
export class Stage {
  readonly planted: Image
  private readonly base = anHourAgo()
  private readonly known = new Map<Image, Map<string, Played>>()

  constructor(
    readonly player: Player,
    readonly ground: Ground,
  ) {
    for (const folder of [ground.top, ground.stateTop]) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
    }
    plantGround(ground)
    this.planted = takeImage(ground)
  }

  at(moment: number): number {
    return this.base + moment * 60_000
  }

  /** What the id of a run begins with that was made at that moment. */
  runAt(moment: number): string {
    return new Date(this.at(moment)).toISOString().slice(0, 19).replace(/[-:]/g, '')
  }

  async rehearse(operation: Operation): Promise<Rehearsed> {
    const { ground, planted } = this
    const before = await operation.begins(this)
    const line = lineOf(operation, this)
    const whole = await this.play(before, line, MOMENT)
    return { operation, line, stage: this, ground, planted, before, after: whole.image, whole }
  }

  async rehearseThen({ before, after }: Rehearsed, line: Line): Promise<RehearsedThen> {
    const [none, all] = [
      await this.play(before, line, NEXT, 'any'),
      await this.play(after, line, NEXT, 'any'),
    ]
    return { line, none, all }
  }

  /** What a line leaves, and the calls it makes. */
  async play(before: Image, line: Line, moment: number, ends: 'well' | 'any' = 'well'): Promise<Played> {
    const lines = this.known.get(before) ?? new Map<string, Played>()
    this.known.set(before, lines)
    const key = `${moment} ${line.join(' ')}`
    const known = lines.get(key)
    if (known !== undefined) return known
    restoreImage(this.ground, before)
    const ending = await this.player.play(this.ground, line, this.at(moment), LIVES)
    if (ends === 'well' && ending.code !== 0)
      throw new Error(`dream ${line.join(' ')} ended with ${ending.code}:\n${ending.output}`)
    const played = { ...ending, image: takeImage(this.ground) }
    lines.set(key, played)
    return played
  }

  /** What a line leaves that dies at a call. */
  async cutOff(before: Image, line: Line, moment: number, at: number, when: When): Promise<Image> {
    restoreImage(this.ground, before)
    const { how } = await this.player.play(this.ground, line, this.at(moment), { at, when })
    if (how !== 'killed') throw new Error(`dream ${line.join(' ')} was to die at call ${at}, and lived`)
    return takeImage(this.ground)
  }
}

/** All moments lie in the past and on one day. */
function anHourAgo(): number {
  const time = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000
  const left = 86_400_000 - (time % 86_400_000)
  return left < 1_800_000 ? time - 1_800_000 : time
}
