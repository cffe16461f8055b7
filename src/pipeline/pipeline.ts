import {
  discoverOrExplain,
  newRunId,
  noteChangedFiles,
  noteProject,
  noteSightings,
  noteUnread,
  type Progress,
  recordRuns,
  sinceLastRun,
  sinceUnread,
  storeContext,
  type Where,
  withState,
} from '../app/index.ts'
import { currentHolder, DREAM_LOCK, errorWords } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { FolderOutcome, FolderPlan, Plan, Policy, Report, Since, Snapshot } from '../model/index.ts'
import { makePlan } from '../plan/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { commit, finishOpenRuns, type HeldFolder, holdFolders, unfinishedRuns } from '../store/index.ts'
import { makePlanner, type Planner, planFolders } from './planner.ts'
import { linkEvidence, linkNotes } from './read-folders.ts'

export interface DreamRequest {
  readonly where: Where
  readonly policy: Policy
  /**
   * `live` asks and applies. The others only look, and differ in what is said: `dry-run` shows what would happen, `check`
   * has an exit code for it, `plan` shows it as a plan. They finish no run, take no lease, record nothing and apply nothing;
   * links are asked as in a live run.
   */
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  /**
   * Asks a person: shown the plan before a memory file is changed, gives back what may be carried out. Without it all of
   * the plan is: what needs a person waits in its proposals, is no action of it, and is answered with `dream queue`.
   */
  readonly approve?: (plan: Plan) => Promise<Plan | 'declined'>
  readonly progress?: Progress
  /** The run that this is a part of; one of its own where absent. */
  readonly run?: string
  /** At which addresses links may be asked; else at those that everybody can reach. */
  readonly mayAsk?: (address: string) => boolean
}

/**
 * The whole of Dream. Folders are found (sources/discover.ts: those named, else those of every agent in sources/registry.ts,
 * such as ~/.claude/projects/<project>/memory). Each is read (read-folders.ts: MEMORY.md and every Markdown file beside it;
 * of folders below only the names and their lists of notes; evidence from git and the project) and planned by planner.ts
 * (plan/plan-folder.ts, which runs the checks of checks/registry.ts). A person is asked; what was approved is committed
 * (store/commit.ts); the outcome is reported (report/).
 */
export async function dream(request: DreamRequest): Promise<Report> {
  const started = performance.now()
  const at = Date.now()
  const report = request.mode === 'live' ? await liveRun(request) : await lookOnly(request)
  if (report.mode === 'live') recordRuns(storeContext(request.where).stateHome, report, at, Date.now())
  return { ...report, seconds: (performance.now() - started) / 1000 }
}

type Untimed = Omit<Report, 'seconds'>

/** Without asking and applying. */
async function lookOnly(request: DreamRequest): Promise<Untimed> {
  const { where, policy, mode, progress } = request
  const { folders, missing, notes } = discoverOrExplain(where)
  const resources = await linkEvidence(folders, request)
  const look = sinceThen(where)
  const planner = await makePlanner(folders, { ...request, resources })
  const plans = await planFolders(folders, planner, progress, look.note)
  const unfinished = unfinishedRuns(storeContext(where), folders)
  const plan = makePlan(plans, policy.rules)
  const allNotes = [...notes, ...linkNotes(resources)]
  return { mode, plan, results: [], since: look.since, missing, notes: allNotes, unfinished }
}

/**
 * Until a person has answered, nothing but Dream's own state is written: leases and versions of what others wrote. Runs that
 * were cut off are the exception, because they were approved. After the last commit comes the record of the run.
 */
async function liveRun(request: DreamRequest): Promise<Untimed> {
  const { where, policy, approve, progress } = request
  // After kill -9, Ctrl-C or a power cut: a run that has a write log is carried to its end first.
  const finished = await finishOpenRuns(storeContext(where))
  const { folders, missing, notes } = discoverOrExplain(where)
  // Before anything is held: servers may take their time.
  const resources = await linkEvidence(folders, request)
  // Where a process is gone, or gave no sign of life for an hour, its lease is taken over (store/lease.ts).
  const held = await holdFolders(storeContext(where), folders)
  try {
    const planner = await makePlanner(folders, { ...request, resources })
    const found = held.folders.map(folder => folder.found)
    const alive: Progress = step => {
      held.renew()
      progress?.(step)
    }
    const look = sinceThen(where)
    const sightings = noteAll(where)
    const onRead: typeof look.note = async (snapshot, own) => {
      await look.note(snapshot, own)
      const folder = found.find(({ root }) => root === own.root)
      if (folder !== undefined && (snapshot === undefined || hasMemories(snapshot)))
        await sightings.note(snapshot, folder)
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

/** What changed in each folder since the last run. One whose plan of that run still holds was not even read. */
function sinceThen(where: DreamRequest['where']) {
  const since: Since[] = []
  const note = async (snapshot: Snapshot | undefined, { root, verdicts }: FolderPlan) => {
    const isRead = snapshot !== undefined && hasMemories(snapshot)
    since.push(isRead ? sinceLastRun(where, snapshot) : sinceUnread(where, root, verdicts.length))
  }
  return { note, since }
}

/** A journal workspace has journals and a summary file; nothing in it is a memory that could come or go. */
const hasMemories = ({ folder }: Snapshot): boolean => folder.layout !== 'journal'

/** Versions of what others wrote are worth having, and no reason to give up a run where they cannot be had. */
function noteAll(where: DreamRequest['where']) {
  const failures: string[] = []
  const note = async (snapshot: Snapshot | undefined, found: FoundFolder) => {
    try {
      if (snapshot === undefined) await noteUnread(where, found.root)
      else await noteSightings(where, snapshot)
      await noteProject(where, found)
    } catch (error) {
      failures.push(say().places.folders.editsNotNoted(found.label, errorWords(error)))
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
    // Planned once more while all of it is known, for the cache: the next run finds that nothing changed.
    if (result.failure === undefined) planner.plan(found)
    results.push({ ...result, warnings: [...warnings, ...result.warnings] })
  }
  return results
}

interface LookRequest {
  readonly where: Where
  readonly policy: Policy
  readonly progress?: Progress
}

/** What a look sees of one folder: what a run would find, and whether Dream could note what was there. */
export interface FolderLook {
  readonly found: FoundFolder
  readonly plan: FolderPlan
  /** - `first`: never seen before. - `noted`: compared with what was seen before. - `busy`: a run is at work. */
  readonly record: 'first' | 'noted' | 'busy' | 'interrupted' | 'failed'
  /** Why it could not be noted. */
  readonly why?: string
}

interface Look {
  readonly folders: readonly FolderLook[]
  readonly missing: readonly string[]
  readonly notes: readonly string[]
  readonly unfinished: readonly { readonly label: string; readonly run: string }[]
}

/** The pipeline without its last step: finds, reads, checks and plans, changes nothing of the user's, notes what it saw. */
export async function look({ where, policy, progress }: LookRequest): Promise<Look> {
  const { folders, missing, notes } = discoverOrExplain(where)
  const planner = await makePlanner(folders, { where, policy, mode: 'live', ...(progress && { progress }) })
  const records = new Map<string, Pick<FolderLook, 'record' | 'why'>>()
  const onRead = async (snapshot: Snapshot | undefined, { root }: FolderPlan) => {
    const found = folders.find(folder => folder.root === root)!
    records.set(root, await noteWhatIsThere(where, found, snapshot))
  }
  const plans = await planFolders(folders, planner, progress, onRead)
  return {
    folders: plans.map(plan => ({
      found: folders.find(({ root }) => root === plan.root)!,
      plan,
      ...records.get(plan.root)!,
    })),
    missing,
    notes,
    unfinished: unfinishedRuns(storeContext(where), folders),
  }
}

/** While a run is at work, or one was cut off, files may be on their way: nothing can be said about them. */
async function noteWhatIsThere(
  where: Where,
  found: FoundFolder,
  snapshot: Snapshot | undefined,
): Promise<Pick<FolderLook, 'record' | 'why'>> {
  const before = withState(where, found.root, ({ writeLog, locks, log, seen }) => ({
    isCutOff: writeLog.open().length > 0,
    isBusy: currentHolder(locks, DREAM_LOCK, storeContext(where).clock) !== undefined,
    isKnown: seen.read().sightings.length > 0 || log.last() !== undefined,
  }))
  if (before?.isCutOff) return { record: 'interrupted' }
  if (before?.isBusy) return { record: 'busy' }
  try {
    if (snapshot === undefined) await noteChangedFiles(where, found)
    else if (snapshot.folder.layout !== 'journal') await noteSightings(where, snapshot, 'look')
    await noteProject(where, found)
    return { record: before?.isKnown ? 'noted' : 'first' }
  } catch (error) {
    return { record: 'failed', why: errorWords(error) }
  }
}
