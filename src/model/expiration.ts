import type { FileName } from './file-name.ts'
import type { InactiveFinding, UnreachableFinding } from './finding.ts'

/** M10: what a look at the memories of one folder, type by type, came to. */
export interface Expiration {
  /** Memories of a project that is inactive. */
  readonly expired: readonly ExpiredMemory[]
  /** References whose resource is gone: marked, never archived. Empty where links were not asked. */
  readonly broken: readonly UnreachableFinding[]
  /** Feedback that was long not confirmed; all other feedback weighs 1. */
  readonly weights: readonly { readonly file: FileName; readonly weight: number }[]
  /** What undo takes; absent where nothing was archived. */
  readonly run?: string
}

export interface ExpiredMemory extends InactiveFinding {
  /** `waits`: for a person, or for another run. */
  readonly became: 'archived' | 'would-be-archived' | 'waits'
  readonly because: string
}
