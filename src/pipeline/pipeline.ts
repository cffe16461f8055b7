import {
  discoverFolders,
  newRunId,
  noteSightings,
  type Progress,
  recordRuns,
  sinceLastRun,
  storeContext,
  type Where,
} from '../app/index.ts'
import { errorWords } from '../disk/index.ts'
import type { FolderOutcome, FolderPlan, Plan, Policy, Report, Since, Snapshot } from '../model/index.ts'
import { makePlan } from '../plan/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { commit, finishOpenRuns, type HeldFolder, holdFolders, unfinishedRuns } from '../store/index.ts'
import { linkEvidence, linkNotes } from './link-evidence.ts'
import { makePlanner, type Planner, planFolders } from './plan-folders.ts'

export interface DreamRequest {
  readonly where: Where
  readonly policy: Policy
  /** Everything but `live` stops before the last step, and writes nothing at all. */
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  /** Shown the plan before anything is written; gives back what may be carried out. */
  readonly approve?: (plan: Plan) => Promise<Plan | 'declined'>
  readonly progress?: Progress
  /** The run that this is a part of; one of its own where absent. */
  readonly run?: string
  /** M10: at which addresses links may be asked; else at those that everybody can reach. */
  readonly mayAsk?: (address: string) => boolean
}

/** The whole of Dream: discover, read, check, plan, apply, report. */
export async function dream(request: DreamRequest): Promise<Report> {
  const started = performance.now()
  const at = Date.now()
  const report = request.mode === 'live' ? await liveRun(request) : await lookOnly(request)
  if (report.mode === 'live') recordRuns(storeContext(request.where).stateHome, report, at, Date.now())
  return { ...report, seconds: (performance.now() - started) / 1000 }
}

type Outcome = Omit<Report, 'seconds'>

/** The pipeline without its last step. */
async function lookOnly(request: DreamRequest): Promise<Outcome> {
  const { where, policy, mode, progress } = request
  const { folders, missing, notes } = discoverFolders(where)
  const resources = await linkEvidence(folders, request)
  const look = sinceThen(where)
  const planner = makePlanner(folders, { ...request, resources })
  const plans = await planFolders(folders, planner, progress, look.note)
  const unfinished = unfinishedRuns(storeContext(where), folders)
  const plan = makePlan(plans, policy.rules)
  const allNotes = [...notes, ...linkNotes(resources)]
  return { mode, plan, results: [], since: look.since, missing, notes: allNotes, unfinished }
}

async function liveRun(request: DreamRequest): Promise<Outcome> {
  const { where, policy, approve, progress } = request
  const finished = await finishOpenRuns(storeContext(where))
  const { folders, missing, notes } = discoverFolders(where)
  // Before anything is held: servers may take their time.
  const resources = await linkEvidence(folders, request)
  const held = await holdFolders(storeContext(where), folders)
  try {
    const planner = makePlanner(folders, { ...request, resources })
    const found = held.folders.map(folder => folder.found)
    const alive: Progress = step => {
      held.renew()
      progress?.(step)
    }
    const look = sinceThen(where)
    const sightings = noteAll(where)
    const onRead: typeof look.note = async (snapshot, own) => {
      await look.note(snapshot, own)
      if (snapshot !== undefined && hasMemories(snapshot)) await sightings.note(snapshot)
    }
    const plan = makePlan(await planFolders(found, planner, alive, onRead), policy.rules)
    const approved = approve !== undefined && hasWork(plan) ? await approve(plan) : plan
    const allNotes = [...finished, ...notes, ...linkNotes(resources), ...sightings.failures]
    const seen = { since: look.since, missing, notes: allNotes, unfinished: [] }
    if (approved === 'declined') return { mode: 'declined', plan, results: [], ...seen }
    const results = await applyAll(request, approved, held.folders, planner)
    return { mode: 'live', plan: approved, results: [...held.refused, ...results], ...seen }
  } finally {
    held.release()
  }
}

/** A5: a folder whose plan of the last run still holds was not even read. */
function sinceThen(where: DreamRequest['where']) {
  const since: Since[] = []
  const note = async (snapshot: Snapshot | undefined, { root, verdicts }: FolderPlan) => {
    const unread = { root, skipped: verdicts.length, updated: 0, added: 0, removed: 0 }
    const isRead = snapshot !== undefined && hasMemories(snapshot)
    since.push(isRead ? sinceLastRun(where, snapshot) : unread)
  }
  return { note, since }
}

/** A journal workspace has journals and a summary file; nothing in it is a memory that could come or go. */
const hasMemories = ({ folder }: Snapshot): boolean => folder.layout !== 'journal'

/** Versions of what others wrote are worth having, and no reason to give up a run where they cannot be had. */
function noteAll(where: DreamRequest['where']) {
  const failures: string[] = []
  const note = async (snapshot: Snapshot) => {
    try {
      await noteSightings(where, snapshot)
    } catch (error) {
      failures.push(`${snapshot.folder.label}: edits made outside Dream were not noted: ${errorWords(error)}`)
    }
  }
  return { note, failures }
}

function hasWork(plan: Plan): boolean {
  return plan.folders.some(folder => folder.actions.length > 0)
}

async function applyAll(
  { where, progress, run = newRunId(Date.now()) }: DreamRequest,
  plan: Plan,
  held: readonly HeldFolder<FoundFolder>[],
  planner: Planner,
): Promise<FolderOutcome[]> {
  const results: FolderOutcome[] = []
  for (const { found, lease, warnings } of held) {
    progress?.({ what: 'applying', done: results.length, of: held.length })
    const { root, label } = found
    const own = plan.folders.find(folder => folder.root === root)
    if (own === undefined || own.actions.length === 0) {
      results.push({ root, label, outcomes: [], salvaged: [], warnings })
      continue
    }
    const { actions } = own
    const order = { root, label, actions, run, command: 'run', rules: plan.rules, plan: own, lease }
    const result = await commit(storeContext(where), order)
    // Looked at once more while all of it is known: the next run finds that nothing changed.
    if (result.failure === undefined) planner.plan(found)
    results.push({ ...result, warnings: [...warnings, ...result.warnings] })
  }
  return results
}
