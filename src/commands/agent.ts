import { dreamAgent } from '../agents/index.ts'
import { llmRoles } from '../config/index.ts'
import {
  type AgentChange,
  type AgentPreview,
  type AgentReport,
  type AgentRun,
  type AgentStop,
  exitCode,
  type HeldLine,
  type Plan,
  type Report,
} from '../model/index.ts'
import {
  DRY_RUN_NOTICE,
  difference,
  indexWords,
  leftOutWords,
  newPage,
  type Page,
  RESULT_WORDS,
  shellWord,
  writeSpent,
} from '../report/index.ts'
import { counted, maskSecrets } from '../text/index.ts'
import { approve, isEmpty, showOn, unappliedReport } from './approve.ts'
import { command, type Talk } from './command.ts'
import { POLICY, shared } from './options.ts'

export const agent = command({
  name: 'agent',
  group: 'models',
  summary: 'let a model dream over a copy of a memory folder; what it leaves becomes a plan',
  effect: 'write',
  settings: 'follow',
  input: {
    paths: {
      kind: 'word',
      need: 'optional',
      about: 'the memory folder; without it, that of this project',
      completes: 'directories',
    },
    ...shared('dryRun', 'yes'),
    steps: { kind: 'positive', about: 'at most n turns of the agent (40)' },
    ...shared('transcripts', 'allowLarge'),
    ...POLICY,
    ...shared('folder', 'project', 'layout', 'env', 'verbose'),
  },
  examples: [
    { line: 'dream agent --dry-run', about: 'the agent works on a copy, and you only look' },
    { line: 'dream agent', about: 'see the plan it leaves and decide; with no terminal the plan is kept' },
    { line: 'dream agent --yes --steps 20', about: 'apply what neither limits nor protections hold' },
    { line: 'dream undo', about: 'and take it back' },
  ],
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

interface Shown {
  readonly isVerbose: boolean
  readonly place: string
}

type Decision = Plan | 'declined'

/** Somebody at a terminal sees what the agent did and what would come of it, and decides. */
function approvalBy({ ask, ...talk }: Talk, shown: Shown) {
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

/** What the agent did, what it cost, and what became of it. */
function writeAgent(page: Page, agent: AgentReport, { isVerbose, place }: Shown): Page {
  const { run, dropped, report } = agent
  if (report.mode === 'dry-run') page.uncut(DRY_RUN_NOTICE, 'warn').gap()
  page.text(stopWords(agent), 0, run.stop.word === 'finished' ? 'strong' : 'bad')
  writeSummary(page, run)
  writeCalls(page, run, isVerbose)
  writeChanges(page, agent, isVerbose)
  for (const { file, why } of dropped) page.gap().entry(file, `not taken over: ${why}`, 0, 'warn')
  writeResult(page, report)
  const spent = { role: 'agents', purpose: 'dream agent', model: run.model, ...run.spent }
  writeSpent(page, spent.calls > 0 ? [spent] : [])
  writeNext(page, agent, place)
  return page
}

const STOPPED: Record<Exclude<AgentStop['word'], 'finished' | 'model-failed'>, string> = {
  'out-of-steps': 'it had no steps left (--steps gives more)',
  'out-of-tokens': 'its tokens were used up',
  'out-of-time': 'its time was over',
  'over-budget': 'its budget was used up',
}

/** One sentence, the stop word in it. */
function stopWords({ run: { stop, steps, seconds }, changes }: AgentReport): string {
  const after = `after ${counted(steps, 'step')} in ${seconds.toFixed(1)} s`
  if (stop.word === 'finished') return `The dream agent finished ${after}.`
  const why = stop.word === 'model-failed' ? `${stop.outcome}: ${stop.why}` : STOPPED[stop.word]
  const rest = changes.length === 0 ? '' : ' What it did until then waits for you.'
  return `The dream agent was stopped ${after}: ${stop.word}, ${why}.${rest}`
}

function writeSummary(page: Page, { summary }: AgentRun): void {
  if (summary.trim() === '') return
  page.gap().text('In its own words', 0, 'quiet')
  for (const line of maskSecrets(summary)
    .slice(0, LONGEST_SUMMARY)
    .split(/\r\n|\r|\n/))
    page.text(line, 2)
}

function writeCalls(page: Page, { calls, refused }: AgentRun, isVerbose: boolean): void {
  if (calls.length === 0) return
  const words = calls.map(({ tool, count }) => `${tool} ${count}`).join(', ')
  page.gap().text(`Tools: ${words}${refused.length === 0 ? '' : `; ${refused.length} refused`}`, 0, 'quiet')
  const shown = isVerbose ? refused : refused.slice(0, FEW_REFUSALS)
  for (const { tool, reason } of shown) page.entry(tool, reason.split('\n', 1)[0]!, 2, 'quiet')
  if (shown.length < refused.length)
    page.text(`and ${refused.length - shown.length} more (--verbose)`, 2, 'quiet')
}

const CHANGE_WORDS: Record<AgentChange['change'], string> = {
  added: 'new',
  rewritten: 'rewritten',
  retired: 'retired: it goes to the archive',
}

function writeChanges(page: Page, agent: AgentReport, isVerbose: boolean): void {
  const { changes, report } = agent
  const { actions = [], recall, withheld = [] } = report.plan.folders[0] ?? {}
  const isDone = report.mode === 'live'
  const shown = changes.filter(({ file }) => !isDone || actions.some(action => action.file === file))
  const left = changes.filter(change => !shown.includes(change))
  if (changes.length === 0 && actions.length === 0) {
    page.gap().text('Nothing changed: the agent left the folder as it is.')
    return
  }
  if (shown.length + actions.length > 0)
    page.gap().text(withheld.length > 0 ? 'What it wanted' : isDone ? 'Done' : 'Would be done', 0, 'warn')
  const few = isVerbose ? MANY_LINES : FEW_LINES
  const most = isDone && !isVerbose ? 0 : few
  for (const change of shown) writeChange(page, change, most)
  writeIndex(page, agent, most)
  if (recall !== undefined)
    page.text(
      `Recall: of ${counted(recall.asked, 'question')} near these changes ${recall.before} found an answer before, ${recall.after} after`,
      2,
      'quiet',
    )
  const isWaiting = agent.waiting !== undefined
  const lines = isDone && isWaiting ? (agent.index?.held ?? []) : []
  if (left.length + lines.length > 0)
    page.gap().text(isWaiting ? 'Waits for you' : 'Left as it is', 0, isWaiting ? 'warn' : 'quiet')
  for (const change of left) writeChange(page, change, few)
  writeHeldLines(page, lines)
}

/** What the index says is read in every conversation: each line that comes or goes is shown. */
function writeIndex(page: Page, { index, report }: AgentReport, most: number): void {
  const summary = report.results[0]?.index ?? report.plan.folders[0]?.index
  if (summary === undefined || summary.step === 'none') return
  page.entry('MEMORY.md', `brought up to date: ${indexWords(summary)}`, 2)
  if (index === undefined) return
  writeDifference(page, index.was, index.becomes, most)
  if (report.mode !== 'live') writeHeldLines(page, index.held)
}

function writeHeldLines(page: Page, held: readonly HeldLine[]): void {
  for (const { line, why } of held)
    page.text(`MEMORY.md: ${maskSecrets(line)}`, 2).text(`never without you: ${why}`, 4, 'warn')
}

function writeChange(
  page: Page,
  { file, change, held, was = '', becomes = '' }: AgentChange,
  most: number,
): void {
  page.entry(file, CHANGE_WORDS[change], 2)
  if (held !== undefined) page.text(`never without you: ${maskSecrets(held)}`, 4, 'warn')
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
  if (lines.length > most)
    page.text(`and ${counted(lines.length - most, 'line')} more (--verbose)`, 4, 'quiet')
}

function writeResult(page: Page, { plan, results }: Report): void {
  for (const { sentence } of plan.folders.flatMap(folder => folder.withheld))
    page.gap().text('Withheld, all of it', 0, 'bad').text(sentence, 2)
  for (const warning of plan.folders.flatMap(folder => folder.warnings))
    page.text(`Warning: ${warning}`, 0, 'warn')
  for (const { failure, outcomes, warnings } of results) {
    if (failure !== undefined) page.gap().text(failure.sentence, 0, 'bad')
    for (const one of outcomes)
      if (one.result !== 'done')
        page.entry(one.action.file, `${RESULT_WORDS[one.result]}: ${one.detail}`, 0, 'bad')
    for (const warning of warnings) page.text(`Warning: ${warning}`, 0, 'warn')
  }
}

function writeNext(page: Page, { report, waiting }: AgentReport, place: string): void {
  const run = report.results.find(({ outcomes }) => outcomes.some(({ result }) => result === 'done'))?.run
  if (waiting !== undefined || run !== undefined) page.gap()
  if (waiting !== undefined)
    page.uncut(`dream apply ${shellWord(waiting)}`, 'good').text('does what waits', 2)
  if (run !== undefined) page.uncut(`dream undo ${run}${place}`, 'good').text('takes all of this back', 2)
}
