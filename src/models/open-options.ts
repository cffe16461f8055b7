import type { Kept } from '../state/index.ts'
import type { ModelRole } from './model.ts'
import type { Tally } from './spent.ts'
import type { Timer } from './timer.ts'

export interface OpenOptions {
  /** Counts what is spent, for the report. */
  readonly tally?: Tally
  /** Where answers are kept, so that the same question is not paid for twice. */
  readonly cache?: Kept<ReadonlyMap<string, string>>
  /** Writes each call and its answer as a line of text. */
  readonly record?: (text: string) => void
  /** A recording that answers instead of the service. */
  readonly replay?: string
  readonly timer?: Timer
}

/** M6 for intent; a search waits for nobody. The agents have time. */
export const TIMEOUT_MS: Readonly<Record<ModelRole, number>> = {
  intent: 1500,
  verification: 5000,
  agents: 120_000,
}
