import type { Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type FolderOutcome } from '../model/index.ts'
import { findWorkspace, readText } from '../sources/index.ts'
import type { Lease } from '../store/index.ts'
import { distilWith } from './distil.ts'
import { journalFile, REMOVED } from './journal-files.ts'
import { look, lookAtSnapshot, openJournalWorkspace, writeDrafts } from './journal-workspace.ts'
import { entryOf, reviewInputOf, snapshotDrafts } from './remember.ts'
import { type Removed, readRemoved } from './removed.ts'

/** What the user forgot and a journal said again, and what nobody has brought back yet. */
export function saidAgain(where: Where): { readonly root: string; readonly entries: readonly Removed[] } {
  const workspace = findWorkspace(withVault(where, 'go-on'))
  if (workspace?.vault.state !== 'there') return { root: '', entries: [] }
  const { entries } = readRemoved(readText(workspace, REMOVED).text)
  return {
    root: workspace.root,
    entries: entries.filter(({ asked, returned }) => asked !== undefined && returned === undefined),
  }
}

/** Puts it back into the summary file and says so in the ledger. */
export async function bringBack(where: Where, removed: Removed, lease: Lease): Promise<FolderOutcome> {
  const journal = openJournalWorkspace(where)
  const snapshot = lookAtSnapshot(journal)
  const entry = entryOf(journal, look(journal, journalFile(journal.now.day)), removed.summary)
  const input = { ...reviewInputOf(journal, snapshot, undefined), entries: [entry] }
  const back = { entry, removed, section: removed.section, how: 'comes' } as const
  const result = distilWith(input, [], journal.limits.target, [back])
  if (result.over !== undefined)
    throw new DreamError(say().work.journals.overLimitNothing(result.over.join('; ')), 1)
  const drafts = snapshotDrafts(journal, snapshot, result)
  const written = await writeDrafts(journal, drafts, { command: 'queue', why: { why: 'remembered' }, lease })
  if (written === 'nothing' || written.conflicts.length > 0)
    throw new DreamError(say().work.journals.keptChanging, 1)
  return written.outcome
}
