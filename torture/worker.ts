import { readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Clock, COMMIT_LOCK } from '../src/disk/lock.ts'
import { realSys, type Sys } from '../src/disk/sys.ts'
import type { FolderOutcome } from '../src/model/outcome.ts'
import type { Action } from '../src/model/plan.ts'
import { applyActions } from '../src/store/commit.ts'
import { type StoreContext, withFolder } from '../src/store/folder.ts'
import { undoRun } from '../src/store/undo.ts'
import { append, archive, write } from './actions.ts'
import { spied } from './dying.ts'
import { Random } from './random.ts'

/** What one of many processes at work on one folder is told. */
export interface WorkerOrders {
  readonly id: number
  readonly root: string
  readonly stateHome: string
  /** A file that only the holder of the lock may make. */
  readonly room: string
  readonly ms: number
  readonly seed: number
  /** Time passes this much faster, so that a lease of minutes runs out in seconds. */
  readonly haste: number
  readonly epoch: number
  /** Stops itself (SIGSTOP) at every so many-th call, to be woken by the one who started it; 0 for never. */
  readonly stopEvery: number
}

/** A line that a worker was told is in the file, or a note that is gone. */
export interface Deposition {
  readonly did: 'append' | 'note' | 'begin-archive' | 'archive' | 'undo'
  readonly run: string
  readonly file: string
  readonly text: string
}

const orders = JSON.parse(process.argv[2]!) as WorkerOrders
const random = new Random(orders.seed)
const begun = Date.now()

const clock: Clock = {
  // One clock for all, whenever they began.
  now: () => Math.round(orders.epoch + (Date.now() - orders.epoch) * orders.haste),
  sleep: ms => new Promise(wake => setTimeout(wake, ms / orders.haste)),
}

const sys: Sys = orders.stopEvery === 0 ? realSys : stopping(orders.stopEvery)
const desk: StoreContext = { sys, stateHome: orders.stateHome, clock }
const counts = { done: 0, refused: 0, together: 0 }
let serial = 0

function stopping(every: number): Sys {
  let calls = 0
  return spied(realSys, (_call, _args, go) => {
    calls += 1
    if (calls % every === 0) process.kill(process.pid, 'SIGSTOP')
    return go()
  })
}

function say(deposition: Deposition): void {
  writeSync(1, `${JSON.stringify(deposition)}\n`)
}

function current(file: string): string | undefined {
  try {
    return readFileSync(resolve(orders.root, file), 'utf8')
  } catch {
    return undefined
  }
}

async function act(run: string, actions: readonly Action[]): Promise<FolderOutcome> {
  const outcome = await applyActions(desk, {
    root: orders.root,
    label: 'notes',
    actions,
    run,
    command: 'remember',
  })
  const done = outcome.outcomes.some(each => each.result === 'done')
  counts[done ? 'done' : 'refused'] += 1
  return outcome
}

const isDone = (outcome: FolderOutcome, file: string) =>
  outcome.outcomes.some(each => each.action.file === file && each.result === 'done')

/** A line at the end of the file that everyone writes to. */
async function addLine(run: string): Promise<string | undefined> {
  const before = current('log.md')
  if (before === undefined) return undefined
  const text = `${run} was here\n`
  const outcome = await act(run, [append('log.md', before, text)])
  if (!isDone(outcome, 'log.md')) return undefined
  say({ did: 'append', run, file: 'log.md', text })
  return run
}

/** A note of one's own. */
async function addNote(run: string): Promise<string | undefined> {
  const file = `note-${run}.md`
  const outcome = await act(run, [write(file, undefined, [{ text: `${run}\n` }])])
  if (!isDone(outcome, file)) return undefined
  say({ did: 'note', run, file, text: `${run}\n` })
  notes.push(file)
  return run
}

const notes: string[] = []

async function archiveNote(run: string): Promise<string | undefined> {
  const file = notes.pop()
  const text = file && current(file)
  if (file === undefined || text === undefined) return undefined
  say({ did: 'begin-archive', run, file, text })
  const outcome = await act(run, [archive(file, text)])
  if (isDone(outcome, file)) say({ did: 'archive', run, file, text })
  return undefined
}

async function takeBack(run: string, undoes: string): Promise<void> {
  say({ did: 'undo', run: undoes, file: '', text: '' })
  await undoRun(desk, { root: orders.root, label: 'notes', undoes, run })
}

/** Nobody else may be in the room while we hold the lock, unless his lease had run out when we took it. */
async function lookIn(): Promise<void> {
  await withFolder(desk, orders.root, 'look', ({ lock, store }) => {
    const since = store.locks.stat(`${COMMIT_LOCK.name}.${lock.generation}`)?.modified
    if (since === undefined) return
    try {
      writeFileSync(orders.room, String(since), { flag: 'wx' })
      const until = Date.now() + 2
      while (Date.now() < until);
    } catch {
      const theirs = Number(current(orders.room))
      if (Math.abs(since - theirs) < COMMIT_LOCK.leaseMs * 1000) counts.together += 1
    }
    rmSync(orders.room, { force: true })
  }).catch(() => undefined)
}

/** However slow the machine is; but one who stops again and again would take too long for that. */
const FEWEST = orders.stopEvery === 0 ? 5 : 1

let last: string | undefined
while (Date.now() - begun < orders.ms || serial < FEWEST) {
  serial += 1
  const run = `w${orders.id}-${serial}`
  const choice = random.below(10)
  if (choice < 4) last = await addLine(run)
  else if (choice < 6) last = await addNote(run)
  else if (choice < 7) last = await archiveNote(run)
  else if (choice < 8 && last !== undefined) {
    await takeBack(`u${run}`, last)
    last = undefined
  } else if (orders.stopEvery === 0) await lookIn()
}
writeSync(1, `${JSON.stringify({ counts })}\n`)
