import { storeContext } from '../app/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type DiffLine, difference, leftOutWords, newPage, type Page, shownJson } from '../report/index.ts'
import {
  AGENT_NAMES,
  applySetup,
  applyUndo,
  type Failed,
  type FoundAgent,
  MODEL_CHOICES,
  type ModelChoice,
  planSetup,
  planUndo,
  type SetupPlace,
} from '../setup/index.ts'
import { nearest } from '../text/index.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'

const NAMES = [...AGENT_NAMES, 'timer'] as const

export interface Change {
  readonly path: string
  readonly kind: 'create' | 'change' | 'remove'
  readonly difference: readonly DiffLine[]
}

export interface SetupReport {
  readonly did: 'nothing' | 'shown' | 'declined' | 'done' | 'undone'
  readonly agents: readonly FoundAgent[]
  readonly changes: readonly Change[]
  /** Command lines that are run, or would be. */
  readonly lines: readonly string[]
  readonly notes: readonly string[]
  readonly problems: readonly string[]
  readonly failed: readonly Failed[]
  /** Where the archive lies, which an undo leaves alone. */
  readonly archive?: string
  /** Whether the person has seen the changes already, before the question. */
  readonly isShown: boolean
}

export const setup = command({
  name: 'setup',
  group: 'connections',
  help: say => say.setup.help,
  effect: 'write',
  settings: 'none',
  input: {
    agent: { kind: 'word', need: 'optional', completes: NAMES },
    undo: { kind: 'flag' },
    model: { kind: 'choice', choices: MODEL_CHOICES, conflicts: ['undo'] },
    automatic: { kind: 'flag', conflicts: ['undo'] },
    ...shared('yes', 'env'),
  },
  examples: ['dream setup', 'dream setup codex --yes', 'dream setup --undo'],
  format: 'setup',
  async run(app, { agent: word, undo, model, automatic, yes, env }, talk): Promise<SetupReport> {
    const agent = agentNamed(word)
    const { where, host } = app
    const environment = env === undefined ? {} : { environment: env }
    const place: SetupPlace = { where, platform: host.platform, program: host.program, ...environment }
    const change =
      undo === true ? await undoing(place, agent) : await settingUp(place, agent, { model, automatic }, talk)
    const notes = host.program.some(path => path.includes('/_npx/')) ? [say().setup.fromNpx] : []
    const report = { ...change.report, notes: [...notes, ...change.report.notes], failed: [], isShown: false }
    if (report.changes.length + report.lines.length === 0) {
      // What a killed process left behind goes even so.
      if (undo === true && yes === true) change.apply()
      return { ...report, did: 'nothing' }
    }
    if (yes === true) return { ...report, did: change.did, failed: change.apply() }
    if (talk.ask === undefined) return { ...report, did: 'shown' }
    const page = newPage(talk.look)
    writeReport(page, { ...report, did: 'shown' })
    talk.say(page.end())
    const { confirm } = say().setup
    const answer = await talk.ask.confirm(confirm(report.changes.length, report.lines.length))
    if (answer !== 'yes') return { ...report, did: 'declined', isShown: true }
    return { ...report, did: change.did, failed: change.apply(), isShown: true }
  },
  json: ({ isShown: _, ...report }) => shownJson({ format: 'dream-setup', version: 1, ...report }),
  render(report, page) {
    const words = say().setup
    if (!report.isShown) writeReport(page, report)
    for (const { line, why } of report.failed) page.text(words.failed(line, why), 0, 'warn')
    const { did, changes, agents } = report
    if (did === 'nothing' && report.archive !== undefined) return page.gap().text(words.nothingToUndo)
    if (did === 'nothing' && agents.length === 0) return page.gap().text(words.nobody).text(words.name)
    if (did === 'nothing') return report.problems.length > 0 ? page : page.gap().text(words.already)
    if (did === 'shown' || did === 'declined') return page.gap().text(words[did], 0, 'strong')
    if (did === 'done')
      return page
        .gap()
        .text(words.done(changes.length, report.lines.length - report.failed.length), 0, 'strong')
        .text(words.nextTime)
        .entry('dream setup --undo', words.takeBack, 0)
    return page
      .gap()
      .text(words.undone(changes.length, report.lines.length - report.failed.length), 0, 'strong')
      .text(words.archiveStays(report.archive ?? ''))
  },
  exitCode: ({ problems, failed }) => (problems.length + failed.length === 0 ? 0 : 1),
})

function agentNamed(word: string | undefined): FoundAgent['name'] | undefined {
  const name = NAMES.find(each => each === word)
  if (word !== undefined && name === undefined)
    throw new DreamError(say().setup.unknownAgent(word, NAMES.join(', '), nearest(word, NAMES)), 2)
  return name
}

type Report = Omit<SetupReport, 'did' | 'failed' | 'isShown'>

interface Planned {
  readonly report: Report
  readonly did: 'done' | 'undone'
  apply(): readonly Failed[]
}

async function settingUp(
  place: SetupPlace,
  agent: FoundAgent['name'] | undefined,
  given: { readonly model?: ModelChoice | undefined; readonly automatic?: boolean | undefined },
  { ask }: Talk,
): Promise<Planned> {
  const first = await planSetup(place, { ...(agent !== undefined && { agent }) })
  const asks = given.model === undefined && agent === undefined && ask !== undefined && first.edits.length > 0
  const chosen = asks ? await modelChosen(ask) : (given.model ?? 'none')
  const automatic =
    asks && chosen !== 'none' && chosen !== 'key' && given.automatic === undefined
      ? (await ask.confirm(say().setup.automatic)) === 'yes'
      : given.automatic === true
  const wanted = {
    ...(agent !== undefined && { agent }),
    model: chosen === 'key' ? ('none' as const) : chosen,
    automatic,
  }
  const plan = wanted.model !== 'none' || automatic ? await planSetup(place, wanted) : first
  const { agents, edits, tasks, notes, problems } = plan
  const changes = edits.map(({ path, before, steps }) => changeOf(path, before, steps.at(-1)))
  const more = chosen === 'key' ? [say().setup.modelByKey] : []
  return {
    report: { agents, changes, lines: tasks.map(({ line }) => line), notes: [...notes, ...more], problems },
    did: 'done',
    apply: () => applySetup(place, plan),
  }
}

async function modelChosen(ask: NonNullable<Talk['ask']>): Promise<ModelChoice | 'key'> {
  const { whichModel, models } = say().setup
  const choices = ([...MODEL_CHOICES, 'key'] as const).map(value => ({ value, label: models[value] }))
  const answer = await ask.choose(whichModel, choices)
  return answer === 'cancelled' ? 'none' : answer
}

async function undoing(place: SetupPlace, agent: FoundAgent['name'] | undefined): Promise<Planned> {
  const undo = await planUndo(place, agent)
  const problems = undo.entangled.map(path => say().setup.entangled(path))
  const changes = undo.files.map(({ path, before, after }) => changeOf(path, before, after))
  const archive = storeContext(place.where).stateHome
  return {
    report: { agents: [], changes, lines: undo.lines, notes: [], problems, archive },
    did: 'undone',
    apply: () => applyUndo(place, undo),
  }
}

function changeOf(path: string, before: string | undefined, after: string | undefined): Change {
  const kind = before === undefined ? 'create' : after === undefined ? 'remove' : 'change'
  const isOneSided = kind !== 'change'
  const lines = difference(before ?? '', after ?? '').filter(
    line => !isOneSided || !('text' in line) || line.text !== '',
  )
  return { path, kind, difference: lines }
}

function writeReport(page: Page, report: Omit<SetupReport, 'isShown'>): void {
  const { agents, changes, lines, notes, problems } = report
  const words = say().setup
  for (const { name, title, at } of agents)
    page.text(name === 'timer' ? title : words.found(title, at), 0, 'strong')
  for (const { path, kind, difference: shown } of changes) {
    page.gap().text(words.change[kind](path), 2)
    for (const line of shown) writeLine(page, line)
  }
  for (const line of lines) page.gap().text(words.runs(line), 2)
  for (const problem of problems) page.gap().text(problem, 0, 'bad')
  for (const note of notes) page.gap().text(note, 0, 'quiet')
}

/** With its indent, which says where in a configuration a line belongs. */
function writeLine(page: Page, line: DiffLine): void {
  if ('lines' in line) {
    page.text(leftOutWords(line), 6, 'quiet')
    return
  }
  const [mark, tone] = ({ both: ['  '], first: ['- ', 'bad'], second: ['+ ', 'good'] } as const)[line.in]
  page.uncut(`    ${mark}${line.text.replaceAll('\t', '  ')}`, tone)
}
