import { type FileName, INDEX_FILE } from '../memory/file-name.ts'
import type { Finding, StaleFinding } from '../memory/finding.ts'
import type { FolderOutcome, Outcome, Report } from '../memory/outcome.ts'
import type { Action, FolderPlan, Reason } from '../memory/plan.ts'
import { findingEvidence, RESULT_WORDS } from './words.ts'

/** One folder of a report with plan and result brought together, so that every rendering tells the same story. */
export interface FolderView {
  readonly plan: FolderPlan
  readonly outcome: FolderOutcome | undefined
  readonly changes: readonly ChangeView[]
  readonly index: ChangeView | undefined
  /** Findings that no action, proposal or table of the report speaks of. */
  readonly notes: readonly Finding[]
  readonly warnings: readonly string[]
  /** One line for a folder with nothing to prune (D25). */
  readonly sentence: string | undefined
}

export interface ChangeView {
  readonly action: Action
  readonly result: Outcome['result'] | 'planned' | 'declined'
  readonly detail?: string
  /** How we know, a line each. */
  readonly evidence: readonly string[]
}

export function viewFolders(report: Report): readonly FolderView[] {
  const views = seen.get(report) ?? seeFolders(report)
  seen.set(report, views)
  return views
}

/** Every part of a report asks. */
const seen = new WeakMap<Report, readonly FolderView[]>()

function seeFolders(report: Report): FolderView[] {
  const results = new Map(report.results.map(result => [result.root, result]))
  return report.plan.folders.map(folder => viewFolder(report, folder, results.get(folder.root)))
}

/** Folders that were found and never planned for, because another run was at work there or they could not be opened. */
export function unreached(report: Report): FolderOutcome[] {
  const planned = new Set(report.plan.folders.map(folder => folder.root))
  return report.results.filter(result => !planned.has(result.root))
}

function viewFolder(report: Report, plan: FolderPlan, outcome: FolderOutcome | undefined): FolderView {
  const all = plan.actions.map(action => viewChange(report, plan, action, outcome))
  const changes = all.filter(change => change.action.reason.why !== 'index')
  const notes = remainingFindings(plan)
  const warnings = [...plan.warnings, ...(outcome?.warnings ?? [])]
  return {
    plan,
    outcome,
    changes,
    index: all.find(change => change.action.reason.why === 'index'),
    notes,
    warnings,
    sentence: nothingToPrune(plan, outcome),
  }
}

function viewChange(
  report: Report,
  plan: FolderPlan,
  action: Action,
  outcome: FolderOutcome | undefined,
): ChangeView {
  const evidence = evidenceFor(plan, action)
  if (report.mode === 'declined') return { action, result: 'declined', evidence }
  if (report.mode !== 'live') return { action, result: 'planned', evidence }
  const own = outcome?.outcomes.find(
    one => one.action.file === action.file && one.action.kind === action.kind,
  )
  if (own === undefined) return { action, result: 'not-started', detail: whyNotStarted(outcome), evidence }
  return own.result === 'done'
    ? { action, result: 'done', evidence }
    : { action, result: own.result, detail: own.detail, evidence }
}

const whyNotStarted = (outcome: FolderOutcome | undefined): string =>
  outcome?.failure?.sentence ?? 'the run ended before it'

/** The finding that an archive rests on, in words. */
function evidenceFor(plan: FolderPlan, { file, reason }: Action): string[] {
  const finding = plan.findings.find(one => isGroundOf(one, file, reason))
  return finding === undefined ? [] : findingEvidence(finding)
}

function isGroundOf(finding: Finding, file: FileName, reason: Reason): boolean {
  if (finding.kind === 'fully-stale') return reason.why === 'fully-stale' && finding.file === file
  if (finding.kind === 'promoted' || finding.kind === 'project-inactive')
    return reason.why === finding.kind && finding.file === file
  if (finding.kind === 'duplicate')
    return reason.why === 'duplicate' && finding.file === file && finding.of === reason.of
  return (
    finding.kind === 'contradiction' &&
    reason.why === 'contradicted' &&
    finding.file === file &&
    finding.by === reason.by
  )
}

/** Why a memory that a breaker kept would have gone. */
export function groundOf(plan: FolderPlan, file: FileName): Finding | undefined {
  const grounds: readonly Finding['kind'][] = [
    'fully-stale',
    'duplicate',
    'contradiction',
    'promoted',
    'project-inactive',
  ]
  return plan.findings.find(one => grounds.includes(one.kind) && 'file' in one && one.file === file)
}

const IN_OTHER_PLACES: readonly Finding['kind'][] = [
  'fully-stale',
  'mostly-stale',
  'partially-stale',
  'duplicate',
  'contradiction',
  'promoted',
  'finished',
  'superseded',
  'project-inactive',
  'topic-cluster',
  'index-missing',
  'index-entry-gone',
  'index-entry-missing',
]

function remainingFindings(plan: FolderPlan): Finding[] {
  const proposed = new Set(plan.proposals.map(proposal => JSON.stringify(proposal.finding)))
  const indexIsMended = plan.actions.some(action => action.file === INDEX_FILE)
  const isHere = ({ kind }: Finding): boolean =>
    (kind.startsWith('index-') && !indexIsMended) || !IN_OTHER_PLACES.includes(kind)
  return plan.findings.filter(finding => isHere(finding) && !proposed.has(JSON.stringify(finding)))
}

/** What a live run set out to do and did not: conflicts, failures and what depended on them. */
export function notDone(view: FolderView): ChangeView[] {
  const all = view.index === undefined ? view.changes : [...view.changes, view.index]
  return all.filter(change => change.detail !== undefined)
}

export function resultWords(change: ChangeView): string {
  if (change.result === 'planned' || change.result === 'declined') return change.result
  return change.detail === undefined
    ? RESULT_WORDS[change.result]
    : `${RESULT_WORDS[change.result]}: ${change.detail}`
}

type Stale = Finding & StaleFinding

/** Partially stale memories that stay, with what they miss: D24's last table. */
export function flagged(plan: FolderPlan): Stale[] {
  const stays = new Set(
    plan.verdicts.filter(verdict => verdict.fate === 'stays').map(verdict => verdict.file),
  )
  return plan.findings.flatMap(finding => (isPartly(finding) && stays.has(finding.file) ? [finding] : []))
}

const isPartly = (finding: Finding): finding is Stale =>
  finding.kind === 'partially-stale' || finding.kind === 'mostly-stale'

function nothingToPrune(plan: FolderPlan, outcome: FolderOutcome | undefined): string | undefined {
  if (outcome?.failure !== undefined || plan.layout !== 'index') return undefined
  const memories = plan.verdicts.length
  if (memories === 0) return 'Directory empty, nothing to consolidate'
  const current = plan.verdicts.every(one => one.class === 'fresh' || one.class === 'evergreen')
  const archives = plan.actions.some(action => action.kind === 'archive')
  if (archives || plan.withheld.length > 0) return undefined
  if (current && plan.proposals.length === 0) return `All ${memories} memories are current, nothing to prune`
  const looks = flagged(plan).length + plan.proposals.length
  return `Nothing to prune: all ${memories} memories stay${looks === 0 ? '' : `, ${looks} to look at`}`
}

/** Nothing here that a person has to read. */
export function isQuiet(view: FolderView): boolean {
  const { plan, outcome, notes, warnings } = view
  const told = [plan.actions, plan.proposals, plan.withheld, plan.suspended, flagged(plan), notes, warnings]
  const happened = outcome?.failure !== undefined || (outcome?.salvaged.length ?? 0) > 0
  return !happened && told.every(list => list.length === 0)
}
