import { resolve } from 'node:path'
import {
  canonicalRoot,
  gitTopLevel,
  type ProcessId,
  readSmallText,
  realPath,
  writeSmallFile,
} from '../disk/index.ts'
import { projectSlug } from '../sources/index.ts'
import { AUTOMATIC, STATE } from '../state/index.ts'

/** Whose memory is meant to be dreamed over: a repository, whichever of its work trees asks, or a folder by itself. */
export interface Target {
  readonly path: string
  /** Where a dream is started: the work tree or folder that asked. */
  readonly cwd: string
  /** Memory folders that were named instead of found. */
  readonly paths: readonly string[]
  /** Other spellings of the path. */
  readonly spellings: readonly string[]
  /** Where what is known about it lies. */
  readonly folder: string
}

export interface TargetRequest {
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly project?: string
  readonly paths: readonly string[]
}

export function targetOf(request: TargetRequest): Target {
  const { env, home, paths } = request
  const asked = resolve(request.cwd, paths[0] ?? request.project ?? '.')
  const start = realPath(asked) ?? asked
  const top = paths.length > 0 ? start : (gitTopLevel(start, realPath(home) ?? home) ?? start)
  const path = paths.length > 0 ? start : canonicalRoot(top)
  return {
    path,
    cwd: paths.length > 0 ? (realPath(request.cwd) ?? request.cwd) : top,
    paths: paths.map(each => resolve(request.cwd, each)),
    spellings: [...new Set([top, start, asked])],
    folder: `${autoHome(env, home)}/${targetName([path, ...paths.slice(1)].join('\n'))}`,
  }
}

/** Below `$XDG_STATE_HOME/dream`, beside the state of every folder. Spelled here too, so that nothing else is loaded. */
export function autoHome(env: TargetRequest['env'], home: string): string {
  const xdg = env['XDG_STATE_HOME']
  return `${xdg?.startsWith('/') ? `${xdg}/dream` : `${home}/.local/state/dream`}/${STATE.automatic}`
}

/** Where hooks leave a file for each session, and where Dream marks its own. */
export const sessionsFolder = (target: Target): string => `${target.folder}/${AUTOMATIC.sessions}`
export const ownFolder = (env: TargetRequest['env'], home: string): string =>
  `${autoHome(env, home)}/${AUTOMATIC.ownSessions}`

const LONGEST_NAME = 60

/** For people the end of the path, for certainty 53 bits of it; a stranger with the same name is noticed by `target`. */
function targetName(path: string): string {
  return `${projectSlug(path).slice(-LONGEST_NAME)}-${mixed(path).toString(36)}`
}

function mixed(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}

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

/** How a night went. */
export interface LastRun {
  /** When it began. */
  readonly at: number
  readonly until?: number
  readonly result: 'done' | 'failed'
  readonly words: string
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
