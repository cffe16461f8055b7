import { chownSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Where } from '../../src/app/app.ts'
import { FIXTURES, type Fixture, type GroundKind } from './fixtures.ts'

/** A project with a memory folder, a home, a state directory and a cache, all below one directory. */
export interface Ground {
  readonly kind: GroundKind
  readonly top: string
  /** Where the state lies: below `top`, or on another file system. */
  readonly stateTop: string
  readonly cwd: string
  /** The folder whose history tells what was done. */
  readonly memory: string
  /** Paths below `top` that Dream may change: the folder and a vault. */
  readonly ours: readonly string[]
  readonly where: Where
}

/** Paths below `top`. */
export const CACHE = 'cache'
export const STATE = 'state'

export function groundAt(kind: GroundKind, top: string, stateTop = join(top, STATE)): Ground {
  const { folder, cwd, vaults, env } = FIXTURES[kind]
  const memory = join(top, folder)
  const where: Where = {
    cwd: join(top, cwd),
    home: join(top, 'home'),
    env: {
      XDG_STATE_HOME: stateTop,
      XDG_CACHE_HOME: join(top, CACHE),
      TZ: 'UTC',
      ...Object.fromEntries(Object.entries(env ?? {}).map(([name, path]) => [name, join(top, path)])),
    },
    paths: [],
    allProjects: false,
  }
  return { kind, top, stateTop, cwd: where.cwd, memory, ours: [folder, ...vaults], where }
}

/** Whether files of others can be planted: only root may give files away. */
export const isRoot = process.getuid?.() === 0

export function plantGround({ kind, top, stateTop, cwd }: Ground, now = Date.now()): void {
  mkdirSync(stateTop, { recursive: true })
  mkdirSync(cwd, { recursive: true })
  const fixture: Fixture = FIXTURES[kind]
  Object.entries(fixture.files).forEach(([path, text], at) => {
    const full = join(top, path)
    const { mode = 0o644, owner, days = 40 } = fixture.traits?.[basename(path)] ?? {}
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, text, { mode })
    if (isRoot && owner !== undefined) chownSync(full, owner, owner)
    utimesSync(full, now / 1000, Math.floor(now / 1000) - days * 86_400 - at * 600 + 0.123456)
  })
}
