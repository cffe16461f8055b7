import { storeContext, type Where } from '../app/index.ts'
import {
  appendLine,
  type Clock,
  lifeOf,
  type ProcessId,
  readSmallText,
  thisProcess,
  writeSmallFile,
} from '../disk/index.ts'
import { DAEMON, STATE } from '../state/index.ts'

export const daemonFolder = (where: Where): string => `${storeContext(where).stateHome}/${STATE.daemon}`
export const daemonLogFile = (where: Where): string => `${daemonFolder(where)}/${DAEMON.log}`

const MOST_BYTES = 1_000_000
const MOST_REMEMBERED = 1000

export interface DaemonLog {
  note(what: string, about: Readonly<Record<string, unknown>>): void
  /** Says something about a subject only when it is not what was said last; `what` is the same where only its words differ. */
  once(subject: string, words: string, what?: string): void
}

/** JSON, a line each: `{"at":"…","what":"dream","target":"/shop","why":"open: 5 of 5 sessions since Tuesday"}`. */
export function daemonLog(where: Where, clock: Clock): DaemonLog {
  const said = new Map<string, string>()
  const note: DaemonLog['note'] = (what, about) => {
    try {
      const at = new Date(clock.now()).toISOString()
      appendLine(daemonLogFile(where), JSON.stringify({ at, what, ...about }), MOST_BYTES)
    } catch {
      // A full disk must not end the daemon; doctor says that the state cannot be written.
    }
  }
  return {
    note,
    once(subject, words, what = words) {
      if (said.get(subject) === what) return
      if (said.size >= MOST_REMEMBERED) said.clear()
      said.set(subject, what)
      note('said', { subject, words })
    },
  }
}

interface Alive {
  readonly process: ProcessId
  readonly at: number
}

const aliveFile = (where: Where): string => `${daemonFolder(where)}/${DAEMON.alive}`

/** A sign of life for `dream auto daemon status` and `dream doctor`. */
export function noteAlive(where: Where, now: number): void {
  try {
    const alive: Alive = { process: thisProcess(), at: now }
    writeSmallFile(aliveFile(where), `${JSON.stringify(alive)}\n`, { when: 'soon' })
  } catch {
    // As above.
  }
}

export interface DaemonLife {
  readonly state: 'at-work' | 'ended' | 'never-seen'
  readonly pid?: number
  readonly lastSeen?: string
}

export function daemonLife(where: Where): DaemonLife {
  try {
    const { process, at } = JSON.parse(readSmallText(aliveFile(where)) ?? '') as Alive
    const state = lifeOf(process) === 'alive' ? 'at-work' : 'ended'
    return { state, pid: process.pid, lastSeen: new Date(at).toISOString() }
  } catch {
    return { state: 'never-seen' }
  }
}
