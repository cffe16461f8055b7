/**
 * Loaded into the real program before its first line. It counts the calls that change a file below one directory, and
 * kills its own process for good at the one it was told.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import type { Orders, TracedCall } from './orders.ts'

type Call = (...args: unknown[]) => unknown

const orders = JSON.parse(process.env['DREAM_KILL'] ?? '{}') as Orders
const writeTrace = fs.writeFileSync
const trace: TracedCall[] = []
/** Files that are open, by descriptor. */
const opened = new Map<number, string>()

/** By the first argument: a descriptor, or a path that may begin with one. */
const ON_DESCRIPTOR = ['writeSync', 'fsyncSync', 'ftruncateSync', 'futimesSync', 'fchmodSync', 'fchownSync']
const ON_PATH = ['unlinkSync', 'mkdirSync', 'rmSync', 'utimesSync', 'chmodSync', 'truncateSync']
const ON_TWO_PATHS = ['renameSync', 'linkSync']

const table = fs as unknown as Record<string, Call>
const realWrite = table['writeSync']!
const realOpen = table['openSync']!
const realClose = table['closeSync']!

for (const name of ON_DESCRIPTOR) wrap(name, args => opened.get(args[0] as number))
for (const name of ON_PATH) wrap(name, args => placeOf(args[0]))
for (const name of ON_TWO_PATHS) wrap(name, args => placeOf(args[1]))
table['openSync'] = (...args) => {
  const path = placeOf(args[0])
  const flags = args[1]
  const creates =
    typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /[wa]/.test(String(flags))
  const open = () => realOpen(...args)
  const fd = (creates ? count('open', path, open, args) : open()) as number
  opened.set(fd, path)
  return fd
}
table['closeSync'] = (...args) => {
  opened.delete(args[0] as number)
  return realClose(...args)
}
syncBuiltinESMExports()
process.on('exit', () => {
  if (orders.trace !== undefined) writeTrace(orders.trace, JSON.stringify(trace))
})

function wrap(name: string, placed: (args: unknown[]) => string | undefined): void {
  const real = table[name]!
  table[name] = (...args) => count(name.replace('Sync', ''), placed(args), () => real(...args), args)
}

function count(call: string, path: string | undefined, go: () => unknown, args: unknown[]): unknown {
  if (path === undefined || !path.startsWith(`${orders.below}/`)) return go()
  trace.push({ call, path: path.slice(orders.below.length + 1) })
  const dies = trace.length === orders.at
  if (dies && orders.when === 'before') die()
  if (dies && orders.when === 'half' && call === 'write') {
    writeHalf(args)
    die()
  }
  try {
    return go()
  } finally {
    if (dies) die()
  }
}

function writeHalf([fd, bytes, offset, length]: unknown[]): void {
  // A cache is written as one buffer, a file of the folder piece by piece.
  const whole = (length as number | undefined) ?? (bytes as Uint8Array).length
  realWrite(fd, bytes, (offset as number | undefined) ?? 0, Math.floor(whole / 2), null)
}

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

function placeOf(path: unknown): string {
  const [, fd, rest] = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(String(path)) ?? []
  return fd === undefined ? resolve(String(path)) : resolve(`${opened.get(Number(fd))}${rest ?? ''}`)
}
