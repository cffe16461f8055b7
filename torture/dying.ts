import type { Sys } from '../src/disk/sys.ts'

export class Killed extends Error {}

/** The calls that change something; `open` does where it may create. */
const CHANGES: ReadonlySet<string> = new Set([
  'write',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'fchmod',
  'fchown',
  'futimes',
  'fsync',
  'ftruncate',
])

export function changesDisk(call: string, args: readonly unknown[]): boolean {
  return CHANGES.has(call) || (call === 'open' && ((args[1] as number) & 0o100) !== 0)
}

/**
 * A process that is killed before its n-th change: from then on every call fails, as for one that is gone. Where only
 * syncs count, everyone else sees what it did last, and nothing of it is durable.
 */
export function dying(inner: Sys, dieAt: number, counting: 'changes' | 'syncs' = 'changes'): Sys {
  let changes = 0
  return spied(inner, (call, args, go) => {
    if (counting === 'syncs' ? call === 'fsync' : changesDisk(call, args)) changes += 1
    if (changes >= dieAt) throw new Killed(`killed at change ${dieAt}`)
    return go()
  })
}

type Call = Exclude<keyof Sys, 'at'>

const CALLS: Record<Call, true> = {
  open: true,
  close: true,
  read: true,
  write: true,
  fsync: true,
  fstat: true,
  lstat: true,
  list: true,
  rename: true,
  link: true,
  unlink: true,
  mkdir: true,
  futimes: true,
  fchmod: true,
  fchown: true,
  ftruncate: true,
}

/** Every call of `inner` passes by `look`, which lets it go on or does not. */
export function spied(inner: Sys, look: (call: Call, args: unknown[], go: () => unknown) => unknown): Sys {
  const sys: Record<string, unknown> = { at: inner.at.bind(inner) }
  for (const call of Object.keys(CALLS) as Call[]) {
    const real = (inner[call] as (...args: unknown[]) => unknown).bind(inner)
    sys[call] = (...args: unknown[]) => look(call, args, () => real(...args))
  }
  return sys as unknown as Sys
}
