import { findingEvidence, findingWords } from '../checks/index.ts'
import { exitCode, type Plan, type Report } from '../model/index.ts'
import { showDeep } from '../text/index.ts'
import { countReport } from './counts.ts'
import { headline } from './headline.ts'
import type { ReportJson } from './schema.ts'
import { type ChangeView, type FolderView, unreached, viewFolders } from './view.ts'
import { reasonWords } from './words.ts'

/** D24 for programs; `schema/report.schema.json` describes it. */
export function renderJson(report: Report): string {
  const json: ReportJson = {
    format: 'dream-report',
    version: 1,
    exitCode: exitCode(report),
    mode: report.mode,
    rules: report.plan.rules,
    headline: headline(report),
    counts: countReport(report),
    folders: viewFolders(report).map(folderJson),
    unreached: unreached(report).map(({ label, root, failure }) => ({
      label,
      root,
      failure: failure === undefined ? null : { ...failure },
    })),
    ...(report.since !== undefined && { since: report.since.map(one => ({ ...one })) }),
    missing: [...report.missing],
    unfinished: report.unfinished.map(one => ({ ...one })),
    notes: [...report.notes],
    seconds: report.seconds,
    ...(report.spent !== undefined && { spent: report.spent.map(row => ({ ...row })) }),
  }
  return shownJson(json)
}

type FolderJson = ReportJson['folders'][number]

function folderJson(view: FolderView): FolderJson {
  const { plan, outcome } = view
  return {
    label: plan.label,
    root: plan.root,
    layout: plan.layout,
    run: outcome?.run ?? null,
    sentence: view.sentence ?? null,
    index: indexJson(view.indexSummary),
    ...(plan.recall && { recall: { ...plan.recall, kept: [...plan.recall.kept] } }),
    changes: [...view.changes, ...(view.index === undefined ? [] : [view.index])].map(changeJson),
    proposals: plan.proposals.map(proposal => ({
      id: proposal.id,
      finding: proposal.finding,
      words: findingWords(proposal.finding),
      evidence: [...findingEvidence(proposal.finding)],
      because: proposal.because,
      ...(proposal.confidence && { confidence: proposal.confidence }),
      ...(proposal.decision && { decision: proposal.decision }),
      actions: proposal.actions.length,
    })),
    withheld: plan.withheld.map(held => ({ ...held, files: [...held.files] })),
    suspended: [...plan.suspended],
    verdicts: plan.verdicts.map(verdict => ({ ...verdict })),
    findings: [...plan.findings],
    warnings: [...view.warnings],
    subfolders: [...plan.subfolders],
    salvaged: (outcome?.salvaged ?? []).map(one => ({ ...one })),
    failure: outcome?.failure === undefined ? null : { ...outcome.failure },
  }
}

function indexJson({ lines, ...summary }: FolderView['indexSummary']): FolderJson['index'] {
  return { ...summary, ...(lines && { lines: lines.map(line => ({ ...line })) }) }
}

type ChangeJson = FolderJson['changes'][number]

function changeJson(change: ChangeView): ChangeJson {
  return {
    file: change.action.file,
    kind: change.action.kind,
    reason: change.action.reason as ChangeJson['reason'],
    ...(change.action.finding !== undefined && { finding: change.action.finding }),
    words: reasonWords(change.action.reason),
    result: change.result,
    ...(change.detail === undefined ? {} : { detail: change.detail }),
    evidence: [...change.evidence],
  }
}

/** JSON to be looked at, by a person or by a model: secrets are hidden in it. What is read back is written by `jsonText`. */
export const shownJson = (value: unknown): string => jsonText(showDeep(value))

/** A plan on a screen. Where something is hidden it says so: to apply it would write the masks into the notes. */
export function shownPlan(plan: Plan): string {
  const exact = jsonText(plan)
  const shown = shownJson(plan)
  return shown === exact ? exact : shownJson({ ...plan, secretsHidden: true })
}

/** JSON that is also safe to look at: what could drive a terminal is written as `\uXXXX`, which parses to the same text. */
export function jsonText(value: unknown): string {
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(value, null, 2).replace(/\udb40(?=[\udc00-\udc7f])|(?<=\udb40)[\udc00-\udc7f]|[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g, escaped)}\n`
}
