import { findingEvidence, findingSubject, kindOf, reasonInfo } from '../checks/index.ts'
import { say } from '../languages/index.ts'
import type {
  Action,
  Finding,
  FolderOutcome,
  FolderPlan,
  IndexSummary,
  Outcome,
  Report,
} from '../model/index.ts'

/** One folder of a report with plan and result brought together, so that every rendering tells the same story. */
export interface FolderView {
  readonly plan: FolderPlan
  readonly outcome: FolderOutcome | undefined
  readonly changes: readonly ChangeView[]
  readonly index: ChangeView | undefined
  /** What becomes of the index, or became of it, in numbers. */
  readonly indexSummary: IndexSummary
  /** Partially stale memories that stay. */
  readonly flagged: readonly Finding[]
  readonly warnings: readonly string[]
}

export interface ChangeView {
  readonly action: Action
  readonly result: Outcome['result'] | 'planned' | 'declined'
  /** Why it was not done. */
  readonly detail?: string
  /** How we know, a line each. */
  readonly evidence: readonly string[]
}

/** Every part of a report asks. */
const views = new WeakMap<Report, readonly FolderView[]>()

export function viewFolders(report: Report): readonly FolderView[] {
  const results = new Map(report.results.map(result => [result.root, result]))
  const folders =
    views.get(report) ??
    report.plan.folders.map(folder => viewFolder(report.mode, folder, results.get(folder.root)))
  views.set(report, folders)
  return folders
}

/** Folders that were found and never planned for, because another run was at work there or they could not be opened. */
export function unreached(report: Report): FolderOutcome[] {
  const planned = new Set(report.plan.folders.map(folder => folder.root))
  return report.results.filter(result => !planned.has(result.root))
}

function viewFolder(mode: Report['mode'], plan: FolderPlan, outcome?: FolderOutcome): FolderView {
  const results = new Map(outcome?.outcomes.map(one => [keyOf(one.action), one]))
  const findings = new Map(plan.findings.map(finding => [finding.id, finding]))
  const all = plan.actions.map((action): ChangeView => {
    const finding = action.kind === 'archive' && action.finding ? findings.get(action.finding) : undefined
    const evidence = finding === undefined ? [] : findingEvidence(finding)
    return { action, evidence, ...resultOf(mode, action, results.get(keyOf(action)), outcome) }
  })
  const isIndex = ({ action }: ChangeView) => action.reason.why === 'index'
  // An index may be written and come out as it was, where the archive that its line was to follow did not happen.
  const isUnchanged = ({ result }: ChangeView) => result === 'done' && outcome?.index?.step === 'none'
  const changes = all.filter(change => !isIndex(change))
  const index = all.find(change => isIndex(change) && !isUnchanged(change))
  const gone = new Set<string>([
    ...changes.filter(isArchived).map(({ action }) => action.file),
    ...(outcome?.vanished ?? []),
  ])
  return {
    plan,
    outcome,
    changes,
    index,
    indexSummary: outcome?.index ?? summaryOf(plan, index),
    flagged: plan.findings.filter(one => kindOf(one).isFlagged && !gone.has(findingSubject(one))),
    warnings: [...plan.warnings, ...(outcome?.warnings ?? [])],
  }
}

/** As planned; where it was to be done and was not, as it was before. */
function summaryOf({ index: planned }: FolderPlan, change: ChangeView | undefined): IndexSummary {
  const { removed, added = 0, remaining } = planned
  if (change === undefined || isSettled(change)) return { ...planned, added }
  return { step: 'none', removed: 0, added: 0, remaining: remaining + removed - added }
}

/** Carried out or, where nothing is carried out, planned. */
const isSettled = ({ result }: ChangeView): boolean => result === 'done' || result === 'planned'

export const isArchived = (change: ChangeView): boolean =>
  change.action.kind === 'archive' && isSettled(change)

const keyOf = ({ kind, file }: Action): string => `${kind} ${file}`

function resultOf(
  mode: Report['mode'],
  { reason }: Action,
  own: Outcome | undefined,
  outcome: FolderOutcome | undefined,
): Pick<ChangeView, 'result' | 'detail'> {
  if (mode !== 'live') return { result: mode === 'declined' ? 'declined' : 'planned' }
  if (own === undefined)
    return { result: 'not-started', detail: outcome?.failure?.sentence ?? say().report.endedBefore }
  // An index that somebody edited at the same moment is brought up to date after them.
  const isRepaired = reason.why === 'index' && (outcome?.index?.step ?? 'none') !== 'none'
  return own.result === 'done' || isRepaired ? { result: 'done' } : { result: own.result, detail: own.detail }
}

/** Flagged memories that nobody is asked about. */
export function onlyFlagged({ plan, flagged }: FolderView): Finding[] {
  const proposed = new Set(plan.proposals.map(({ finding }) => findingSubject(finding)))
  return flagged.filter(finding => !proposed.has(findingSubject(finding)))
}

/** One line for a folder with nothing to prune. */
export function nothingToPrune(view: FolderView): string | undefined {
  const { plan, outcome } = view
  if (outcome?.failure !== undefined || plan.layout !== 'index') return undefined
  const memories = plan.verdicts.length
  if (memories === 0)
    return plan.index.written === undefined ? say().report.empty : say().judged.inIndex(plan.index.written)
  if (plan.actions.some(({ kind }) => kind === 'archive') || plan.withheld.length > 0) return undefined
  const isCurrent = plan.verdicts.every(one => one.class === 'fresh' || one.class === 'evergreen')
  if (isCurrent && plan.proposals.length === 0) return say().report.current(memories)
  const looks = onlyFlagged(view).length + plan.proposals.length
  return say().report.allStay(memories, looks)
}

/**
 * The nine numbers of D24, and what else became of memories, so that they add up: scanned is surviving plus pruned, merged,
 * resolved, expired, archived otherwise and vanished. What was only planned counts as done, unless the person declined.
 */
export interface Counts {
  readonly directories: number
  readonly files: number
  readonly stalePruned: number
  readonly duplicatesMerged: number
  readonly contradictionsResolved: number
  /** M10: archived because their project is inactive. */
  readonly expired: number
  /** Archived for any other reason: promoted, superseded, forgotten, on a person's word. */
  readonly archivedOtherwise: number
  /** Not there any more when the run had ended, and not by its doing. */
  readonly vanished: number
  readonly partiallyStale: number
  readonly evergreen: number
  readonly surviving: number
  readonly indexesRebuilt: number
}

/** In the words and the order of D24's table; the rows that it does not know are there where there is something in them. */
const IF_ANY: ReadonlySet<keyof Counts> = new Set(['expired', 'archivedOtherwise', 'vanished'])

/** Under the words of a language; a report that programs read has the English ones of the first design. */
export const countRows = (counts: Counts): (readonly [words: string, count: number])[] =>
  (Object.entries(say().report.counts) as [keyof Counts, string][])
    .filter(([key]) => !IF_ANY.has(key) || counts[key] > 0)
    .map(([key, words]) => [words, counts[key]] as const)

export function countReport(report: Report): Counts {
  const folders = viewFolders(report)
  const pruned = folders.flatMap(folder => folder.changes).filter(isArchived)
  const countedAs = (row: keyof Counts) =>
    pruned.filter(({ action }) => reasonInfo(action.reason)?.counted === row).length
  const files = sum(folders, folder => folder.plan.verdicts.length)
  const vanished = sum(folders, folder => folder.outcome?.vanished?.length ?? 0)
  const known = {
    stalePruned: countedAs('stalePruned'),
    duplicatesMerged: countedAs('duplicatesMerged'),
    contradictionsResolved: countedAs('contradictionsResolved'),
    expired: countedAs('expired'),
  }
  return {
    directories: folders.length,
    files,
    ...known,
    archivedOtherwise: pruned.length - Object.values(known).reduce((all, each) => all + each, 0),
    vanished,
    partiallyStale: sum(folders, folder => folder.flagged.length),
    evergreen: sum(folders, folder => folder.plan.verdicts.filter(one => one.class === 'evergreen').length),
    surviving: files - pruned.length - vanished,
    indexesRebuilt: folders.filter(folder => folder.index !== undefined && isSettled(folder.index)).length,
  }
}

const sum = (folders: readonly FolderView[], of: (folder: FolderView) => number): number =>
  folders.reduce((total, folder) => total + of(folder), 0)
