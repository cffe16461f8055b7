import { execFileSync } from 'node:child_process'
import { schedulerFor } from '../automation/index.ts'
import { PRESETS, settingsOf } from '../config/index.ts'
import { errorWords } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { runOpenClaw } from '../sources/index.ts'
import {
  AGENTS,
  type AgentName,
  type ModelChoice,
  modelEdit,
  OPENCLAW_JOB,
  openClawJobs,
  type Planned,
  type SetupPlace,
} from './agents.ts'
import { type Edit, readConfiguration } from './edit.ts'
import {
  carryOutUndo,
  type Entry,
  forgetTask,
  makeEdits,
  type Replacement,
  type Task,
  type Undo,
  type Undoing,
  undoOf,
} from './record.ts'
import { startersOf } from './starters.ts'

/** An agent that a set-up is about, and where it was found. */
export interface FoundAgent {
  readonly name: AgentName | 'timer'
  readonly title: string
  readonly at?: string
}

/** What a set-up would change. Nothing is changed before `applySetup`. */
export interface Setup {
  readonly agents: readonly FoundAgent[]
  readonly edits: readonly Edit[]
  readonly tasks: readonly Task[]
  readonly notes: readonly string[]
  /** What keeps an agent from being set up. */
  readonly problems: readonly string[]
}

export interface Wanted {
  /** One of them alone; all that are found where absent. */
  readonly agent?: FoundAgent['name']
  readonly model?: ModelChoice
  /** Automatic runs may ask it too. */
  readonly automatic?: boolean
}

export async function planSetup(
  place: SetupPlace,
  { agent, model = 'none', automatic = false }: Wanted,
): Promise<Setup> {
  const found = AGENTS.map(each => ({ ...each, at: each.find(place) }))
  const chosen = found.filter(({ name, at }) => (agent === undefined ? at !== undefined : name === agent))
  const problems: string[] = []
  const plans = chosen.map(({ plan }): Planned => {
    try {
      return plan(place)
    } catch (error) {
      if (!(error instanceof DreamError)) throw error
      problems.push(error.sentence)
      return { edits: [] }
    }
  })
  const isStarted = plans.some(({ starts }) => starts) || startersOf(place).length > 0
  const needsTimer =
    agent === 'timer' ||
    (agent === undefined && chosen.length > 0 && (!isStarted || hasUnscheduledJournals(chosen, plans)))
  const timer = needsTimer ? await planTimer(place) : { edits: [], tasks: [] }
  const all = [...plans, timer, { edits: [await modelEdit(place, model, automatic)] }]
  const notes = all.flatMap(plan => ('notes' in plan ? (plan.notes ?? []) : []))
  if (agent !== undefined && !isStarted && !needsTimer) notes.push(say().setup.nothingStarts)
  notes.push(...keyNotes(place, model))
  return {
    agents: [
      ...chosen.map(({ name, title, at }) => ({ name, title, ...(at !== undefined && { at }) })),
      ...(needsTimer
        ? [{ name: 'timer' as const, title: say().setup.timer(schedulerFor(place.platform).system) }]
        : []),
    ],
    edits: all.flatMap(({ edits }) => edits.filter(edit => edit !== undefined)),
    tasks: all.flatMap(({ tasks = [] }) => tasks),
    notes,
    problems,
  }
}

/** What is left to do by hand: a key lies in the environment and in no file of Dream's. */
function keyNotes({ where }: SetupPlace, model: ModelChoice): string[] {
  if (model === 'none' || model === 'claude') return []
  const { keyVariable, model: name } = PRESETS[model]
  const words = say().setup
  if (keyVariable === null) return [words.localModel(name)]
  return where.env[keyVariable] ? [] : [words.keyMissing(keyVariable)]
}

/** Hooks of another agent do not review the journals of OpenClaw. */
const hasUnscheduledJournals = (
  chosen: readonly { readonly name: string }[],
  plans: readonly Planned[],
): boolean => chosen.some(({ name }, at) => name === 'openclaw' && plans[at]!.starts !== true)

async function timerOf({ where, platform, program, environment }: SetupPlace) {
  const { config } = await settingsOf({ ...where, cwd: where.home }, environment)
  const scanMinutes = Math.max(1, Math.round(config.autoDream.sessionGate.scanIntervalMs / 60_000))
  const { home, env } = where
  const request = { home, env, program, scanMinutes, environment }
  const { files, enable, disable } = schedulerFor(platform)
  const wanted = files(request).map(file => ({ ...file, found: readConfiguration(file.path) }))
  return { wanted, begin: enable(request).join(' && '), end: disable(request).join('; ') }
}

/** Whether the system's timer is there, and as it would be written now. */
export async function timerState(
  place: SetupPlace,
): Promise<{ state: 'absent' | 'in-place' | 'differs'; path: string }> {
  const { wanted } = await timerOf(place)
  const isAbsent = wanted.every(({ found }) => found.text === undefined)
  const isSame = wanted.every(({ found, text }) => found.text === text)
  return { state: isAbsent ? 'absent' : isSame ? 'in-place' : 'differs', path: wanted[0]?.path ?? '' }
}

async function planTimer(place: SetupPlace): Promise<Planned> {
  const { wanted, begin, end } = await timerOf(place)
  const edits = wanted
    .filter(({ text, found }) => found.text !== text)
    .map(({ text, found: { path, text: before } }) => ({ agent: 'timer', path, before, steps: [text] }))
  return { edits, tasks: edits.length === 0 ? [] : [{ agent: 'timer', line: begin, undo: { shell: end } }] }
}

/** A command that could not be run, and why: the person can run it. */
export interface Failed {
  readonly line: string
  readonly why: string
}

export function applySetup(place: SetupPlace, { edits, tasks }: Setup): Failed[] {
  makeEdits(place.where, edits, tasks)
  return tasks.flatMap(task => {
    const failed = run(place, task.line)
    // A job that is not there starts nothing, and nothing has to take it back.
    if (failed.length > 0 && 'openclawJob' in task.undo) forgetTask(place.where, task)
    return failed
  })
}

export interface Undone extends Undo {
  readonly lines: readonly string[]
}

/** What `applySetup` did, taken back; and a timer that an earlier version of Dream installed. */
export async function planUndo(place: SetupPlace, agent?: FoundAgent['name']): Promise<Undone> {
  const undo = undoOf(place.where, name => agent === undefined || name === agent)
  const isRecorded = undo.entries.some(entry => entry.agent === 'timer')
  const old = isRecorded || (agent !== undefined && agent !== 'timer') ? undefined : await oldTimer(place)
  const lines = undo.entries.flatMap(entry => (entry.undo === undefined ? [] : [lineOf(entry.undo)]))
  return {
    ...undo,
    files: [...undo.files, ...(old?.files ?? [])],
    lines: [...lines, ...(old === undefined ? [] : [old.line])],
  }
}

async function oldTimer(place: SetupPlace) {
  const { wanted, end } = await timerOf(place)
  const files = wanted.flatMap(({ found: { path, text } }): Replacement[] =>
    text === undefined ? [] : [{ path, before: text, after: undefined }],
  )
  return files.length === 0 ? undefined : { files, line: end }
}

export function applyUndo(place: SetupPlace, undo: Undone): Failed[] {
  const failed = undo.lines.flatMap(line => run(place, line))
  const isLeft = ({ undo: task }: Entry) =>
    task !== undefined && 'openclawJob' in task && failed.some(({ line }) => line === lineOf(task))
  carryOutUndo(place.where, { ...undo, entries: undo.entries.filter(entry => !isLeft(entry)) })
  return failed
}

const lineOf = (undo: Undoing): string =>
  'shell' in undo ? undo.shell : `openclaw cron rm ${undo.openclawJob}`

const WAIT_MS = 30_000
/** Of what a program says of its failure: warnings come first. */
const LAST_LINES = 3

function run(place: SetupPlace, line: string): Failed[] {
  const { env, home } = place.where
  if (line === JOB_REMOVAL) return removeJobs(place)
  try {
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    execFileSync('/bin/sh', ['-c', line], {
      cwd: home,
      env: { ...env },
      stdio: [...stdio],
      timeout: WAIT_MS,
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    const said = String((error as { stderr?: unknown }).stderr ?? '').trim()
    return [{ line, why: said === '' ? errorWords(error) : said.split('\n').slice(-LAST_LINES).join(' ') }]
  }
}

const JOB_REMOVAL = `openclaw cron rm ${OPENCLAW_JOB}`

/** By their ids, which the running gateway knows: where it does not answer, the jobs may still be there. */
function removeJobs(place: SetupPlace): Failed[] {
  const listed = runOpenClaw(place.where.env, ['cron', 'list', '--json'])
  const failed =
    listed === undefined
      ? run(place, 'openclaw cron list --json')
      : openClawJobs(listed).flatMap(id => run(place, `openclaw cron rm ${id}`))
  return failed.map(({ why }) => ({ line: JOB_REMOVAL, why }))
}
