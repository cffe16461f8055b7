import { countsText, type JournalMark, readCounts } from './counts.ts'
import { COUNTS, INDEX, LEDGER } from './journal-files.ts'
import { type Draft, type JournalWorkspace, look, lookAtSnapshot } from './journal-workspace.ts'
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
export function countsDraft(journal: JournalWorkspace, texts: CountedTexts, needs: readonly string[]): Draft {
  const file = look(journal, COUNTS)
  const {
    snapshot = lookAtSnapshot(journal).text,
    ledger = look(journal, LEDGER).text,
    index = look(journal, INDEX).text,
    journals = readCounts(file.text)?.journals ?? new Map(),
  } = texts
  const text = countsText({
    chars: snapshot.length,
    bytes: Buffer.byteLength(snapshot),
    ledger: readLedger(ledger).active.length,
    ledgerBytes: Buffer.byteLength(ledger),
    indexed: countItems(index),
    indexBytes: Buffer.byteLength(index),
    journals,
  })
  return { file, how: 'write', text, needs }
}
