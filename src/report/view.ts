import { filesOf, findingEvidence, findingSubject, idOf, kindOf } from '../checks/index.ts'
import {
  type Action,
  type FileName,
  type Finding,
  type FolderOutcome,
  type FolderPlan,
  INDEX_FILE,
  type IndexSummary,
  type Outcome,
  type Report,
  type Rules,
} from '../model/index.ts'
import { RESULT_WORDS } from './words.ts'

/** One folder of a report with plan and result brought together, so that every rendering tells the same story. */
export interface FolderView {
  readonly plan: FolderPlan
  readonly outcome: FolderOutcome | undefined
  readonly changes: readonly ChangeView[]
  readonly index: ChangeView | undefined
  /** What becomes of the index, or became of it, in numbers. */
  readonly indexSummary: IndexSummary
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
  const done = new Map((outcome?.outcomes ?? []).map(one => [keyOf(one.action), one]))
  const all = plan.actions.map(action => viewChange(report, plan, action, outcome, done.get(keyOf(action))))
  const changes = all.filter(change => change.action.reason.why !== 'index')
  const index = all.find(change => change.action.reason.why === 'index' && !isUnchanged(change, outcome))
  const notes = remainingFindings(plan)
  const warnings = [...plan.warnings, ...(outcome?.warnings ?? [])]
  return {
    plan,
    outcome,
    changes,
    index,
    indexSummary: outcome?.index ?? summaryOf(plan, index),
    notes,
    warnings,
    sentence: nothingToPrune({ plan, changes, outcome }),
  }
}

/** As planned; where it was to be done and was not, as it was before. */
function summaryOf({ index: planned }: FolderPlan, change: ChangeView | undefined): IndexSummary {
  const { removed, added = 0, remaining } = planned
  if (change === undefined || isSettled(change)) return { ...planned, added }
  return { step: 'none', removed: 0, added: 0, remaining: remaining + removed - added }
}

/** Carried out or, where nothing is carried out, planned. */
export const isSettled = (change: ChangeView): boolean =>
  change.result === 'done' || change.result === 'planned'

export const isArchived = (change: ChangeView): boolean =>
  change.action.kind === 'archive' && isSettled(change)

function viewChange(
  report: Report,
  plan: FolderPlan,
  action: Action,
  outcome: FolderOutcome | undefined,
  own: Outcome | undefined,
): ChangeView {
  const evidence = evidenceFor(plan, action)
  if (report.mode === 'declined') return { action, result: 'declined', evidence }
  if (report.mode !== 'live') return { action, result: 'planned', evidence }
  if (own === undefined) return { action, result: 'not-started', detail: whyNotStarted(outcome), evidence }
  return own.result === 'done' || wasMended(action, outcome)
    ? { action, result: 'done', evidence }
    : { action, result: own.result, detail: own.detail, evidence }
}

const keyOf = ({ kind, file }: Action): string => `${kind} ${file}`

/** An index that somebody edited at the same moment is brought up to date after them. */
const wasMended = ({ reason }: Action, outcome: FolderOutcome | undefined): boolean =>
  reason.why === 'index' && outcome?.index !== undefined && outcome.index.step !== 'none'

/** An index may be written and come out as it was, where the archive that its line was to follow did not happen. */
const isUnchanged = ({ result }: ChangeView, outcome: FolderOutcome | undefined): boolean =>
  result === 'done' && outcome?.index?.step === 'none'

const whyNotStarted = (outcome: FolderOutcome | undefined): string =>
  outcome?.failure?.sentence ?? 'the run ended before it'

/** How we know that a memory should go. */
function evidenceFor({ findings }: FolderPlan, { kind, finding: id }: Action): readonly string[] {
  const finding = kind === 'archive' && id !== undefined ? findings.find(one => one.id === id) : undefined
  return finding === undefined ? [] : findingEvidence(finding)
}

/** Why a memory that a limit kept would have gone. */
export function reasonItWouldGo({ findings }: FolderPlan, file: FileName, rules: Rules): Finding | undefined {
  return findings.find(finding => {
    const { removal } = kindOf(finding)
    const mayActAlone = rules === 'seed' || typeof removal?.needsReview === 'function'
    return removal !== undefined && mayActAlone && filesOf(finding)[0] === file
  })
}

function remainingFindings(plan: FolderPlan): Finding[] {
  const proposed = new Set(plan.proposals.map(({ finding }) => idOf(finding)))
  const isWritten = plan.actions.some(action => action.file === INDEX_FILE)
  const hasNoDetail = (finding: Finding): boolean => {
    const { isNote, removal, settledBy } = kindOf(finding)
    if (isNote !== undefined) return isNote(finding, { isWritten, step: plan.index.step })
    return removal === undefined && !(settledBy === 'index' && isWritten)
  }
  return plan.findings.filter(finding => hasNoDetail(finding) && !proposed.has(idOf(finding)))
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

/** Partially stale memories that stay, with what they miss: D24's last table. */
export function flagged({
  plan,
  changes,
  outcome,
}: Pick<FolderView, 'plan' | 'changes' | 'outcome'>): Finding[] {
  const gone = new Set<string>([
    ...changes.filter(isArchived).map(({ action }) => action.file),
    ...(outcome?.vanished ?? []),
  ])
  return plan.findings.filter(finding => kindOf(finding).isFlagged && !gone.has(findingSubject(finding)))
}

/** Those of them that nobody is asked about. */
export function onlyFlagged(view: Pick<FolderView, 'plan' | 'changes' | 'outcome'>): Finding[] {
  const proposed = new Set(view.plan.proposals.map(proposal => findingSubject(proposal.finding)))
  return flagged(view).filter(finding => !proposed.has(findingSubject(finding)))
}

/** What a flagged memory names and is gone. */
export const missingOf = (finding: Finding) => kindOf(finding).missing?.(finding) ?? []

function nothingToPrune(view: Pick<FolderView, 'plan' | 'changes' | 'outcome'>): string | undefined {
  const { plan, outcome } = view
  if (outcome?.failure !== undefined || plan.layout !== 'index') return undefined
  const memories = plan.verdicts.length
  if (memories === 0) return 'Directory empty, nothing to consolidate'
  const current = plan.verdicts.every(one => one.class === 'fresh' || one.class === 'evergreen')
  const archives = plan.actions.some(action => action.kind === 'archive')
  if (archives || plan.withheld.length > 0) return undefined
  if (current && plan.proposals.length === 0) return `All ${memories} memories are current, nothing to prune`
  const looks = onlyFlagged(view).length + plan.proposals.length
  return `Nothing to prune: all ${memories} memories stay${looks === 0 ? '' : `, ${looks} to look at`}`
}

/** Nothing here that a person has to read. */
export function isQuiet(view: FolderView): boolean {
  const { plan, outcome, notes, warnings } = view
  const lists = [plan.actions, plan.proposals, plan.withheld, plan.suspended, flagged(view), notes, warnings]
  const happened = outcome?.failure !== undefined || (outcome?.salvaged.length ?? 0) > 0
  return !happened && lists.every(list => list.length === 0)
}
