import { noteModelLook, readRunLog, storeContext, type Where } from '../app/index.ts'
import { type Config, llmRoles } from '../config/index.ts'
import { errorWords } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import type { FolderPlan, Policy, Report, SpentRow } from '../model/index.ts'
import {
  addSpent,
  type Model,
  makeTally,
  modelFor,
  monthPurse,
  NOTHING_SPENT,
  spentInMonth,
} from '../models/index.ts'
import { openQueue } from '../review/index.ts'
import { dreamAgent } from './agent.ts'
import { extract } from './extract.ts'
import type { AgentEstimate } from './settle.ts'

export interface AutomaticRequest {
  readonly where: Where
  readonly policy: Policy
  readonly config: Config
  /** The run of the rules, which is complete. */
  readonly report: Pick<Report, 'plan' | 'results'>
  readonly now: number
}

/** What the model did in an automatic run: sentences for the person, and what it cost. */
export interface AutomaticHelp {
  readonly words: readonly string[]
  readonly spent: readonly SpentRow[]
}

/** So much has to be new before the dream agent looks: findings that wait, or sessions with something to save. */
const DRIFT = { findings: 5, sessions: 3 } as const

/**
 * A9: after the rules, where a person allowed it: extract from sessions that no model has read, refine, then the dream
 * agent over what has drifted. All of it waits in the queue; nothing that goes wrong here is a failed run.
 */
export async function askAutomatically(request: AutomaticRequest): Promise<AutomaticHelp> {
  const { where, config, now } = request
  const role = llmRoles(config, where.env).find(each => each.role === 'agents')!
  const words = say().agents.automatic
  if (role.state !== 'ready')
    return {
      words: [words.notReady(role.state === 'no-key' ? (role.keyVariable ?? '') : 'llm.agents')],
      spent: [],
    }
  const { run, month } = config.autoDream.model
  const tally = makeTally()
  const purse = monthPurse(where, month, () => now + performance.now() - started)
  const started = performance.now()
  const budget = {
    ...role.budget,
    tokens: tighter(role.budget.tokens, run.tokens),
    usd: tighter(role.budget.usd, run.usd),
    seconds: tighter(role.budget.seconds, run.seconds),
  }
  const llm = { ...config.llm, agents: { ...config.llm.agents, budget } }
  const { model, settings } = modelFor('agents', llm, where, { tally, purse })
  const said: string[] = []
  const attempt = async (what: string, work: () => Promise<readonly string[]>) => {
    try {
      said.push(...(await work()))
    } catch (error) {
      said.push(words.failed(what, errorWords(error)))
    }
  }
  await attempt('extract', () => extractUnattended(request, model))
  for (const folder of request.report.plan.folders) {
    const isWhole = request.report.results.every(
      ({ root, failure }) => root !== folder.root || failure === undefined,
    )
    if (folder.layout !== 'index' || !isWhole) continue
    const left = () => tokensLeft(budget.tokens, tally.rows(), month.tokens, spentInMonth(where, now).tokens)
    await attempt(folder.label, () => agentUnattended({ ...request, role: settings, model, left }, folder))
  }
  return { words: said, spent: tally.rows() }
}

const tighter = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

function tokensLeft(
  run: number | null,
  rows: readonly SpentRow[],
  month: number | null,
  spentThisMonth: number,
): number {
  const { inputTokens, outputTokens } = rows.reduce((sum, row) => addSpent(sum, row), NOTHING_SPENT)
  const ofRun = run === null ? Number.POSITIVE_INFINITY : run - inputTokens - outputTokens
  return Math.min(ofRun, month === null ? Number.POSITIVE_INFINITY : month - spentThisMonth)
}

async function extractUnattended(
  { where, policy, config }: AutomaticRequest,
  model: Model,
): Promise<readonly string[]> {
  const words = say().agents.automatic
  const isWritten = config.policy.model === 'apply-additions'
  const report = await extract({
    where,
    policy,
    transcripts: [],
    sessions: [],
    mode: 'live',
    model,
    ...(isWritten && { approve: async (_, { actions }) => actions }),
  })
  const { root, drafts, did, warnings } = report
  const sessions = new Set(drafts.map(({ transcript }) => transcript))
  const { stateHome } = storeContext(where)
  const look = lookOf(stateHome, root)
  if (sessions.size > 0)
    noteModelLook(stateHome, root, { ...look, sessions: [...new Set([...look.sessions, ...sessions])] })
  const unanswered = report.model?.unanswered[0]
  return [
    ...(drafts.length === 0 ? [] : [words.drafts(drafts.length, did === 'written' ? 'written' : 'waiting')]),
    ...(unanswered === undefined ? [] : [words.unanswered(unanswered)]),
    ...warnings,
  ]
}

const lookOf = (stateHome: string, root: string) =>
  readRunLog(stateHome, root).model ?? { at: 0, findings: [], sessions: [] }

interface AgentTurn extends AutomaticRequest {
  readonly role: NonNullable<Parameters<typeof dreamAgent>[0]['role']>
  readonly model: Model
  readonly left: () => number
}

async function agentUnattended(
  { where, policy, config, role, model, now, left }: AgentTurn,
  { root, label, proposals }: FolderPlan,
): Promise<readonly string[]> {
  const words = say().agents.automatic
  const { stateHome } = storeContext(where)
  const look = lookOf(stateHome, root)
  const fresh = proposals.filter(({ id }) => !look.findings.includes(id))
  if (fresh.length < DRIFT.findings && look.sessions.length < DRIFT.sessions) return []
  const here = { ...where, paths: [root], allProjects: false }
  const queue = openQueue({ where: here, policy, settings: config })
  if ((await queue.listOthers()).some(item => item.producer === 'agent' && item.root === root))
    return [words.stillWaits(label)]
  const onEstimate = ({ tokens }: AgentEstimate) => {
    if (tokens > left()) throw new Error(words.tooDear(tokens, Math.max(0, left())))
  }
  const { run, changes, waiting } = await dreamAgent({
    where: here,
    policy,
    role,
    model,
    mode: 'live',
    unattended: 'wait',
    since: look.at,
    onEstimate,
  })
  // What was not looked at to the end is looked at again.
  if (run.stop.word === 'finished')
    noteModelLook(stateHome, root, { at: now, findings: proposals.map(({ id }) => id), sessions: [] })
  const why = 'why' in run.stop ? `${run.stop.outcome}: ${run.stop.why}` : run.stop.word
  return [
    ...(waiting === undefined ? [] : [words.plan(label, changes.length)]),
    ...(run.stop.word === 'finished' ? [] : [words.stopped(label, why)]),
  ]
}
