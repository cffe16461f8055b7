import type { Moment } from '../languages/index.ts'
import type { Entry } from './entry.ts'
import type { Limits } from './limits.ts'
import type { Removed } from './removed.ts'
import type { Seen } from './seen.ts'
import type { Meaning } from './statement.ts'

/** Everything a review looks at. */
export interface ReviewInput {
  readonly now: Moment
  readonly snapshot: string
  readonly ledger: string
  readonly removed: readonly Removed[]
  readonly seen: readonly Seen[]
  readonly entries: readonly Entry[]
  readonly limits: Limits
  readonly boot: ReadonlySet<string>
  /** Hex digits of a digest; the first 8 become an id. */
  readonly hash: (text: string) => string
  readonly meaning?: Meaning
  /** J14: what becomes of a thing that the user forgot and that is said again. */
  readonly reemerge: 'ask' | 'auto'
  readonly large?: 'refuse' | 'allow'
  /** Whether lines of the owner may leave where nothing else makes enough room. */
  readonly owners?: 'stay' | 'leave'
}
