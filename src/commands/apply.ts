import { resolve } from 'node:path'
import { placeOf } from '../app/index.ts'
import { readTextFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, exitCode, type Plan, type Report } from '../model/index.ts'
import { parsePlan } from '../plan/index.ts'
import {
  difference,
  leftOutWords,
  type Page,
  renderJson,
  renderMarkdown,
  shownJson,
} from '../report/index.ts'
import { type PlanShown, showPlan } from '../review/index.ts'
import { applyPlan, lookedAt } from './apply-plan.ts'
import { type Approval, approvalFor, refuseMemoryFolder } from './approve.ts'
import { command, type Talk } from './command.ts'
import { shared } from './options.ts'
import { renderReport } from './run.ts'

const INTERRUPTED = 130

type Result =
  | { readonly did: 'shown'; readonly changes: readonly PlanShown[] }
  | {
      readonly did: 'applied'
      readonly report: Report
      readonly roots: readonly string[]
      readonly answer: ReturnType<Approval['answer']>
    }

export const apply = command({
  name: 'apply',
  group: 'notes',
  help: say => say.help.apply,
  effect: 'write',
  settings: 'follow',
  input: {
    plan: { kind: 'word', need: 'required', completes: 'files' },
    ...shared('dryRun', 'yes', 'markdown', 'output', 'folder', 'allProjects', 'project', 'rules'),
    ...shared('allowLarge', 'env', 'verbose', 'quiet'),
  },
  examples: [
    'dream apply plan.json --dry-run',
    'dream apply plan.json',
    'dream apply plan.json --yes',
    'dream apply plan.json -f ./notes',
    'dream undo',
  ],
  async run(app, input, talk): Promise<Result> {
    const { where, policy } = app
    const plan = await parsePlan(readTextFile(resolve(where.cwd, input.plan)))
    const against = app.settings.floor.against('rules', plan.rules)
    if (against !== undefined)
      throw new DreamError(say().builds.machine.plan(plan.rules, String(against.rule)), 2)
    refuseMemoryFolder(where.cwd, input.output, plan)
    if (input.dryRun === true) return { did: 'shown', changes: showPlan(lookedAt(where, plan).plan) }
    refuseUnasked(input.yes, talk, plan)
    const approval = approvalFor(app, input, talk)
    const { approve } = approval
    const report = await applyPlan({ where, plan, policy, approve, progress: talk.progress })
    const roots = plan.folders.map(folder => folder.root)
    return { did: 'applied', report, roots, answer: approval.answer() }
  },
  render(result, page, view) {
    if (result.did === 'shown') return show(result.changes, page)
    const { folder: _, ...scope } = view.input
    return renderReport(result.report, result.answer, {
      ...view,
      place: placeOf({ ...scope, paths: result.roots }),
    })
  },
  format: 'report',
  json: result =>
    result.did === 'applied'
      ? renderJson(result.report)
      : shownJson({ format: 'dream-plan-shown', version: 1, changes: result.changes }),
  markdown: result => (result.did === 'applied' ? renderMarkdown(result.report) : ''),
  file: (result, form) => {
    if (result.did === 'shown') return undefined
    return form === 'json' ? renderJson(result.report) : renderMarkdown(result.report)
  },
  exitCode: result => {
    if (result.did === 'shown') return 0
    return result.answer === 'interrupted' ? INTERRUPTED : exitCode(result.report)
  },
})

/** A plan is a file that anybody may have written. */
function refuseUnasked(yes: boolean | undefined, talk: Talk, { folders }: Plan): void {
  if (yes === true || talk.ask !== undefined) return
  if (folders.every(({ actions }) => actions.length === 0)) return
  throw new DreamError(say().review.apply.needsYes, 2)
}

/** What a plan would do to the files as they are now. */
function show(changes: readonly PlanShown[], page: Page): Page {
  const words = say().review.apply
  page.uncut(say().report.dryRun, 'warn')
  if (changes.length === 0) page.gap().text(words.nothing)
  for (const { label, file, kind, state, was = '', becomes } of changes) {
    page.gap().entry(`${label}/${file}`, words.would[kind], 0, 'strong')
    if (state === 'changed-since') page.text(words.changedSince, 2, 'warn')
    for (const line of becomes === undefined ? [] : difference(was, becomes))
      if (line.in === 'more') page.text(leftOutWords(line), 2, 'quiet')
      else if (line.in === 'first') page.text(`- ${line.text}`, 2, 'bad')
      else if (line.in === 'second') page.text(`+ ${line.text}`, 2, 'good')
  }
  return page
}
