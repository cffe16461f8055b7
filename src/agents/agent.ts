import { resolve } from 'node:path'
import { foldersOf, readRunLog, storeContext, type Where } from '../app/index.ts'
import type { LlmRole } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, INDEX_FILE, type Snapshot } from '../model/index.ts'
import { type Model, openModel, realTimer, timerOf } from '../models/index.ts'
import { projectsFor, readAll } from '../pipeline/index.ts'
import { planFolder } from '../plan/index.ts'
import { askedWords, askGate } from '../search/index.ts'
import { type FoundFolder, type Transcripts, transcriptsBeside, transcriptsIn } from '../sources/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { type AgentBounds, type AgentRun, MOST_CHARACTERS, runDreamAgent } from './dream-agent.ts'
import { type AgentPlan, linesThatWait, planOfDiff } from './dream-agent-plan.ts'
import type { AgentChange } from './dream-agent-trust.ts'
import { boxRules, buildConsolidationPrompt, firstWords, type PromptRequest } from './prompt.ts'
import type { ProjectRoot } from './sandbox/box.ts'
import { type AgentEstimate, type AgentReport, type AgentRequest, settleAgent } from './settle.ts'

/** P4: grows with the folder, so that an agent that reads note by note comes to its end; each can be set. */
const boundsFor = (notes: number): AgentBounds => ({
  steps: 40 + notes,
  tokens: 400_000 + 30_000 * notes,
  seconds: 900 + 20 * notes,
  usd: null,
})

/** Characters of a token, about; notes that are read in one turn; tokens of the prompt with its tools, and of an answer. */
const TURN = { characters: 4, notes: 6, prompt: 4_000, answer: 400 } as const

/** Every turn sends what was read so far, up to what one conversation carries along. */
function estimateOf(
  { folder }: Snapshot,
  bounds: AgentBounds,
  model: string,
  price: LlmRole['price'] | undefined,
): AgentEstimate {
  const notes = folder.memories.length
  const read = folder.memories.reduce((sum, { size }) => sum + size, 0) / TURN.characters
  const turns = Math.min(bounds.steps, 6 + Math.ceil(notes / TURN.notes))
  const carried = Math.min(MOST_CHARACTERS / TURN.characters, read) / 2
  const [input, output] = [turns * (TURN.prompt + carried) + read, turns * TURN.answer].map(Math.round) as [
    number,
    number,
  ]
  const dollars = (tokens: number, answered: number) =>
    (tokens * (price?.input ?? 0) + answered * (price?.output ?? 0)) / 1e6
  const isPriced = price !== undefined && price.input !== null && price.output !== null
  const most = bounds.tokens
  const cap = bounds.usd ?? Number.POSITIVE_INFINITY
  return {
    notes,
    model,
    tokens: Math.min(input + output, most),
    most,
    usd: isPriced
      ? { about: Math.min(cap, dollars(input, output)), most: Math.min(cap, dollars(most * 0.9, most * 0.1)) }
      : null,
  }
}

/** P2, P3, P4: an agent dreams over a copy of one memory folder; what it leaves becomes a plan like any other. */
export async function dreamAgent(request: AgentRequest): Promise<AgentReport> {
  const started = performance.now()
  const model = modelOf(request)
  await finishOpenRuns(storeContext(request.where))
  const found = oneFolder(request.where)
  const snapshot = readAll([found], request.where)[0]!
  refuseLayout(snapshot)
  const { run, planned, estimate } = await inBox(request, model, found, snapshot)
  const report = await settleAgent(request, run, planned)
  return { ...report, estimate, report: { ...report.report, seconds: (performance.now() - started) / 1000 } }
}

/** The prompt for one folder, as P1 builds it, with what is known about its sessions. */
export function consolidationPrompt(where: Where, transcripts?: string): string {
  const { root } = oneFolder(where)
  return buildConsolidationPrompt(
    promptRequest(root, transcriptsFor({ where, ...(transcripts && { transcripts }) }, root)),
  )
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

function transcriptsFor(
  { where, transcripts: given, since: own }: Pick<AgentRequest, 'where' | 'transcripts' | 'since'>,
  root: string,
): Transcripts | undefined {
  const since = own ?? readRunLog(storeContext(where).stateHome, root).done?.at ?? 0
  if (given === undefined) return transcriptsBeside(root, since)
  const found = transcriptsIn(resolve(where.cwd, given), since)
  if (found === undefined) throw new DreamError(say().places.files.noSuchFile(given), 2)
  return found
}

const promptRequest = (memoryRoot: string, transcripts: Transcripts | undefined): PromptRequest => ({
  memoryRoot,
  ...(transcripts !== undefined && {
    transcriptDir: transcripts.folder,
    sessionIds: transcripts.sessionIds,
  }),
})

/** The project that the notes are about, where there is one and its files can be listed. */
function projectOf(where: Where, found: FoundFolder): ProjectRoot | undefined {
  const project = projectsFor(where, [found], 'read-only')(found)
  const files = project.files()
  return project.project.kind === 'absent' || 'unknown' in files
    ? undefined
    : { root: project.project.root, files }
}

async function inBox(
  request: AgentRequest,
  model: Model,
  found: FoundFolder,
  snapshot: Snapshot,
): Promise<{ run: AgentRun; planned: AgentPlan; estimate: AgentEstimate }> {
  const { where, policy, progress, role } = request
  const { root, memories, index } = snapshot.folder
  const transcripts = transcriptsFor(request, root)
  const bounds = { ...boundsFor(memories.length), ...budgetOf(role), ...request.bounds }
  const estimate = estimateOf(snapshot, bounds, model.name, role?.price)
  request.onEstimate?.(estimate)
  const files = [...memories.map(({ file }) => file), ...(index === undefined ? [] : [INDEX_FILE])]
  const project = projectOf(where, found)
  const prompt: PromptRequest = {
    ...promptRequest(root, transcripts),
    ...(project !== undefined && { projectRoot: project.root }),
    isCopy: true,
  }
  // Only here, because the tools need the schema library, which takes longer to load than most commands take to run.
  const { openAgentBox } = await import('./dream-agent-box.ts')
  const box = openAgentBox({
    root,
    files,
    now: Date.now,
    ...(transcripts && { transcripts: transcripts.folder }),
    ...(project && { project }),
  })
  try {
    const run = await runDreamAgent({
      model,
      tools: box.tools,
      instructions: `${buildConsolidationPrompt(prompt)}\n\n${boxRules(prompt, bounds)}`,
      data: firstWords(planFolder(snapshot, policy).findings, new Date()),
      bounds,
      timer: where.timer ?? realTimer,
      onStep: step => progress?.({ what: say().agents.step, done: step, of: bounds.steps }),
    })
    const { originals } = box.scratch
    const shown = { notes: box.seen(), rows: box.rows() }
    const diff = { snapshot, originals, left: box.scratch.left(), shown }
    return { run, planned: throughGate(snapshot, planOfDiff(diff, policy)), estimate }
  } finally {
    box.close()
  }
}

/** What the folder answers today it has to answer afterwards: whatever an answer would be lost with waits for a person. */
function throughGate(snapshot: Snapshot, planned: AgentPlan): AgentPlan {
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
