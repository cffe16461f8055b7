import type { MagmaSettings, Where } from '../app/index.ts'
import {
  type Consolidation,
  type ConsolidatorName,
  type FolderOutcome,
  outcomeExitCode,
  type Policy,
} from '../model/index.ts'

export interface ConsolidateRequest {
  readonly where: Where
  readonly settings: MagmaSettings
  readonly policy: Policy
  readonly mode: 'live' | 'dry-run'
  readonly parts: readonly ConsolidatorName[]
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
