import { fstatSync, readSync } from 'node:fs'
import { jsonObject } from '../disk/index.ts'

/** What an agent tells its hooks on standard input. */
export interface HookInput {
  readonly session?: string
  readonly cwd?: string
  readonly event?: string
}

const LONGEST = 1_000_000

/** Nothing where standard input is a terminal, empty, or something else than a hook's JSON. */
export function readHookInput(descriptor = 0): HookInput {
  const data = jsonObject(readAll(descriptor))
  const text = (key: string) => (typeof data?.[key] === 'string' && data[key] !== '' ? data[key] : undefined)
  const session = text('session_id')
  const cwd = text('cwd')
  const event = text('hook_event_name')
  return {
    ...(session !== undefined && { session }),
    ...(cwd?.startsWith('/') && { cwd }),
    ...(event !== undefined && { event }),
  }
}

const TRIES = 100
const PAUSE_MS = 5

/** Some parents hand over a pipe that says "not yet" instead of waiting. */
function readPatiently(descriptor: number, buffer: Buffer): number {
  for (let tried = 1; ; tried++) {
    try {
      return readSync(descriptor, buffer, 0, buffer.length, null)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || tried === TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
    }
  }
}

function readAll(descriptor: number): string {
  const parts: Buffer[] = []
  try {
    if (fstatSync(descriptor).isCharacterDevice()) return ''
    for (let length = 0; length < LONGEST; ) {
      const buffer = Buffer.allocUnsafe(65_536)
      const count = readPatiently(descriptor, buffer)
      if (count === 0) break
      length += count
      parts.push(buffer.subarray(0, count))
    }
  } catch {
    // A closed or unready standard input says nothing; the hook goes on without it.
  }
  return Buffer.concat(parts).toString('utf8')
}
