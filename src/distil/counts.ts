/** `counts.json`: what `dream status` shows without opening a large file, and how far every journal was read. */
export interface MetaCounts {
  readonly chars: number
  readonly bytes: number
  readonly ledger: number
  readonly indexed: number
  readonly journals: ReadonlyMap<string, JournalMark>
}

/** How far a journal was read. */
export interface JournalMark {
  readonly bytes: number
  /** Whole lines; the rest of the last one may still be written. */
  readonly lines: number
  /** Digest of those bytes: whether what was read is still what stands there. */
  readonly hash: string
}

export function readCounts(text: string): MetaCounts | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  const { chars, bytes, ledger, indexed, journals } = data as Record<string, unknown>
  if (![chars, bytes, ledger, indexed].every(count => typeof count === 'number')) return undefined
  const marks = new Map<string, JournalMark>()
  if (typeof journals === 'object' && journals !== null)
    for (const [name, mark] of Object.entries(journals)) if (isMark(mark)) marks.set(name, mark)
  return {
    chars: chars as number,
    bytes: bytes as number,
    ledger: ledger as number,
    indexed: indexed as number,
    journals: marks,
  }
}

function isMark(data: unknown): data is JournalMark {
  if (typeof data !== 'object' || data === null) return false
  const { bytes, lines, hash } = data as Record<string, unknown>
  return typeof bytes === 'number' && typeof lines === 'number' && typeof hash === 'string'
}

export function countsText(counts: MetaCounts): string {
  const journals = Object.fromEntries([...counts.journals].sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ ...counts, journals }, undefined, 1)}\n`
}
