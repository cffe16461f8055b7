import {
  type AgentChange,
  type AgentEstimate,
  type AgentPreview,
  type AgentReport,
  type AgentRun,
  dreamAgent,
  type HeldLine,
} from '../agents/index.ts'
import { llmRoles } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { exitCode, type Plan, type Report } from '../model/index.ts'
import {
  difference,
  indexWords,
  leftOutWords,
  newPage,
  type Page,
  shellWord,
  writeSpent,
} from '../report/index.ts'
import { maskSecrets } from '../text/index.ts'
import { approve, isEmpty, showOn, unappliedReport } from './approve.ts'
import { command, type Talk } from './command.ts'
import { POLICY, shared } from './options.ts'

export const agent = command({
  name: 'agent',
  group: 'models',
  help: say => say.help.agent,
  effect: 'write',
  settings: 'follow',
  input: {
    paths: { kind: 'word', need: 'optional', completes: 'directories' },
    ...shared('dryRun', 'yes'),
    steps: { kind: 'positive' },
    ...shared('transcripts', 'allowLarge'),
    ...POLICY,
    ...shared('folder', 'project', 'layout', 'env', 'verbose'),
  },
  examples: ['dream agent --dry-run', 'dream agent', 'dream agent --yes --steps 20', 'dream undo'],
  format: 'agent',
  async run({ where, policy, host, settings, place }, { dryRun, yes, steps, transcripts, verbose }, talk) {
    const role = llmRoles(settings.config, host.env).find(each => each.role === 'agents')!
    const approval = yes === true ? undefined : approvalBy(talk, { isVerbose: verbose === true, place })
    return dreamAgent({
      where,
      policy,
      role,
      mode: dryRun === true ? 'dry-run' : 'live',
      unattended: yes === true ? 'apply' : 'wait',
      progress: talk.progress,
      onEstimate: estimate => talk.say(`${estimateWords(estimate)}\n`),
      ...(approval !== undefined && { approve: approval }),
      ...(steps !== undefined && { bounds: { steps } }),
      ...(transcripts !== undefined && { transcripts }),
    })
  },
  render: (report, page, { input, place }) =>
    writeAgent(page, report, { isVerbose: input.verbose === true, place }),
  /** An agent that was stopped half-way is something that failed. */
  exitCode({ run, report }) {
    const code = exitCode(report)
    return code === 0 && run.stop.word !== 'finished' ? 1 : code
  },
})

/** The estimate was told before. */
type Shown = Omit<AgentReport, 'estimate'>

interface View {
  readonly isVerbose: boolean
  readonly place: string
}

type Decision = Plan | 'declined'

/** Somebody at a terminal sees what the agent did and what would come of it, and decides. */
function approvalBy({ ask, ...talk }: Talk, shown: View) {
  if (ask === undefined) return undefined
  return async (plan: Plan, preview: AgentPreview): Promise<Decision> => {
    const page = newPage(talk.look)
    talk.say(`${writeAgent(page, { ...preview, report: unappliedReport(plan) }, shown).end()}\n`)
    // What a model wrote is not taken by a mere Enter.
    const asking = { ask, show: showOn(talk), first: 'one-by-one', alone: true } as const
    const folders = await approve(plan.folders, asking)
    return typeof folders === 'string' || folders.every(isEmpty) ? 'declined' : { ...plan, folders }
  }
}

const FEW_REFUSALS = 5
const FEW_LINES = 12
const MANY_LINES = 1000
const LONGEST_SUMMARY = 4_000

/** Before anything is spent. */
function estimateWords({ notes, model, tokens, most, usd }: AgentEstimate): string {
  const dollars = usd && { about: usd.about.toFixed(2), most: usd.most.toFixed(2) }
  return say().review.agent.estimate(notes, model, tokens, most, dollars)
}

/** What the agent did, what it cost, and what became of it. */
function writeAgent(page: Page, agent: Shown, { isVerbose, place }: View): Page {
  const { run, dropped, report } = agent
  if (report.mode === 'dry-run') page.uncut(say().report.dryRun, 'warn').gap()
  page.text(stopWords(agent), 0, run.stop.word === 'finished' ? 'strong' : 'bad')
  writeSummary(page, run)
  writeCalls(page, run, isVerbose)
  writeChanges(page, agent, isVerbose)
  for (const { file, why } of dropped) page.gap().entry(file, say().review.agent.notTaken(why), 0, 'warn')
  writeResult(page, report)
  const spent = { role: 'agents', purpose: 'dream agent', model: run.model, ...run.spent }
  writeSpent(page, spent.calls > 0 ? [spent] : [])
  writeNext(page, agent, place)
  return page
}

/** One sentence, the stop word in it. */
function stopWords({ run: { stop, steps, seconds }, changes }: Shown): string {
  const words = say().review.agent
  const time = seconds.toFixed(1)
  if (stop.word === 'finished') return words.finished(steps, time)
  const why = stop.word === 'model-failed' ? `${stop.outcome}: ${stop.why}` : words.stops[stop.word]
  const stopped = words.stopped(steps, time, stop.word, why)
  return changes.length === 0 ? stopped : `${stopped} ${words.restWaits}`
}

function writeSummary(page: Page, { summary }: AgentRun): void {
  if (summary.trim() === '') return
  page.gap().text(say().review.agent.ownWords, 0, 'quiet')
  for (const line of maskSecrets(summary)
    .slice(0, LONGEST_SUMMARY)
    .split(/\r\n|\r|\n/))
    page.text(line, 2)
}

function writeCalls(page: Page, { calls, refused }: AgentRun, isVerbose: boolean): void {
  if (calls.length === 0) return
  const words = say().review.agent
  const tools = calls.map(({ tool, count }) => `${tool} ${count}`).join(', ')
  page.gap().text(words.tools(tools, refused.length), 0, 'quiet')
  const shown = isVerbose ? refused : refused.slice(0, FEW_REFUSALS)
  for (const { tool, reason } of shown) page.entry(tool, reason.split('\n', 1)[0]!, 2, 'quiet')
  if (shown.length < refused.length) page.text(words.more(refused.length - shown.length), 2, 'quiet')
}

function writeChanges(page: Page, agent: Shown, isVerbose: boolean): void {
  const { changes, report } = agent
  const words = say().review.agent
  const { actions = [], recall, withheld = [] } = report.plan.folders[0] ?? {}
  const isDone = report.mode === 'live'
  const shown = changes.filter(({ file }) => !isDone || actions.some(action => action.file === file))
  const left = changes.filter(change => !shown.includes(change))
  if (changes.length === 0 && actions.length === 0) {
    page.gap().text(words.nothing)
    return
  }
  if (shown.length + actions.length > 0)
    page.gap().text(withheld.length > 0 ? words.wanted : isDone ? words.done : words.would, 0, 'warn')
  const few = isVerbose ? MANY_LINES : FEW_LINES
  const most = isDone && !isVerbose ? 0 : few
  for (const change of shown) writeChange(page, change, most)
  writeIndex(page, agent, most)
  if (recall !== undefined)
    page.text(words.searchCheck(recall.asked, recall.before, recall.after), 2, 'quiet')
  const isWaiting = agent.waiting !== undefined
  const lines = isDone && isWaiting ? (agent.index?.held ?? []) : []
  if (left.length + lines.length > 0)
    page.gap().text(isWaiting ? words.waits : words.left, 0, isWaiting ? 'warn' : 'quiet')
  for (const change of left) writeChange(page, change, few)
  writeHeldLines(page, lines)
}

/** What the index says is read in every conversation: each line that comes or goes is shown. */
function writeIndex(page: Page, { index, report }: Shown, most: number): void {
  const summary = report.results[0]?.index ?? report.plan.folders[0]?.index
  if (summary === undefined || summary.step === 'none') return
  page.entry('MEMORY.md', say().review.agent.index(indexWords(summary)), 2)
  if (index === undefined) return
  writeDifference(page, index.was, index.becomes, most)
  if (report.mode !== 'live') writeHeldLines(page, index.held)
}

function writeHeldLines(page: Page, held: readonly HeldLine[]): void {
  for (const { line, why } of held)
    page.text(`MEMORY.md: ${maskSecrets(line)}`, 2).text(say().review.agent.held(why), 4, 'warn')
}

function writeChange(
  page: Page,
  { file, change, held, was = '', becomes = '' }: AgentChange,
  most: number,
): void {
  page.entry(file, say().review.agent.change[change], 2)
  if (held !== undefined) page.text(say().review.agent.held(maskSecrets(held)), 4, 'warn')
  writeDifference(page, was, becomes, most)
}

function writeDifference(page: Page, was: string, becomes: string, most: number): void {
  if (most === 0) return
  const lines = difference(was, becomes).filter(line => line.in !== 'both')
  for (const line of lines.slice(0, most)) {
    if ('lines' in line) {
      if (line.in === 'more') page.text(leftOutWords(line), 4, 'quiet')
      continue
    }
    page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 4, line.in === 'first' ? 'bad' : 'good')
  }
  if (lines.length > most) page.text(say().review.agent.moreLines(lines.length - most), 4, 'quiet')
}

function writeResult(page: Page, { plan, results }: Report): void {
  for (const { sentence } of plan.folders.flatMap(folder => folder.withheld))
    page.gap().text(say().review.agent.withheld, 0, 'bad').text(sentence, 2)
  for (const warning of plan.folders.flatMap(folder => folder.warnings))
    page.text(say().notes.warning(warning), 0, 'warn')
  for (const { failure, outcomes, warnings } of results) {
    if (failure !== undefined) page.gap().text(failure.sentence, 0, 'bad')
    for (const one of outcomes)
      if (one.result !== 'done')
        page.entry(one.action.file, `${say().report.results[one.result]}: ${one.detail}`, 0, 'bad')
    for (const warning of warnings) page.text(say().notes.warning(warning), 0, 'warn')
  }
}

function writeNext(page: Page, { report, waiting }: Shown, place: string): void {
  const run = report.results.find(({ outcomes }) => outcomes.some(({ result }) => result === 'done'))?.run
  if (waiting !== undefined || run !== undefined) page.gap()
  if (waiting !== undefined)
    page.uncut(`dream apply ${shellWord(waiting)}`, 'good').text(say().review.agent.applyWaiting, 2)
  if (run !== undefined) page.uncut(`dream undo ${run}${place}`, 'good').text(say().review.agent.undo, 2)
}
