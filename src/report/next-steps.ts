import type { Report } from '../memory/outcome.ts'
import { viewFolders } from './view.ts'
import { findingSubject } from './words.ts'

export interface NextStep {
  /** A command line. */
  readonly run: string
  /** What it is for. */
  readonly to: string
}

/** What a reader of this report is likely to want next; nothing where there is nothing to want. */
export function nextSteps(report: Report): NextStep[] {
  return [...recovery(report), ...applying(report), ...takingBack(report), ...understanding(report)]
}

const recovery = (report: Report): NextStep[] =>
  report.unfinished.length === 0 ? [] : [{ run: 'dream recover', to: 'finish the run that was cut off' }]

function applying(report: Report): NextStep[] {
  const planned = report.plan.folders.some(folder => folder.actions.length > 0)
  return planned && report.mode !== 'live' && report.mode !== 'plan'
    ? [{ run: 'dream', to: 'apply this' }]
    : []
}

function takingBack(report: Report): NextStep[] {
  const done = report.results.some(result => result.outcomes.some(outcome => outcome.result === 'done'))
  return done ? [{ run: 'dream undo', to: 'take all of this back' }] : []
}

/** One memory by name, so that the command can be copied as it is. */
function understanding(report: Report): NextStep[] {
  const folders = viewFolders(report)
  const waits = folders.flatMap(view => view.plan.proposals.map(proposal => findingSubject(proposal.finding)))
  const held = folders.flatMap(view => view.plan.withheld.flatMap(one => one.files))
  const goes = report.mode === 'live' ? [] : folders.flatMap(view => view.changes.map(one => one.action.file))
  const file = [...waits, ...held, ...goes].find(name => PLAIN.test(name) && name !== 'MEMORY.md')
  return file === undefined
    ? []
    : [{ run: `dream explain ${file}`, to: 'see how Dream knows, and what would change it' }]
}

/** A name that a shell takes as it is. */
const PLAIN = /^[\w.][\w.-]*$/
