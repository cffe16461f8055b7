import type { Model } from '../../agents/model.ts'
import type { Consolidation, ConsolidatorName } from '../../memory/magma.ts'
import type { FolderOutcome } from '../../memory/outcome.ts'
import type { Policy } from '../../memory/plan.ts'
import { outcomeExitCode } from '../../report/exit-code.ts'
import type { Where } from '../where.ts'
import type { MagmaSettings } from './place.ts'

export interface ConsolidateRequest {
  readonly where: Where
  readonly settings: MagmaSettings
  readonly policy: Policy
  readonly mode: 'live' | 'dry-run'
  readonly parts: readonly ConsolidatorName[]
  /** May suggest better words for what is taken over; what it says is shown and written by nobody. */
  readonly model?: Model
}

export type Exit = Consolidation['exit']

export interface Done<Answer> {
  readonly answer: Answer
  readonly exit: Exit
}

/** `propose` is what nobody asked to be done. */
export const modeOf = ({ mode, policy }: ConsolidateRequest): 'live' | 'dry-run' =>
  policy.rules === 'propose' ? 'dry-run' : mode

/** What went wrong, in words; the run, where there was one. */
export function listen(outcome: FolderOutcome, runs: string[], problems: string[]): Exit {
  if (outcome.failure !== undefined) problems.push(outcome.failure.sentence)
  for (const each of outcome.outcomes)
    if (each.result !== 'done') problems.push(`${each.action.file}: ${each.detail}`)
  problems.push(...outcome.warnings)
  if (outcome.run !== undefined && outcome.outcomes.some(each => each.result === 'done'))
    runs.push(outcome.run)
  return outcomeExitCode([outcome])
}
