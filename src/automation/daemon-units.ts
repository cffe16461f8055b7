import type { Where } from '../app/index.ts'
import { settingsOf } from '../config/index.ts'
import { readSmallText, removeFile, writeSmallFile } from '../disk/index.ts'

import { daemonLife, daemonLogFile } from './log.ts'
import { type Scheduler, schedulerFor } from './schedulers.ts'

/** The daemon and the units that call it. */
export interface DaemonAnswer {
  readonly did:
    | 'installed'
    | 'shown'
    | 'uninstalled'
    | 'was-not-installed'
    | 'not-installed'
    | 'in-place'
    | 'differs'
  readonly system: Scheduler['system']
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly enable: readonly string[]
  readonly disable: readonly string[]
  readonly life: {
    readonly state: 'at-work' | 'ended' | 'never-seen'
    readonly pid?: number
    readonly lastSeen?: string
  }
  readonly log: string
}

export interface DaemonPlace {
  readonly where: Where
  readonly platform: string
  readonly program: readonly string[]
  readonly environment?: string
}

/** Writes the units, or only shows them, and says what to run. Nothing is started here. */
export async function installDaemon(place: DaemonPlace, mode: 'write' | 'show'): Promise<DaemonAnswer> {
  const units = await unitsOf(place)
  if (mode === 'write') for (const { path, text } of units.files) writeSmallFile(path, text, { mode: 0o644 })
  return { did: mode === 'write' ? 'installed' : 'shown', ...units, ...lifeOf(place) }
}

export async function uninstallDaemon(place: DaemonPlace): Promise<DaemonAnswer> {
  const units = await unitsOf(place)
  const there = units.files.filter(({ path }) => readSmallText(path) !== undefined)
  for (const { path } of there) removeFile(path)
  return {
    did: there.length === 0 ? 'was-not-installed' : 'uninstalled',
    ...units,
    files: there,
    ...lifeOf(place),
  }
}

/** Whether the units are there, whether they are what would be written now, and when the daemon was last seen. */
export async function daemonStatus(place: DaemonPlace): Promise<DaemonAnswer> {
  const units = await unitsOf(place)
  const texts = units.files.map(({ path, text }) => ({ text, found: readSmallText(path) }))
  const did = texts.every(({ found }) => found === undefined)
    ? 'not-installed'
    : texts.every(({ found, text }) => found === text)
      ? 'in-place'
      : 'differs'
  return { did, ...units, ...lifeOf(place) }
}

function lifeOf({ where }: DaemonPlace): Pick<DaemonAnswer, 'life' | 'log'> {
  return { life: daemonLife(where), log: daemonLogFile(where) }
}

type Units = Pick<DaemonAnswer, 'system' | 'files' | 'enable' | 'disable'>

async function unitsOf({ where, platform, program, environment }: DaemonPlace): Promise<Units> {
  const { config } = await settingsOf({ ...where, cwd: where.home }, environment)
  const scanMinutes = Math.max(1, Math.round(config.autoDream.sessionGate.scanIntervalMs / 60_000))
  const { system, files, enable, disable } = schedulerFor(platform)
  const request = { home: where.home, env: where.env, program, scanMinutes, environment }
  return { system, files: files(request), enable: enable(request), disable: disable(request) }
}
