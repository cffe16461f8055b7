import { resolve } from 'node:path'
import { canonicalRoot, gitTopLevel, realPath } from '../disk/index.ts'
import { AUTOMATIC, STATE } from '../state/index.ts'
import { projectSlug } from './claude-code/places.ts'

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

export function targetFor(request: TargetRequest): Target {
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

/** For people the end of the path, for certainty 53 bits of it; another path with the same name is noticed by `target`. */
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
