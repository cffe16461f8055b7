import { resolve } from 'node:path'
import { foldersOf, type Progress, readRunLog, storeContext, type Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, INDEX_FILE, type Plan, type Policy, type Report, type Snapshot } from '../model/index.ts'
import { type Model, openModel, realTimer, timerOf } from '../models/index.ts'
import { readAll } from '../pipeline/index.ts'
import { planFolder } from '../plan/index.ts'
import { askedWords, askGate } from '../search/index.ts'
import { type FoundFolder, type Transcripts, transcriptsBeside, transcriptsIn } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { type AgentBounds, type AgentRun, runDreamAgent } from './dream-agent.ts'
import type { AgentIndex, Dropped } from './dream-agent-index.ts'
import { type AgentChange, type AgentPlan, linesThatWait, planOfDiff } from './dream-agent-plan.ts'
import { boxRules, buildConsolidationPrompt, firstWords } from './prompt.ts'
import { settleAgent } from './settle.ts'

export interface AgentRequest {
  readonly where: Where
  readonly policy: Policy
  /** The agents' role as it is configured; its budget bounds the run. */
  readonly role?: LlmRole
  /** A model of one's own, in place of the configured one. */
  readonly model?: Model
  /** `dry-run`: the agent works on its copy, and nothing is written or kept. */
  readonly mode: 'live' | 'dry-run'
  readonly bounds?: Partial<AgentBounds>
  /** A folder of transcripts; without it those beside the memory, where there are any. */
  readonly transcripts?: string
  /** What may be applied where nobody approves: nothing, or what neither limits nor protections hold. */
  readonly unattended?: 'wait' | 'apply'
  /** Shown the plan before anything is written; gives back what may be carried out. */
  readonly approve?: (plan: Plan, preview: AgentPreview) => Promise<Plan | 'declined'>
  readonly progress?: Progress
}

/** What a person is shown before anything is decided. */
export interface AgentPreview {
  readonly run: AgentRun
  readonly changes: readonly AgentChange[]
  /** Absent where the index stays as it is. */
  readonly index?: AgentIndex
  readonly dropped: Dropped
}

export interface AgentReport extends AgentPreview {
  readonly report: Report
  /** The file of the plan that waits for a person; `dream apply` carries it out. */
  readonly waiting?: string
}

/** P4: enough for a folder of some hundred notes; each can be set. */
const DEFAULT_BOUNDS: AgentBounds = { steps: 40, tokens: 400_000, seconds: 900, usd: null }

/** P2, P3, P4: an agent dreams over a copy of one memory folder; what it leaves becomes a plan like any other. */
export async function dreamAgent(request: AgentRequest): Promise<AgentReport> {
  const started = performance.now()
  const model = modelOf(request)
  await finishOpenRuns(storeContext(request.where))
  const found = oneFolder(request.where)
  const snapshot = readAll([found], request.where)[0]!
  refuseLayout(snapshot)
  const { run, planned } = await inBox(request, model, snapshot)
  const report = await settleAgent(request, run, planned)
  return { ...report, report: { ...report.report, seconds: (performance.now() - started) / 1000 } }
}

/** The prompt for one folder, as P1 builds it, with what is known about its sessions. */
export function consolidationPrompt(where: Where, transcripts?: string): string {
  const { root } = oneFolder(where)
  return promptFor(root, transcriptsFor(where, root, transcripts))
}

function modelOf({ model, role, where }: AgentRequest): Model {
  if (model !== undefined) return model
  if (role?.state === 'ready') return openModel(role, where.env, timerOf(where))
  const words = say().agents
  const why =
    role?.state === 'no-key' ? words.noKey(role.keyVariable ?? '', role.endpoint ?? '') : words.noModel
  throw new DreamError(words.modelHelp(why), 2)
}

/** What the configuration says of the role bounds each run. */
function budgetOf(role: LlmRole | undefined): Partial<AgentBounds> {
  const { calls = null, tokens = null, seconds = null, usd = null } = role?.budget ?? {}
  return {
    ...(calls !== null && { steps: calls }),
    ...(tokens !== null && { tokens }),
    ...(seconds !== null && { seconds }),
    usd,
  }
}

function oneFolder(where: Where): FoundFolder {
  const folders = foldersOf(where)
  if (folders.length === 1) return folders[0]!
  if (folders.length === 0) throw new DreamError(say().agents.whichFolder, 2)
  const labels = folders.map(({ label }) => label).join(', ')
  throw new DreamError(say().agents.oneFolder(labels), 2)
}

function refuseLayout({ folder }: Snapshot): void {
  if (folder.layout === 'index' && folder.listing.state === 'whole') return
  const why = folder.layout === 'index' ? 'notListed' : folder.layout
  throw new DreamError(say().agents.cannot[why](folder.label), 2)
}

function transcriptsFor(where: Where, root: string, given: string | undefined): Transcripts | undefined {
  const since = readRunLog(storeContext(where).stateHome, root).done?.at ?? 0
  if (given === undefined) return transcriptsBeside(root, since)
  const found = transcriptsIn(resolve(where.cwd, given), since)
  if (found === undefined) throw new DreamError(say().places.files.noSuchFile(given), 2)
  return found
}

const promptFor = (memoryRoot: string, transcripts: Transcripts | undefined): string =>
  buildConsolidationPrompt({
    memoryRoot,
    ...(transcripts !== undefined && {
      transcriptDir: transcripts.folder,
      sessionIds: transcripts.sessionIds,
    }),
  })

async function inBox(
  request: AgentRequest,
  model: Model,
  snapshot: Snapshot,
): Promise<{ run: AgentRun; planned: AgentPlan }> {
  const { where, policy, progress } = request
  const { root, memories, index } = snapshot.folder
  const transcripts = transcriptsFor(where, root, request.transcripts)
  const bounds = { ...DEFAULT_BOUNDS, ...budgetOf(request.role), ...request.bounds }
  const files = [...memories.map(({ file }) => file), ...(index === undefined ? [] : [INDEX_FILE])]
  const place = { root, files, now: Date.now, ...(transcripts && { transcripts: transcripts.folder }) }
  // Only here, because the tools need the schema library, which takes longer to load than most commands take to run.
  const { openAgentBox } = await import('./dream-agent-box.ts')
  const box = openAgentBox(place)
  try {
    const run = await runDreamAgent({
      model,
      tools: box.tools,
      instructions: `${promptFor(root, transcripts)}\n\n${boxRules()}`,
      data: firstWords(planFolder(snapshot, policy).findings, new Date()),
      bounds,
      timer: where.timer ?? realTimer,
      onStep: step => progress?.({ what: say().agents.step, done: step, of: bounds.steps }),
    })
    const { originals } = box.scratch
    const shown = { notes: box.seen(), rows: box.rows() }
    const diff = { snapshot, originals, left: box.scratch.left(), shown }
    return { run, planned: throughGate(snapshot, planOfDiff(diff, policy)) }
  } finally {
    box.close()
  }
}

/** What the folder answers today it has to answer afterwards: whatever an answer would be lost with waits for a person. */
export function throughGate(snapshot: Snapshot, planned: AgentPlan): AgentPlan {
  const verdict = askGate(snapshot, planned.plan.actions)
  if (verdict.outcome === 'nothing-changes') return planned
  const changes = planned.changes.map((change): AgentChange => {
    const lost = verdict.lost.find(({ blame }) => blame.some(id => id.endsWith(`/${change.file}`)))
    if (lost === undefined || change.held !== undefined) return change
    return { ...change, held: say().agents.waits.unanswered(askedWords(lost.query)) }
  })
  const { asked, before, after } = verdict
  const kept = changes.filter((change, at) => change !== planned.changes[at]).map(({ file }) => file)
  const recall = { asked, before: before.found, after: after.found, kept }
  const gated = { ...planned, changes, plan: { ...planned.plan, recall } }
  const { index } = planned
  // A line belongs to its memory, also where that waits only now.
  return index === undefined ? gated : { ...gated, index: { ...index, held: linesThatWait(gated) } }
}
