import type { Where } from '../app/index.ts'
import type { MagmaSettings } from '../config/index.ts'
import { type FolderOutcome, outcomeExitCode, type Policy } from '../model/index.ts'
import type { Layer } from '../search/index.ts'

/** The three that maintain both engines: the dream over the files, the way from the files to MAGMA, and MAGMA itself. */
const CONSOLIDATORS = ['ccb', 'refine', 'magma'] as const

export type ConsolidatorName = (typeof CONSOLIDATORS)[number]

export interface CcbConsolidation {
  readonly folders: number
  readonly archived: number
  readonly written: number
  readonly proposals: number
  readonly run?: string
  /** What could not be done, after which the other parts wait for a second try; and warnings. */
  readonly problems: readonly string[]
}

/** What was taken over from memory files. */
export interface Refinement {
  readonly taken: readonly {
    readonly file: string
    readonly record: string
    readonly layer: Layer
    readonly did: 'new' | 'refreshed'
  }[]
  readonly problems: readonly string[]
  readonly runs: readonly string[]
}

export interface MagmaMaintenance {
  readonly duplicates: readonly { readonly record: string; readonly of: string }[]
  readonly moved: readonly {
    readonly record: string
    readonly from: Layer
    readonly to: Layer
    readonly because: string
  }[]
  /** Records whose relations were written anew. */
  readonly related: number
  readonly problems: readonly string[]
  readonly runs: readonly string[]
}

export interface Consolidation {
  readonly mode: 'live' | 'dry-run'
  readonly ccb?: CcbConsolidation
  readonly refine?: Refinement
  readonly magma?: MagmaMaintenance
  readonly exit: 0 | 1 | 2 | 3 | 4
}

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
