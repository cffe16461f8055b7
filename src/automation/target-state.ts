import type { LastRun } from '../app/index.ts'
import { type ProcessId, readSmallText, writeSmallFile } from '../disk/index.ts'
import type { Target } from '../sources/index.ts'
import { AUTOMATIC } from '../state/index.ts'

/** What is known about a target; times in milliseconds since 1970. */
export interface TargetState {
  readonly version: 1
  readonly target: string
  readonly cwd: string
  readonly paths: readonly string[]
  readonly firstSeen: number
  /** The oldest last dream of its folders, as far as it was looked up. */
  readonly lastDream?: number
  readonly scanned?: { readonly at: number; readonly words: string }
  readonly started?: Started
  readonly failed?: Failures
  readonly night?: LastRun
  readonly decision?: Decision
}

/** A dream that was started and has not come back yet. */
export interface Started {
  readonly at: number
  /** Whoever comes with another one was started by mistake. */
  readonly token: string
  /** Who it is, once it has said so. */
  readonly process?: ProcessId
}

export interface Decision {
  readonly at: number
  readonly gate: Gate | 'open'
  readonly words: string
}

export function readTarget(target: Target): TargetState | undefined {
  const state = parseState(readSmallText(`${target.folder}/${AUTOMATIC.target}`))
  return state?.target === target.path ? state : undefined
}

export function parseState(text: string | undefined): TargetState | undefined {
  if (text === undefined) return undefined
  try {
    const state = JSON.parse(text) as TargetState | null
    return state?.version === 1 && typeof state.firstSeen === 'number' ? state : undefined
  } catch {
    // Cut off by a full disk or by hand: as if nothing were known, which makes somebody look.
    return undefined
  }
}

export function writeTarget(target: Target, state: TargetState): void {
  writeSmallFile(`${target.folder}/${AUTOMATIC.target}`, `${JSON.stringify(state)}\n`)
}

export function newTarget(target: Target, now: number): TargetState {
  return { version: 1, target: target.path, cwd: target.cwd, paths: target.paths, firstSeen: now }
}

export const decided = ({ gate, words }: Closed | Open, at: number): Decision => ({ at, gate, words })

/**
 * A1. Whether it is time to dream: pure predicates, each of which answers with its reason. They are asked cheapest
 * first: `enabledGate`, `timeGate` and `retryGate` know from one small file, `pauseGate` keeps `sessionGate` from
 * listing transcripts more often than every ten minutes.
 */

type Gate = 'enabled' | 'own-run' | 'time' | 'retry' | 'pause' | 'folders' | 'sessions' | 'busy' | 'config'

export interface Closed {
  readonly gate: Gate
  readonly words: string
  /** When it is worth asking again, where that is known; milliseconds since 1970. */
  readonly opensAt?: number
}

export interface Open {
  readonly gate: 'open'
  readonly words: string
}

export interface Failures {
  readonly at: number
  readonly why: string
  /** In a row. */
  readonly times: number
}
