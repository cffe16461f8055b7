import { findingEvidence, findingWords } from '../checks/index.ts'
import { exitCode, type Plan, type Report } from '../model/index.ts'
import { showDeep } from '../text/index.ts'
import { headline } from './headline.ts'
import {
  type ChangeView,
  countReport,
  type FolderView,
  nothingToPrune,
  unreached,
  viewFolders,
} from './view.ts'
import { reasonWords } from './words.ts'

/** The report for programs; `schema/report.schema.json` describes it. */
export function renderJson(report: Report): string {
  const { mode, plan, since, missing, unfinished, notes, seconds, spent } = report
  return shownJson({
    format: 'dream-report',
    version: 1,
    exitCode: exitCode(report),
    mode,
    rules: plan.rules,
    headline: headline(report),
    counts: countReport(report),
    folders: viewFolders(report).map(folderJson),
    unreached: unreached(report).map(({ label, root, failure = null }) => ({ label, root, failure })),
    ...(since !== undefined && { since }),
    missing,
    unfinished,
    notes,
    seconds,
    ...(spent !== undefined && { spent }),
  })
}

function folderJson(view: FolderView): object {
  const { plan, outcome, changes, index } = view
  return {
    label: plan.label,
    root: plan.root,
    layout: plan.layout,
    run: outcome?.run ?? null,
    sentence: nothingToPrune(view) ?? null,
    index: view.indexSummary,
    ...(plan.recall && { recall: plan.recall }),
    changes: [...changes, ...(index === undefined ? [] : [index])].map(changeJson),
    proposals: plan.proposals.map(({ id, finding, because, confidence, decision, actions }) => ({
      id,
      finding,
      words: findingWords(finding),
      evidence: findingEvidence(finding),
      because,
      ...(confidence && { confidence }),
      ...(decision && { decision }),
      actions: actions.length,
    })),
    withheld: plan.withheld,
    suspended: plan.suspended,
    verdicts: plan.verdicts,
    findings: plan.findings,
    warnings: view.warnings,
    subfolders: plan.subfolders,
    salvaged: outcome?.salvaged ?? [],
    failure: outcome?.failure ?? null,
  }
}

function changeJson({
  action: { file, kind, reason, finding },
  result,
  detail,
  evidence,
}: ChangeView): object {
  return {
    file,
    kind,
    reason,
    ...(finding !== undefined && { finding }),
    words: reasonWords(reason),
    result,
    ...(detail !== undefined && { detail }),
    evidence,
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
