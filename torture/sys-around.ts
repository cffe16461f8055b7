import { readlinkSync } from 'node:fs'
import { type FileStat, realSys, type Sys } from '../src/disk/sys.ts'
import { spied } from './dying.ts'

/** Lets a piece of work run with another system around the real one; everything is as before when it ends. */
export async function withSys<Result>(
  around: (real: Sys) => Sys,
  work: () => Promise<Result>,
): Promise<Result> {
  const real = { ...realSys }
  Object.assign(realSys, around(real))
  try {
    return await work()
  } finally {
    Object.assign(realSys, real)
  }
}

/** Whatever lies below a folder seems to be on another file system: no name leads from one to the other. */
export function apart(inner: Sys, elsewhere: string): Sys {
  const isElsewhere = (path: string) => `${placeOf(path)}/`.startsWith(`${elsewhere}/`)
  return spied(inner, (call, args, go) => {
    if (call === 'rename' || call === 'link') {
      const [from, to] = args as [string, string]
      if (isElsewhere(from) !== isElsewhere(to))
        throw Object.assign(new Error(`EXDEV: cross-device link not permitted, ${call}`), { code: 'EXDEV' })
    }
    const result = go()
    if (call !== 'lstat' && call !== 'fstat') return result
    const path = call === 'lstat' ? String(args[0]) : `/proc/self/fd/${args[0]}`
    return isElsewhere(path) ? { ...(result as FileStat), device: -1 } : result
  })
}

function placeOf(path: string): string {
  const [, fd, rest] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(path) ?? []
  return fd === undefined ? path : `${readlinkSync(`/proc/self/fd/${fd}`)}${rest ?? ''}`
}
