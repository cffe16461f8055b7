import { loadParts } from '../config/index.ts'
import { isInside, readSmallText, realPath } from '../disk/index.ts'
import { autoHome, type Target, type TargetRequest } from '../sources/index.ts'
import { DREAMING, STATE } from '../state/index.ts'
import {
  type Closed,
  enabledGate,
  type GateSettings,
  gatesOf,
  type Open,
  pauseGate,
  retryGate,
  type TargetState,
  timeGate,
} from './gates.ts'

export interface AutoRequest extends TargetRequest {
  readonly now: number
  /** `--env`. */
  readonly environment?: string
  /** The session that asks, where it is known. */
  readonly session?: string
  /** Starts the dream; without it, one that goes on when this process has ended. */
  readonly start?: (order: StartOrder) => void
  /** Where the dearer gates are looked at; `elsewhere` is a process of its own that nobody waits for. */
  readonly look?: 'here' | 'elsewhere'
  /** The daemon is its own clock and needs no pause. */
  readonly pause: 'keep' | 'ignore'
}

export interface StartOrder {
  readonly target: Target
  readonly token: string
}

export type Answer =
  | (Closed & { readonly did: 'nothing' })
  | (Open & { readonly did: 'started'; readonly token: string })
  | (Open & { readonly did: 'asked-elsewhere' })
export const isDreaming = (env: TargetRequest['env']): boolean => Boolean(env[DREAMING])

/** What the dream that was started is known by. */
export const dreamingToken = (env: TargetRequest['env']): string | undefined => env[DREAMING] || undefined

export function gateSettings(request: Omit<AutoRequest, 'start' | 'pause'>, target: Target): GateSettings {
  const { env, home, environment } = request
  const place = { project: target.cwd, home, env, ...(environment !== undefined && { environment }) }
  const stateHome = autoHome(env, home).slice(0, -`/${STATE.automatic}`.length)
  const { autoDream } = loadParts(place, stateHome, ['autoDream'])
  const by = leftOutBy([...new Set([target.path, target.cwd])], autoDream.exclude, home)
  return { ...gatesOf(autoDream), ...(by !== undefined && { leftOutBy: by }) }
}

/** What keeps Dream from starting by itself in one of these folders. */
export function leftOutBy(
  folders: readonly string[],
  exclude: readonly string[],
  home: string,
): string | undefined {
  const file = folders.map(folder => `${folder}/.dreamignore`).find(path => readSmallText(path) !== undefined)
  if (file !== undefined) return file
  const places = exclude.map(path => (/^~(?:$|\/)/.test(path) ? `${home}${path.slice(1)}` : path))
  const isOut = places.some(place => folders.some(folder => isInside(folder, realPath(place) ?? place)))
  return isOut ? 'autoDream.exclude' : undefined
}

/** The gates that one small file answers. */
export function quickGate(
  settings: GateSettings,
  state: TargetState | undefined,
  { now, pause }: Pick<AutoRequest, 'now' | 'pause'>,
): Closed | undefined {
  return (
    enabledGate(settings) ??
    timeGate(settings, state?.lastDream, now) ??
    retryGate(state?.failed, now) ??
    (pause === 'keep' ? pauseGate(settings, state?.scanned, now) : undefined)
  )
}
