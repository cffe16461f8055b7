import { foldersOf, newRunId, type Progress, storeContext, type Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import {
  type Action,
  type FileName,
  type FolderOutcome,
  type FolderPlan,
  INDEX_FILE,
  type Mode,
  type Plan,
  type Policy,
  type Report,
  type Snapshot,
} from '../model/index.ts'
import type { Model } from '../models/index.ts'
import { readAll } from '../pipeline/index.ts'
import { makePlan } from '../plan/index.ts'
import { keepPlan } from '../review/index.ts'
import { commit } from '../store/index.ts'
import type { AgentBounds, AgentRun } from './dream-agent.ts'
import { type AgentIndex, asLines, type Dropped, type HeldLine, withLinesOf } from './dream-agent-index.ts'
import { type AgentPlan, linesThatWait, planOfDiff, unattended } from './dream-agent-plan.ts'
import type { AgentChange, AgentDiff } from './dream-agent-trust.ts'
import type { Original } from './scratch.ts'

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
  /** Its own last look, in milliseconds since 1970: sessions since then are named. Else since the last run. */
  readonly since?: number
  /** Told before the model is asked. */
  readonly onEstimate?: (estimate: AgentEstimate) => void
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

/** What a run will take, about and at most. In dollars where the price is set. */
export interface AgentEstimate {
  readonly notes: number
  readonly model: string
  readonly tokens: number
  readonly most: number
  readonly usd: { readonly about: number; readonly most: number } | null
}

export interface AgentReport extends AgentPreview {
  readonly report: Report
  /** The file of the plan that waits for a person; `dream apply` carries it out. */
  readonly waiting?: string
  readonly estimate: AgentEstimate
}

/** What becomes of an agent's plan: shown, approved, applied, or kept for a person. */
export async function settleAgent(
  request: AgentRequest,
  run: AgentRun,
  planned: AgentPlan,
): Promise<Omit<AgentReport, 'estimate'>> {
  const { policy, mode } = request
  const whole = makePlan([planned.plan], policy.rules)
  const about = previewOf(run, planned)
  if (mode === 'dry-run' || !hasWork(planned.plan))
    return { ...about, report: reportOf(mode === 'dry-run' ? 'dry-run' : 'plan', whole, []) }
  const decided = await decide(request, about, planned, whole)
  if (decided === 'declined') return { ...about, report: reportOf('declined', whole, []) }
  const folder = decided.plan.folders[0]!
  const applied = hasWork(folder) ? [await applyFolder(request, folder)] : []
  const left = waitingPlan(request, planned, folder, applied[0])
  const isLive = applied.length > 0
  return {
    ...(isLive ? decided.preview : about),
    report: reportOf(isLive ? 'live' : 'plan', isLive ? decided.plan : whole, applied),
    ...(left !== undefined && { waiting: keepPlan(request.where, makePlan([left], policy.rules)) }),
  }
}

const hasWork = ({ actions }: FolderPlan): boolean => actions.length > 0

const previewOf = (
  run: AgentRun,
  { changes, index, dropped }: Pick<AgentPlan, 'changes' | 'index' | 'dropped'>,
): AgentPreview => ({ run, changes, ...(index !== undefined && { index }), dropped })

interface Decided {
  readonly plan: Plan
  readonly preview: AgentPreview
}

/** A person takes the plan as it is; where nobody looks, texts carry the label of the least trusted word in them. */
async function decide(
  { approve, policy, unattended: may = 'wait' }: AgentRequest,
  preview: AgentPreview,
  planned: AgentPlan,
  whole: Plan,
): Promise<Decided | 'declined'> {
  if (approve !== undefined) {
    const plan = await approve(whole, preview)
    return plan === 'declined' ? plan : { plan, preview }
  }
  const isFree = may === 'apply' && policy.rules !== 'propose' && preview.run.stop.word === 'finished'
  const alone = unattended(planned, isFree ? 'finished' : 'cut-off', policy)
  return {
    plan: { ...whole, folders: [alone.plan] },
    preview: previewOf(preview.run, { ...alone, dropped: preview.dropped }),
  }
}

function reportOf(mode: Mode, plan: Plan, results: readonly FolderOutcome[]): Report {
  return { mode, plan, results, missing: [], unfinished: [], notes: [], seconds: 0 }
}

async function applyFolder({ where, policy }: AgentRequest, folder: FolderPlan): Promise<FolderOutcome> {
  const { root, label, actions } = folder
  const order = { root, label, actions, run: newRunId(Date.now()), command: 'agent', rules: policy.rules }
  return commit(storeContext(where), { ...order, plan: folder })
}

const readAgain = (where: Where): Snapshot => readAll(foldersOf(where), where)[0]!

/** What is left for a person: all of it where nothing could be done, else what was held, planned on the folder as it is now. */
function waitingPlan(
  { where, policy, approve }: AgentRequest,
  planned: AgentPlan,
  { actions }: FolderPlan,
  applied: FolderOutcome | undefined,
): FolderPlan | undefined {
  if (applied?.failure !== undefined) return planned.plan
  if (approve !== undefined) return undefined
  if (applied === undefined) return planned.plan
  const held = planned.plan.actions.filter(
    ({ file }) => file !== INDEX_FILE && !actions.some(one => one.file === file),
  )
  const lines = linesThatWait(planned)
  if (held.length === 0 && lines.length === 0) return undefined
  const { plan } = planOfDiff(diffOf(readAgain(where), held, lines, planned), policy)
  return hasWork(plan) ? plan : undefined
}

/** The texts as a person would approve them: they were judged when the agent had left them. */
function diffOf(
  snapshot: Snapshot,
  held: readonly Action[],
  lines: readonly HeldLine[],
  { from: { own } }: AgentPlan,
): AgentDiff {
  const originals = originalsOf(snapshot)
  const left = new Map<FileName, string | undefined>([...originals].map(([file, { text }]) => [file, text]))
  for (const action of held) {
    if (action.kind === 'archive') left.delete(action.file)
    else if (action.kind === 'write') left.set(action.file, action.pieces.map(({ text }) => text).join(''))
  }
  const index = left.get(INDEX_FILE)
  if (own !== undefined && index !== undefined) {
    const files = new Set<string>([...held.map(({ file }) => file), ...lines.flatMap(targetsOf)])
    left.set(INDEX_FILE, withLinesOf(asLines(index), own.lines, files))
  }
  return { snapshot, originals, left }
}

const targetsOf = ({ file, line }: HeldLine): string[] => {
  const target = file ?? asLines(line)[0]?.entry?.target
  return target === undefined ? [] : [target]
}

function originalsOf({ folder: { memories, index } }: Snapshot): Map<FileName, Original> {
  const originals = new Map<FileName, Original>(
    memories.map(({ file, hash, size, head, body }) => [file, { hash, size, text: head + body }]),
  )
  if (index === undefined) return originals
  const text = index.lines.map(line => line.text).join('')
  return originals.set(INDEX_FILE, { hash: index.hash, size: index.size, ...(index.editable && { text }) })
}
