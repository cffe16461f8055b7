import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Where } from '../../src/app/app.ts'
import { recordRuns } from '../../src/app/run-log.ts'
import { auto } from '../../src/automation/auto.ts'
import { type DaemonOrder, runDaemon } from '../../src/automation/daemon.ts'
import { readTarget, writeTarget } from '../../src/automation/gates.ts'
import type { StartOrder } from '../../src/automation/request.ts'
import { beginScheduledRun, endScheduledRun } from '../../src/automation/scheduled-run.ts'
import { projectSlug } from '../../src/sources/claude-code/places.ts'
import { targetFor } from '../../src/sources/target.ts'
import type { Random } from '../random.ts'
import type { ProjectStory, Story } from './story.ts'

/** A dream as it really was begun, and what became of it. */
export interface Dreamed {
  readonly project: string
  readonly at: number
  readonly by: 'daemon' | 'hook'
  readonly end: 'done' | 'failed' | 'died'
  readonly why: string
}

export interface Played {
  readonly dreams: readonly Dreamed[]
  /** Bytes that the process held at the turn of every month. */
  readonly heap: readonly number[]
  readonly asked: number
}

const MINUTE = 60_000
const DREAM_MS = 2 * MINUTE
const MONTH = 30 * 24 * 60 * MINUTE

/**
 * Plays the story against the real thing: the daemon's own loop and `dream auto` of the hooks, on real files with the
 * story's times. Only the clock is a story's clock, and a dream is two minutes of it that end well, badly or not at all.
 */
export async function play(story: Story, random: Random): Promise<Played> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-year-')))
  try {
    return await playIn(top, story, random)
  } finally {
    rmSync(top, { recursive: true, force: true })
  }
}

async function playIn(top: string, story: Story, random: Random): Promise<Played> {
  const home = join(top, 'home')
  const where: Where = {
    cwd: home,
    home,
    env: { XDG_STATE_HOME: join(top, 'state'), HOME: home },
    paths: [],
    allProjects: false,
  }
  const stage = new Map(story.projects.map(project => [join(top, project.name), project]))
  for (const [path, project] of stage) setUp(path, project, home, story.from)

  const dreams: Dreamed[] = []
  const heap: number[] = []
  let now = story.from
  let asked = 0
  let crashed = false
  const events = eventsOf(story, stage)
  let next = 0

  /** Time passes, and what happens in it happens. */
  const passTo = async (then: number) => {
    while (next < events.length && events[next]!.at <= then) {
      const event = events[next++]!
      now = Math.max(now, event.at)
      if (event.kind === 'write') put(event.file, event.text, event.at)
      else if (event.kind === 'sweep') rmSync(event.file)
      else await hook(event.path, event.session)
    }
    if (Math.floor(then / MONTH) > Math.floor(now / MONTH)) heap.push(liveHeap())
    now = Math.max(now, then)
  }
  const dreamNow = async (order: StartOrder, by: Dreamed['by']) => {
    const at = now
    const path = order.target.path
    const why = readTarget(order.target)?.decision?.words ?? ''
    if ((await beginScheduledRun(order.target, order.token, at)) !== 'mine') return
    await passTo(at + DREAM_MS)
    const lot = random.next()
    const end = lot < 0.03 ? 'died' : lot < 0.06 ? 'failed' : 'done'
    dreams.push({ project: stage.get(path)!.name, at, by, end, why })
    const placeOfPath = { ...where, cwd: path }
    const root = memoryOf(path, home)
    if (end === 'died') return die(order, random.chance(0.5))
    if (end === 'failed')
      return endScheduledRun(
        placeOfPath,
        order.target,
        { at, result: 'failed', words: 'the disk is full' },
        [],
      )
    recordRuns(join(top, 'state/dream'), { results: [quietly(root)] }, at, now)
    await endScheduledRun(
      placeOfPath,
      order.target,
      { at, until: now, result: 'done', words: 'nothing had to change' },
      [root],
    )
  }
  /** Its process is gone, with or without the daemon that waits for it. */
  const die = ({ target }: StartOrder, withDaemon: boolean) => {
    const state = readTarget(target)!
    const ghost = { ...state.started!.process!, pid: 4_194_304 - 7, born: 'never' }
    writeTarget(target, { ...state, started: { ...state.started!, process: ghost } })
    crashed ||= withDaemon
  }
  const hook = async (path: string, session: string) => {
    const orders: StartOrder[] = []
    asked += 1
    await auto({ ...where, cwd: path, now, session, pause: 'keep', start: order => orders.push(order) })
    for (const order of orders) await dreamNow(order, 'hook')
  }
  const isDown = () => story.down.some(({ from, to }) => now >= from && now < to)
  const world = {
    where,
    clock: { now: () => now, sleep: (ms: number) => passTo(now + ms) },
    run: async ({ cwd, token }: DaemonOrder) => {
      if (token !== undefined) await dreamNow({ target: targetFor({ ...where, cwd }), token }, 'daemon')
      return 0
    },
    isStopped: () => crashed || isDown() || now >= story.to,
  }
  while (now < story.to) {
    await runDaemon(world, 'forever')
    crashed = false
    // Nobody is there to ask until the machine is up again; a service manager takes a minute.
    do await passTo(now + MINUTE)
    while (isDown() && now < story.to)
  }
  return { dreams, heap, asked }
}

/** What is still held when everything that can go has gone. */
function liveHeap(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

/** Claude Code removes transcripts after thirty days. */
const KEPT_MS = 30 * 24 * 60 * MINUTE

type Event =
  | { readonly at: number; readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly at: number; readonly kind: 'sweep'; readonly file: string }
  | { readonly at: number; readonly kind: 'hook'; readonly path: string; readonly session: string }

function eventsOf(story: Story, stage: ReadonlyMap<string, ProjectStory>): Event[] {
  const events: Event[] = []
  for (const [path, { hooks, sessions, edits }] of stage) {
    const slug = join(dirname(path), 'home/.claude/projects', projectSlug(path))
    for (const { id, begins, ends } of sessions) {
      if (hooks) events.push({ at: begins, kind: 'hook', path, session: id })
      const text = `${JSON.stringify({ type: 'user', cwd: path, sessionId: id })}\n`
      const file = join(slug, `${id}.jsonl`)
      events.push({ at: ends, kind: 'write', file, text }, { at: ends + KEPT_MS, kind: 'sweep', file })
    }
    for (const [at, time] of edits.entries())
      events.push({ at: time, kind: 'write', file: join(slug, 'memory/notes.md'), text: `note ${at}\n` })
  }
  return events.sort((a, b) => a.at - b.at).filter(event => event.at < story.to)
}

function setUp(path: string, project: ProjectStory, home: string, at: number): void {
  mkdirSync(join(path, '.git'), { recursive: true })
  const memory = memoryOf(path, home)
  put(join(memory, 'MEMORY.md'), `# ${project.name}\n`, at - 1000)
  // The list of projects that the agent keeps tells whose memory this is before there is a transcript.
  const list = Object.fromEntries(['shop', 'blog', 'attic'].map(name => [join(dirname(path), name), {}]))
  put(join(home, '.claude.json'), JSON.stringify({ projects: list }), at - 1000)
}

const memoryOf = (path: string, home: string): string =>
  join(home, '.claude/projects', projectSlug(path), 'memory')

function put(file: string, text: string, at: number): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, at / 1000, at / 1000)
}

const quietly = (root: string) => ({ root, label: root, outcomes: [], salvaged: [], warnings: [] })
