import { resolve } from 'node:path'
import { placeOf } from '../app/index.ts'
import { readTextFile } from '../disk/index.ts'
import { DreamError, exitCode, type Plan, type PlanShown, type Report } from '../model/index.ts'
import { applyPlan, parsePlan } from '../pipeline/index.ts'
import {
  DRY_RUN_NOTICE,
  difference,
  leftOutWords,
  type Page,
  renderJson,
  renderMarkdown,
  shownJson,
} from '../report/index.ts'
import { showPlan } from '../review/index.ts'
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
  group: 'folders',
  summary: 'carry out a plan that dream plan wrote; what changed since is left alone',
  effect: 'write',
  settings: 'follow',
  input: {
    plan: { kind: 'word', need: 'required', about: 'the file', completes: 'files' },
    ...shared('dryRun', 'yes', 'markdown', 'output', 'folder', 'allProjects', 'project', 'rules'),
    ...shared('allowLarge', 'env', 'verbose', 'quiet'),
  },
  examples: [
    { line: 'dream apply plan.json --dry-run', about: 'see what it would change, line by line' },
    { line: 'dream apply plan.json', about: 'show it with the real paths, ask, carry it out' },
    { line: 'dream apply plan.json --yes', about: 'do not ask; needed where there is no terminal' },
    { line: 'dream apply plan.json -f ./notes', about: 'a folder that Dream would not find by itself' },
    { line: 'dream undo', about: 'and take it back' },
  ],
  async run(app, input, talk): Promise<Result> {
    const { where, policy } = app
    const plan = await parsePlan(readTextFile(resolve(where.cwd, input.plan)))
    refuseMemoryFolder(where.cwd, input.output, plan)
    if (input.dryRun === true) return { did: 'shown', changes: showPlan(plan) }
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
  throw new DreamError(
    'nothing was changed: dream apply asks before it changes memory files, and there is no terminal to ask at. Read the plan, then say --yes.',
    2,
  )
}

const KIND_WORDS: Record<PlanShown['kind'], string> = {
  write: 'would be written',
  append: 'would be added to',
  archive: 'would go to the archive',
}

/** What a plan would do to the files as they are now. */
function show(changes: readonly PlanShown[], page: Page): Page {
  page.uncut(DRY_RUN_NOTICE, 'warn')
  if (changes.length === 0) page.gap().text('The plan changes nothing.')
  for (const { label, file, kind, state, was = '', becomes } of changes) {
    page.gap().entry(`${label}/${file}`, KIND_WORDS[kind], 0, 'strong')
    if (state === 'changed-since')
      page.text('changed since the plan was made, so it would be left alone', 2, 'warn')
    for (const line of becomes === undefined ? [] : difference(was, becomes))
      if (line.in === 'more') page.text(leftOutWords(line), 2, 'quiet')
      else if (line.in === 'first') page.text(`- ${line.text}`, 2, 'bad')
      else if (line.in === 'second') page.text(`+ ${line.text}`, 2, 'good')
  }
  return page
}
