import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Enough to tell later whether this very process still lives. */
export interface ProcessId {
  readonly pid: number
  readonly host: string
  /** Changes with every boot; empty where the system does not tell. */
  readonly boot: string
  /** Process numbers mean something only inside one namespace (containers). */
  readonly space: string
  /** When the process began, in the kernel's ticks: a number that was used again begins later. */
  readonly born: string
}

/** Whether a process is there: `gone` only where that is certain. */
export type Life = 'alive' | 'gone' | 'cannot-tell'

let known: ProcessId | undefined

/** The same for as long as the process lives, so it is looked up once. */
export function thisProcess(): ProcessId {
  known ??= {
    pid: process.pid,
    host: hostname(),
    boot: readText('/proc/sys/kernel/random/boot_id'),
    space: readLink('/proc/self/ns/pid'),
    born: bornOf(process.pid),
  }
  return known
}

export function lifeOf(other: ProcessId): Life {
  const self = thisProcess()
  if (other.host !== self.host) return 'cannot-tell'
  if (other.boot !== self.boot) return other.boot === '' || self.boot === '' ? 'cannot-tell' : 'gone'
  if (other.space !== self.space) return 'cannot-tell'
  if (lifeOfPid(other.pid) === 'gone') return 'gone'
  return other.born !== '' && bornOf(other.pid) !== other.born ? 'gone' : 'alive'
}

/** By its number alone. */
export function lifeOfPid(pid: number): 'alive' | 'gone' {
  try {
    process.kill(pid, 0)
    return 'alive'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'gone' : 'alive'
  }
}

function bornOf(pid: number): string {
  // The second field is the command in brackets and may hold spaces; the 20th after it is the start time.
  const stat = readText(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
