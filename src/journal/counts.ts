/** `counts.json`: what `dream status` shows without opening a large file, and how far every journal was read. */
export interface MetaCounts {
  readonly chars: number
  readonly bytes: number
  readonly ledger: number
  /** The size of the file that was counted; 0.1.0 did not note it. */
  readonly ledgerBytes?: number
  readonly indexed: number
  readonly indexBytes?: number
  readonly journals: ReadonlyMap<string, JournalMark>
}

/** How far a journal was read. */
export interface JournalMark {
  readonly bytes: number
  /** Whole lines; the rest of the last one may still be written. */
  readonly lines: number
  /** Digest of those bytes: whether what was read is still what stands there. */
  readonly hash: string
  /**
   * When it was written last, in microseconds: one with this time and this size need not be
   * read to be known. 0.1.0 did not note it.
   */
  readonly modified?: number
}

export function readCounts(text: string): MetaCounts | undefined {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof data !== 'object' || data === null) return undefined
  const { chars, bytes, ledger, indexed, journals, ledgerBytes, indexBytes } = data as Record<string, unknown>
  if (![chars, bytes, ledger, indexed].every(count => typeof count === 'number')) return undefined
  const marks = new Map<string, JournalMark>()
  if (typeof journals === 'object' && journals !== null)
    for (const [name, mark] of Object.entries(journals)) if (isMark(mark)) marks.set(name, mark)
  return {
    chars: chars as number,
    bytes: bytes as number,
    ledger: ledger as number,
    ...(typeof ledgerBytes === 'number' && { ledgerBytes }),
    indexed: indexed as number,
    ...(typeof indexBytes === 'number' && { indexBytes }),
    journals: marks,
  }
}

function isMark(data: unknown): data is JournalMark {
  if (typeof data !== 'object' || data === null) return false
  const { bytes, lines, hash, modified } = data as Record<string, unknown>
  const isDated = modified === undefined || typeof modified === 'number'
  return typeof bytes === 'number' && typeof lines === 'number' && typeof hash === 'string' && isDated
}

export function countsText(counts: MetaCounts): string {
  const journals = Object.fromEntries([...counts.journals].sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ ...counts, journals }, undefined, 1)}\n`
}
