import type { Ground } from './ground.ts'
import type { Orders, TracedCall } from './orders.ts'

/** How a command ended. */
export interface Ending {
  readonly how: 'killed' | 'ended'
  readonly code: number | null
  readonly output: string
  /** What it changed, call by call; only known of one who lived. */
  readonly calls: readonly TracedCall[]
}

export type Death = Pick<Orders, 'at' | 'when'>

export const LIVES: Death = { at: 0, when: 'before' }

/** Runs `dream …` on a ground at a moment, and kills it at one of its calls. */
export interface Player {
  play(ground: Ground, line: readonly string[], now: number, death: Death): Promise<Ending>
  remove(): void
}

export function countedBelow({ top, stateTop }: Ground): string[] {
  return stateTop.startsWith(`${top}/`) ? [top] : [top, stateTop]
}
