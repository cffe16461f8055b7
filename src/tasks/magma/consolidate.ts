import { dream } from '../../dream.ts'
import type { CcbConsolidation, Consolidation } from '../../memory/magma.ts'
import { exitCode } from '../../report/exit-code.ts'
import { refineFiles } from './refine.ts'
import { type ConsolidateRequest, type Done, type Exit, modeOf } from './request.ts'
import { tendMagma } from './tend.ts'

/** M14: the three consolidators, in this order, or those of them that are asked for. */
export async function consolidateEngines(request: ConsolidateRequest): Promise<Consolidation> {
  const { parts } = request
  const ccb = parts.includes('ccb') ? await consolidateFiles(request) : undefined
  const refine = parts.includes('refine') ? await refineFiles(request) : undefined
  const magma = parts.includes('magma') ? await tendMagma(request) : undefined
  const exits = [ccb, refine, magma].flatMap(each => each?.exit ?? [])
  return {
    mode: modeOf(request),
    ...(ccb && { ccb: ccb.answer }),
    ...(refine && { refine: refine.answer }),
    ...(magma && { magma: magma.answer }),
    exit: Math.max(0, ...exits) as Exit,
  }
}

async function consolidateFiles({
  where,
  policy,
  mode,
}: ConsolidateRequest): Promise<Done<CcbConsolidation>> {
  const report = await dream({ where, policy, mode })
  const actions =
    report.mode === 'live'
      ? report.results.flatMap(({ outcomes }) =>
          outcomes.filter(each => each.result === 'done').map(each => each.action),
        )
      : report.plan.folders.flatMap(folder => folder.actions)
  const run = report.results.find(result => result.run !== undefined)?.run
  return {
    answer: {
      folders: report.plan.folders.length,
      archived: actions.filter(action => action.kind === 'archive').length,
      written: actions.filter(action => action.kind !== 'archive').length,
      proposals: report.plan.folders.reduce((sum, folder) => sum + folder.proposals.length, 0),
      ...(run !== undefined && { run }),
    },
    exit: exitCode(report),
  }
}
