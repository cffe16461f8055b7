import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMIT_LOCK } from '../src/disk/lock.ts'
import { realSys } from '../src/disk/sys.ts'
import { withFolder } from '../src/store/folder.ts'
import { fsckStore } from '../src/store/fsck.ts'
import { findStore } from '../src/store/store.ts'
import { bundle, type Patch } from './bundle.ts'
import { Random } from './random.ts'
import type { Trial } from './trials.ts'
import type { Deposition, WorkerOrders } from './worker.ts'

export interface Crowd {
  readonly processes: number
  /** How many of them stop themselves past their lease, again and again. */
  readonly stoppers: number
  /** Someone who edits the same files, in place, by rename and by append. */
  readonly editor: boolean
  /** Every fourth clock is ahead. */
  readonly skewed: boolean
  readonly ms: number
  readonly seed: number
  /** Another Dream than the one of this checkout. */
  readonly patches?: readonly Patch[]
}

const HASTE = 60
/** Longer than a lease at that pace. */
const ASLEEP_MS = 2_500

/** Many processes at work on one folder, and then: is everything there that anyone was told is there? */
export async function tryCrowd(crowd: Crowd): Promise<Trial> {
  const worker = await bundle({ worker: 'torture/worker.ts' }, crowd.patches)
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-crowd-')))
  const root = join(top, 'notes')
  mkdirSync(root)
  writeFileSync(join(root, 'log.md'), 'the log\n')
  writeFileSync(join(root, 'human.md'), 'human\n')
  try {
    const random = new Random(crowd.seed)
    const epoch = Date.now()
    const children = Array.from({ length: crowd.processes }, (_, id) =>
      start(worker.path('worker'), {
        id,
        root,
        stateHome: join(top, 'state'),
        room: join(top, 'room'),
        ms: crowd.ms,
        seed: random.below(1_000_000),
        haste: HASTE,
        // A clock that is a lease ahead takes every lock for long forgotten: two at work at once, as after a long sleep.
        epoch: crowd.skewed && id % 4 === 0 ? epoch - (COMMIT_LOCK.leaseMs * 1.5) / HASTE : epoch,
        stopEvery: id < crowd.stoppers ? 150 + random.below(300) : 0,
      }),
    )
    const edits = crowd.editor ? editUntil(root, Date.now() + crowd.ms, random) : Promise.resolve([])
    const said = (await Promise.all(children)).flat()
    return await judge(crowd, { top, root, said, edits: await edits })
  } finally {
    rmSync(top, { recursive: true, force: true })
    worker.remove()
  }
}

type Said =
  | Deposition
  | { readonly counts: { done: number; refused: number; together: number } }
  | { readonly died: string }

/** One process from its start to its end; woken whenever it has put itself to sleep. */
function start(path: string, orders: WorkerOrders): Promise<Said[]> {
  const child = spawn(process.execPath, [path, JSON.stringify(orders)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const waking = orders.stopEvery === 0 ? undefined : setInterval(() => wake(child), ASLEEP_MS)
  let out = ''
  let complaint = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    complaint += chunk
  })
  return new Promise(resolve => {
    child.on('close', (code, signal) => {
      clearInterval(waking)
      const said = out
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as Said)
      resolve(
        code === 0
          ? said
          : [
              ...said,
              { died: `worker ${orders.id} ended with ${code ?? signal}: ${complaint.slice(0, 500)}` },
            ],
      )
    })
  })
}

function wake(child: ChildProcess): void {
  child.kill('SIGCONT')
}

async function editUntil(root: string, end: number, random: Random): Promise<string[]> {
  const saved: string[] = []
  for (let number = 0; Date.now() < end; number += 1) {
    const text = `edit ${number}, by hand\n`
    const way = random.below(3)
    if (way === 0) appendFileSync(join(root, 'log.md'), text)
    if (way === 1) writeFileSync(join(root, 'human.md'), text)
    if (way === 2) {
      writeFileSync(join(root, 'human.md.tmp'), text)
      renameSync(join(root, 'human.md.tmp'), join(root, 'human.md'))
    }
    if (way === 0) saved.push(text)
    await new Promise(pause => setTimeout(pause, random.below(12)))
  }
  return saved
}

interface Evidence {
  readonly top: string
  readonly root: string
  readonly said: readonly Said[]
  /** Lines that the editor added to the log. */
  readonly edits: readonly string[]
}

async function judge(crowd: Crowd, { top, root, said, edits }: Evidence): Promise<Trial> {
  const far = { now: () => Date.now() + 1e9, sleep: async () => undefined }
  const desk = { sys: realSys, stateHome: join(top, 'state'), clock: far }
  await withFolder(desk, root, 'recover', () => undefined)
  const store = findStore(realSys, desk.stateHome, root)!
  const problems = fsckStore(store).problems.map(problem => `(c) ${problem.what}`)
  store.close()
  const left = readdirSync(root).filter(name => name.startsWith('.dream'))
  const depositions = said.filter((each): each is Deposition => 'did' in each)
  // An undo that was begun may have been finished by another, whatever its own process heard.
  const undone = new Set(depositions.filter(each => each.did === 'undo').map(each => each.run))
  const everything = allBytes(top)
  const log = existsSync(join(root, 'log.md')) ? readFileSync(join(root, 'log.md'), 'utf8') : ''
  const lines = depositions.filter(each => each.did === 'append' && !undone.has(each.run))
  // An append by hand that comes when the name is absent makes a new file: then the older lines are among the objects.
  // So they may be where two that hold each other for dead moved the same file at the same instant.
  const lostLines = lines.filter(
    each => !(crowd.editor || crowd.skewed ? everything : log).includes(each.text),
  )
  const twice = lines.filter(each => log.split(each.text).length > 2)
  const counts = said.flatMap(each => ('counts' in each ? [each.counts] : []))
  const violations = [
    ...problems,
    ...left.map(name => `(e) ${name} is left`),
    ...said.flatMap(each => ('died' in each ? [each.died] : [])),
    ...lostLines.map(each => `(a) the line of ${each.run} was said to be there and is not`),
    ...twice.map(each => `(b) the line of ${each.run} is there twice`),
    ...edits.filter(text => !everything.includes(text)).map(text => `(a) the edit is nowhere: ${text}`),
    ...missingNotes(root, depositions, undone),
    ...counts.filter(each => each.together > 0 && !crowd.skewed).map(() => '(f) two held the lock at once'),
  ]
  const done = counts.reduce((sum, each) => sum + each.done, 0)
  const refused = counts.reduce((sum, each) => sum + each.refused, 0)
  return {
    tried: done,
    violations,
    note: `${refused} refused${crowd.editor ? `, ${edits.length} lines by hand` : ''}`,
  }
}

function missingNotes(
  root: string,
  depositions: readonly Deposition[],
  undone: ReadonlySet<string>,
): string[] {
  const archived = new Map<string, string>()
  const begun = new Set(depositions.filter(each => each.did === 'begin-archive').map(each => each.file))
  for (const each of depositions) if (each.did === 'archive') archived.set(each.file, each.run)
  return depositions
    .filter(each => each.did === 'note' && !undone.has(each.run))
    .flatMap(({ file }) => {
      const by = archived.get(file)
      const there = existsSync(join(root, file))
      if (by === undefined)
        return there || begun.has(file) ? [] : [`(a) ${file} was said to be there and is not`]
      return there && !undone.has(by) ? [`(b) ${file} was archived and is there`] : []
    })
}

/** Every byte of the folder and of the state, in one piece to look for lines in. */
function allBytes(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map(entry => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return allBytes(path)
      return entry.isFile() ? readFileSync(path, 'latin1') : ''
    })
    .join('\n')
}
