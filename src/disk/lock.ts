import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { sayEarly } from '../languages/index.ts'
import type { Dir } from './dir.ts'
import { errorCode } from './sys.ts'

/**
 * An exclusive lock made of generations: `dream.7` is made with a call that fails where the name exists, and the
 * highest number is the one that counts. It is given back by renaming it to `dream.7.free`, taken over by making
 * `dream.8`, and never deleted while it is the highest. So two processes that both see a dead holder cannot both
 * become the next one, and a holder that was paused past its lease finds a higher number when it wakes.
 */
export interface LockKind {
  readonly name: string
  /** After this long without a sign of life anyone may take over. */
  readonly leaseMs: number
  readonly attempts: number
  readonly pauseMs: number
}

/** One dream at a time for a memory root: an hour's lease, three attempts a second apart, then skip. */
export const DREAM_LOCK: LockKind = { name: 'dream', leaseMs: 3_600_000, attempts: 3, pauseMs: 1000 }

/** Held for the moment of writing: waits up to ten seconds. */
export const COMMIT_LOCK: LockKind = { name: 'commit', leaseMs: 120_000, attempts: 100, pauseMs: 100 }

export interface Holder extends ProcessId {
  readonly since: string
  readonly command: string
  /** For how long without a sign of life the lock is its own; else as long as its kind says. */
  readonly leaseMs?: number
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
}

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: ms => new Promise(wake => setTimeout(wake, ms)),
}

export class LockHeld extends Error {
  constructor(
    readonly kind: LockKind,
    readonly holder: Holder | undefined,
  ) {
    super(sayEarly().places.locks.held(kind.name, describeHolder(holder)))
  }
}

export class LockLost extends Error {
  constructor(kind: LockKind) {
    super(sayEarly().places.locks.lost(kind.name))
  }
}

export function describeHolder(holder: Holder | undefined): string {
  if (holder === undefined) return sayEarly().places.locks.unknownHolder
  return sayEarly().places.locks.holder(holder.pid, holder.host, holder.command, holder.since)
}

/** Takes the lock or throws `LockHeld` with the holder's name. */
export async function acquire(
  dir: Dir,
  kind: LockKind,
  command: string,
  clock: Clock = realClock,
): Promise<HeldLock> {
  for (let attempt = 1; ; attempt += 1) {
    const top = highest(dir, kind)
    if (top === undefined || isOpen(dir, kind, top, clock)) {
      const lock = claim(dir, kind, (top?.generation ?? 0) + 1, command, clock)
      if (lock !== undefined) return lock
    }
    if (attempt >= kind.attempts) throw new LockHeld(kind, top && readHolder(dir, top.file))
    await clock.sleep(kind.pauseMs)
  }
}

/** Who holds the lock now, if anyone does; takes and changes nothing. */
export function currentHolder(dir: Dir, kind: LockKind, clock: Clock = realClock): Holder | undefined {
  const top = highest(dir, kind)
  if (top === undefined || isOpen(dir, kind, top, clock)) return undefined
  return readHolder(dir, top.file)
}

export class HeldLock {
  private renewed: number

  constructor(
    private readonly dir: Dir,
    private readonly kind: LockKind,
    /** The fencing token: grows with every holder. */
    readonly generation: number,
    private readonly clock: Clock,
  ) {
    this.renewed = clock.now()
  }

  /** Call before every write: throws where someone else took over, and shows a sign of life now and then. */
  check(): void {
    const seen = highest(this.dir, this.kind)
    // A listing may miss our own name while others place and clear away theirs; a higher one that it shows is there.
    const isMissed = seen === undefined || seen.generation < this.generation
    const top = isMissed ? highest(this.dir, this.kind) : seen
    if (top?.generation !== this.generation || top.state !== 'held') throw new LockLost(this.kind)
    const now = this.clock.now()
    if (Math.abs(now - this.renewed) < this.kind.leaseMs / 12) return
    this.dir.touch(this.file, now * 1000)
    this.renewed = now
  }

  release(): void {
    try {
      this.dir.rename(this.file, `${this.file}.free`)
    } catch {
      // Taken over and cleared away meanwhile, or a disk that refuses: then the lease runs out by itself. Either way
      // it is no reason to call a run failed that is done.
    }
  }

  private get file(): string {
    return `${this.kind.name}.${this.generation}`
  }
}

interface Generation {
  readonly generation: number
  readonly file: string
  readonly state: 'held' | 'free'
}

function generations(dir: Dir, kind: LockKind): Generation[] {
  const found: Generation[] = []
  for (const file of dir.list()) {
    const [name, number, ending, ...more] = file.split('.')
    if (name !== kind.name || number === undefined || !/^\d{1,15}$/.test(number) || more.length > 0) continue
    if (ending !== undefined && ending !== 'free') continue
    found.push({ generation: Number(number), file, state: ending === undefined ? 'held' : 'free' })
  }
  return found
}

function highest(dir: Dir, kind: LockKind): Generation | undefined {
  let top: Generation | undefined
  for (const each of generations(dir, kind)) {
    if (top === undefined || each.generation > top.generation) top = each
  }
  return top
}

/** Nobody is ahead, and the number was not given back by a holder before: its name was free to be placed again then. */
const isNext = (dir: Dir, kind: LockKind, generation: number): boolean =>
  generations(dir, kind).every(
    each => each.generation < generation || (each.generation === generation && each.state === 'held'),
  )

/** Free, past its lease, or held by a process that is certainly gone. */
function isOpen(dir: Dir, kind: LockKind, top: Generation, clock: Clock): boolean {
  if (top.state === 'free') return true
  const stat = dir.stat(top.file)
  if (stat === undefined) return false
  const holder = readHolder(dir, top.file)
  // Either way round: a clock that jumped back must not make a lock last for years.
  if (Math.abs(clock.now() - stat.modified / 1000) > leaseOf(holder, kind)) return true
  const life: Life = holder === undefined ? 'cannot-tell' : lifeOf(holder)
  return life === 'gone'
}

const LONGEST_LEASE = 86_400_000

/** The holder's own word: whoever waits does not shorten it. */
function leaseOf(holder: Holder | undefined, { leaseMs }: LockKind): number {
  const own = holder?.leaseMs
  return typeof own === 'number' && own > 0 ? Math.min(own, LONGEST_LEASE) : leaseMs
}

function claim(
  dir: Dir,
  kind: LockKind,
  generation: number,
  command: string,
  clock: Clock,
): HeldLock | undefined {
  const since = new Date(clock.now()).toISOString()
  const holder: Holder = { ...thisProcess(), since, command, leaseMs: kind.leaseMs }
  const draft = `draft-${process.pid}-${kind.name}-${generation}`
  dir.discard(draft)
  dir.create(draft, Buffer.from(JSON.stringify(holder)), { mode: 0o600, modified: clock.now() * 1000 })
  if (tryPlace(dir, draft, `${kind.name}.${generation}`) === 'taken') {
    dir.discard(draft)
    return undefined
  }
  // A number below the highest can be free again because it was cleared away: then somebody is far ahead of us. One listing
  // may miss both a number that was placed while it ran and the one before, which was cleared away for it; two do not.
  if (!isNext(dir, kind, generation) || !isNext(dir, kind, generation)) {
    dir.discard(`${kind.name}.${generation}`)
    return undefined
  }
  for (const old of generations(dir, kind)) {
    if (old.generation < generation) dir.discard(old.file)
  }
  discardDeadDrafts(dir)
  return new HeldLock(dir, kind, generation, clock)
}

function tryPlace(dir: Dir, draft: string, file: string): 'placed' | 'taken' {
  try {
    return dir.place(draft, file)
  } catch (error) {
    // Somebody who could not see our process cleared the draft away: as good as taken, we try again.
    if (errorCode(error) === 'ENOENT') return 'taken'
    throw error
  }
}

/** Drafts of processes that were killed between making theirs and naming it. */
function discardDeadDrafts(dir: Dir): void {
  for (const file of dir.list()) {
    const pid = /^draft-(\d{1,10})-/.exec(file)?.[1]
    if (pid !== undefined && lifeOfPid(Number(pid)) === 'gone') dir.discard(file)
  }
}

function readHolder(dir: Dir, file: string): Holder | undefined {
  try {
    const holder = JSON.parse(dir.read(file)?.bytes.toString('utf8') ?? '') as Holder
    return Number.isInteger(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

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
    boot: orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    space: orEmpty(() => readlinkSync('/proc/self/ns/pid')),
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
  const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** Empty where the system does not tell. */
function orEmpty(look: () => string): string {
  try {
    return look()
  } catch {
    return ''
  }
}
