import { newRunId, storeContext } from '../app/index.ts'
import { exitCode, type FolderOutcome } from '../model/index.ts'
import { dream } from '../pipeline/index.ts'
import { finishOpenRuns } from '../store/index.ts'
import { maintainMagma } from './maintenance.ts'
import { refineFiles } from './refine.ts'
import {
  type CcbConsolidation,
  type ConsolidateRequest,
  type Consolidation,
  type Done,
  type Exit,
  modeOf,
} from './request.ts'

/** M14: the three consolidators, in this order, or those of them that are asked for. */
export async function consolidateEngines(request: ConsolidateRequest): Promise<Consolidation> {
  const { parts, where } = request
  if (modeOf(request) === 'live') await finishOpenRuns(storeContext(where))
  // One command is one run: one undo takes all three back.
  const run = newRunId(Date.now())
  const ccb = parts.includes('ccb') ? await consolidateFiles(request, run) : undefined
  // What was to leave and could not must not be taken over: the rest waits for a second try.
  const isStopped = ccb?.isStopped === true
  const refine = parts.includes('refine') && !isStopped ? await refineFiles(request, run) : undefined
  const magma = parts.includes('magma') && !isStopped ? await maintainMagma(request, run) : undefined
  const exits = [ccb, refine, magma].flatMap(each => each?.exit ?? [])
  return {
    mode: modeOf(request),
    ...(ccb && { ccb: ccb.answer }),
    ...(refine && { refine: refine.answer }),
    ...(magma && { magma: magma.answer }),
    exit: Math.max(0, ...exits) as Exit,
  }
}

async function consolidateFiles(
  { where, policy, mode }: ConsolidateRequest,
  run: string,
): Promise<Done<CcbConsolidation> & { readonly isStopped: boolean }> {
  const report = await dream({ where, policy, mode, run })
  const actions =
    report.mode === 'live'
      ? report.results.flatMap(({ outcomes }) =>
          outcomes.filter(each => each.result === 'done').map(each => each.action),
        )
      : report.plan.folders.flatMap(folder => folder.actions)
  const isChanged = report.results.some(result => result.run !== undefined)
  const missed = report.results.flatMap(missedIn)
  const warnings = report.results.flatMap(result => result.warnings.map(each => `${result.label}: ${each}`))
  return {
    answer: {
      folders: report.plan.folders.length,
      archived: actions.filter(action => action.kind === 'archive').length,
      written: actions.filter(action => action.kind !== 'archive').length,
      proposals: report.plan.folders.reduce((sum, folder) => sum + folder.proposals.length, 0),
      ...(isChanged && { run }),
      problems: [...missed, ...warnings],
    },
    exit: exitCode(report),
    isStopped: missed.length > 0,
  }
}

function missedIn({ label, failure, outcomes }: FolderOutcome): string[] {
  const missed = outcomes.filter(({ result }) => result !== 'done')
  return [
    ...(failure === undefined ? [] : [`${label}: ${failure.sentence}`]),
    ...missed.map(each => `${label}/${each.action.file}: ${'detail' in each ? each.detail : each.result}`),
  ]
}
