import { findingSubject } from '../checks/index.ts'
import type { Report } from '../model/index.ts'

export interface NextStep {
  /** A command line. */
  readonly run: string
  /** What it is for. */
  readonly to: string
}

/** What a reader of this report is likely to want next; nothing where there is nothing to want. */
export function nextSteps(report: Report, place = ''): NextStep[] {
  const command = (words: string, to: string): NextStep => ({ run: `dream ${words}${place}`, to })
  const memory = worthExplaining(report)
  return [
    ...(report.unfinished.length > 0 ? [command('recover', 'finish the run that was cut off')] : []),
    ...applying(report),
    ...(hasDone(report) ? [command('undo', 'take all of this back')] : []),
    ...(report.plan.folders.some(folder => folder.proposals.length > 0)
      ? [command('queue', 'decide what waits for you, one at a time')]
      : []),
    ...(memory === undefined
      ? []
      : [command(`explain ${memory}`, 'see how Dream knows, and what would change it')]),
  ]
}

function applying({ plan, mode }: Report): NextStep[] {
  const planned = plan.folders.some(folder => folder.actions.length > 0)
  if (!planned || (mode !== 'dry-run' && mode !== 'check')) return []
  return [{ run: `the same without --${mode}`, to: 'apply this' }]
}

const hasDone = (report: Report): boolean =>
  report.results.some(result => result.outcomes.some(outcome => outcome.result === 'done'))

/** One memory by name, so that the command can be copied as it is. */
function worthExplaining(report: Report): string | undefined {
  const { folders } = report.plan
  const waits = folders.flatMap(folder => folder.proposals.map(proposal => findingSubject(proposal.finding)))
  const there = new Set<string>(folders.flatMap(folder => folder.verdicts.map(verdict => verdict.file)))
  const held = folders.flatMap(folder => folder.withheld.flatMap(one => one.files))
  const goes = report.mode === 'live' ? [] : folders.flatMap(folder => folder.actions.map(one => one.file))
  return [...waits, ...held, ...goes].find(name => PLAIN.test(name) && there.has(name))
}

/** A name that a shell takes as it is. */
const PLAIN = /^[\w.][\w.-]*$/
