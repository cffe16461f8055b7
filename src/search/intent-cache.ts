import type { IntentKind } from './intent.ts'
import { termsOf } from './terms.ts'

export interface CachedIntent {
  readonly query: string
  readonly kind: IntentKind
  readonly confidence: number
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface CacheLimits {
  readonly ttlHours: number
  readonly maxSize: number
  /** Queries whose words agree by so much share an entry. */
  readonly semanticThreshold: number
}

/** What was found out about questions. Plain data in, plain data out: whoever has a disk may keep it. */
export class IntentCache {
  private readonly entries = new Map<
    string,
    { readonly found: CachedIntent; readonly terms: ReadonlySet<string> }
  >()

  constructor(
    private readonly limits: CacheLimits,
    known: readonly CachedIntent[] = [],
  ) {
    for (const found of known) this.put(found)
  }

  /** The same question, or one in nearly the same words, not older than the limit. */
  find(query: string, now: number): CachedIntent | undefined {
    const oldest = now - this.limits.ttlHours * 3_600_000
    const same = this.entries.get(keyOf(query))
    if (same !== undefined && same.found.at >= oldest) return same.found
    const terms = new Set(termsOf(query.slice(0, LONGEST)))
    for (const { found, terms: others } of this.entries.values())
      if (found.at >= oldest && agreement(terms, others) >= this.limits.semanticThreshold) return found
    return undefined
  }

  /** The newest stay. */
  put(found: CachedIntent): void {
    const key = keyOf(found.query)
    this.entries.delete(key)
    this.entries.set(key, { found, terms: new Set(termsOf(found.query.slice(0, LONGEST))) })
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limits.maxSize) break
      this.entries.delete(oldest)
    }
  }

  all(): CachedIntent[] {
    return [...this.entries.values()].map(({ found }) => found)
  }
}

const LONGEST = 1000

const keyOf = (query: string): string =>
  query.slice(0, LONGEST).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Shared terms, twice, over all of both. */
function agreement(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = a.size + b.size
  if (all === 0 || (2 * Math.min(a.size, b.size)) / all < 0.5) return 0
  let shared = 0
  for (const term of a) if (b.has(term)) shared++
  return (2 * shared) / all
}
