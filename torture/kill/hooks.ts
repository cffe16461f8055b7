/** Calls of this process that change a file, seen before they happen. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'

type Call = (...args: unknown[]) => unknown

/** A call that changes something: its name, the file, and what it does. */
export interface SeenCall {
  readonly call: string
  readonly path: string
  go(): unknown
  /** Only for a write: half of its bytes. */
  half(): void
}

/** Whoever looks decides whether the call goes on. */
export type Look = (seen: SeenCall) => unknown

/** By the first argument: a descriptor, or a path that may begin with one. */
const ON_DESCRIPTOR = ['writeSync', 'fsyncSync', 'ftruncateSync', 'futimesSync', 'fchmodSync', 'fchownSync']
const ON_PATH = ['unlinkSync', 'mkdirSync', 'rmSync', 'utimesSync', 'chmodSync', 'truncateSync']
const ON_TWO_PATHS = ['renameSync', 'linkSync']

const table = fs as unknown as Record<string, Call>
const realWrite = table['writeSync']!
/** Files that are open, by descriptor. */
const opened = new Map<number, string>()
let current: Look | undefined
let installed = false

/** From now on every such call of this process passes by `look`; nobody looks any more without one. */
export function lookAtCalls(look: Look | undefined): void {
  if (!installed) install()
  current = look
}

function install(): void {
  installed = true
  for (const name of ON_DESCRIPTOR) wrap(name, args => opened.get(args[0] as number))
  for (const name of ON_PATH) wrap(name, args => placeOf(args[0]))
  for (const name of ON_TWO_PATHS) wrap(name, args => placeOf(args[1]))
  const realOpen = table['openSync']!
  const realClose = table['closeSync']!
  table['openSync'] = (...args) => {
    const open = () => realOpen(...args)
    if (current === undefined) return open()
    const path = placeOf(args[0])
    const fd = (creates(args[1]) ? seen('open', path, open, args) : open()) as number
    opened.set(fd, path)
    return fd
  }
  table['closeSync'] = (...args) => {
    opened.delete(args[0] as number)
    return realClose(...args)
  }
  syncBuiltinESMExports()
}

function creates(flags: unknown): boolean {
  return typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /[wa]/.test(String(flags))
}

function wrap(name: string, placed: (args: unknown[]) => string | undefined): void {
  const real = table[name]!
  table[name] = (...args) =>
    current === undefined
      ? real(...args)
      : seen(name.replace('Sync', ''), placed(args), () => real(...args), args)
}

function seen(call: string, path: string | undefined, go: () => unknown, args: unknown[]): unknown {
  if (current === undefined || path === undefined) return go()
  return current({ call, path, go, half: () => writeHalf(args) })
}

function writeHalf([fd, bytes, offset, length]: unknown[]): void {
  // A cache is written as one buffer, a file of the folder piece by piece.
  const whole = (length as number | undefined) ?? (bytes as Uint8Array).length
  realWrite(fd, bytes, (offset as number | undefined) ?? 0, Math.floor(whole / 2), null)
}

function placeOf(path: unknown): string {
  const [, fd, rest] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(String(path)) ?? []
  return fd === undefined ? resolve(String(path)) : resolve(`${opened.get(Number(fd))}${rest ?? ''}`)
}
