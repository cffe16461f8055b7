import { countsText, type JournalMark, readCounts } from './counts.ts'
import { COUNTS, INDEX, LEDGER } from './journal-files.ts'
import { type Draft, type JournalDesk, look, lookAtSnapshot } from './journal-workspace.ts'
import { readLedger } from './ledger.ts'
import { countItems } from './obsidian.ts'

/** The texts that a command writes; what it leaves alone is counted as it stands. */
export interface CountedTexts {
  readonly snapshot?: string
  readonly ledger?: string
  readonly index?: string
  /** How far the journals are read then. */
  readonly journals?: ReadonlyMap<string, JournalMark>
}

/** I7: what `dream status` shows, counted from the files as this command leaves them. */
export function countsDraft(desk: JournalDesk, texts: CountedTexts, needs: readonly string[]): Draft {
  const file = look(desk, COUNTS)
  const {
    snapshot = lookAtSnapshot(desk).text,
    ledger = look(desk, LEDGER).text,
    index = look(desk, INDEX).text,
    journals = readCounts(file.text)?.journals ?? new Map(),
  } = texts
  const text = countsText({
    chars: snapshot.length,
    bytes: Buffer.byteLength(snapshot),
    ledger: readLedger(ledger).standing.length,
    ledgerBytes: Buffer.byteLength(ledger),
    indexed: countItems(index),
    indexBytes: Buffer.byteLength(index),
    journals,
  })
  return { file, how: 'write', text, needs }
}
