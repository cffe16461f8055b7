import type { Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { readTextFile } from '../disk/index.ts'
import { languageOf, momentWords } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { idleOrBusy, workspaceAt } from '../sources/index.ts'
import { significantWords } from '../text/index.ts'
import { type CountedTexts, countsDraft } from './count-files.ts'
import { COUNTS, INDEX, LEDGER, LEDGER_INDEX } from './journal-files.ts'
import {
  type Draft,
  type JournalWorkspace,
  look,
  lookAtSnapshot,
  makeJournalWorkspace,
  md5,
  openJournalWorkspace,
  writeDrafts,
} from './journal-workspace.ts'
import { indexText, type LedgerEntry, ledgerBlocks, newId, readLedger, summaryOf } from './ledger.ts'
import { hasId, identityOf } from './obsidian.ts'
import { hasSections } from './sections.ts'

/** J18: what the first design's helper script did, for skill files that go on calling it. */

export function checkIdle(where: Where): 'idle' | 'busy' {
  return idleOrBusy(workspaceAt(withVault(where)), where.env, Date.now())
}

/** Characters of the snapshot, as the agent counts them: UTF-16 code units, not bytes. */
export function checkSize(where: Where): number {
  const known = withVault(where)
  return lookAtSnapshot(makeJournalWorkspace(known, workspaceAt(known))).text.length
}

export function shortHash(text: string): string {
  return md5(text).slice(0, 8)
}

/** Puts the text of `draft` in place of the snapshot; refuses what is over the hard limit or lacks a section. */
export async function atomicWrite(where: Where, draft: string): Promise<'written'> {
  const journal = openJournalWorkspace(where)
  const text = readTextFile(draft)
  const { hard } = journal.limits
  if (text.length > hard)
    throw new DreamError(`${draft} has ${text.length} characters, more than ${hard}: nothing was written`, 1)
  if (!hasSections(text))
    throw new DreamError(`${draft} lacks one of the four sections: nothing was written`, 1)
  const snapshot = lookAtSnapshot(journal)
  const written = await writeDrafts(
    journal,
    [{ file: snapshot, how: 'write', text }, ...counting(journal, { snapshot: text }, [snapshot.file])],
    { command: 'atomic-write', why: { why: 'updated' } },
  )
  if (written !== 'nothing' && written.conflicts.length > 0)
    throw new DreamError('MEMORY.md was changed in the same moment: nothing was written', 1)
  return 'written'
}

/** Appends a block; the id it got, which is longer where another entry has the one that was asked for. */
export async function ledgerAppend(
  where: Where,
  wanted: { id: string; category: string; content: string; note?: string },
): Promise<string> {
  if (!/^[0-9a-f]{8,32}$/.test(wanted.id))
    throw new DreamError(`${wanted.id} is no id: 8 hex digits, as \`dream-tools --hash\` makes them`, 2)
  if (wanted.content.trim() === '') throw new DreamError('there is no content to append', 2)
  const journal = openJournalWorkspace(where)
  const ledger = look(journal, LEDGER)
  const taken = new Set(readLedger(ledger.text).entries.map(entry => entry.id))
  const id = taken.has(wanted.id)
    ? newId(wanted.id + md5(wanted.content + momentWords(journal.now)), taken)
    : wanted.id
  const category = wanted.category.replace(/^\[|\]$/g, '') || 'note'
  const entry: LedgerEntry = {
    id,
    at: momentWords(journal.now),
    category,
    content: wanted.content,
    source: wanted.note ?? 'dream-tools',
  }
  const text = ledgerBlocks([entry], ledger.text, languageOf(wanted.content))
  const index = indexText(readLedger(ledger.text + text).active)
  const written = await writeDrafts(
    journal,
    [
      { file: ledger, how: 'append', text },
      { file: look(journal, LEDGER_INDEX), how: 'write', text: index, needs: [LEDGER] },
      ...counting(journal, { ledger: ledger.text + text }, [LEDGER]),
    ],
    { command: 'ledger-append', why: { why: 'updated' } },
  )
  if (written !== 'nothing' && written.conflicts.length > 0)
    throw new DreamError('ledger.md was changed in the same moment: nothing was appended; say it again', 1)
  return id
}

/** Where nothing was ever counted, a review counts first: it notes how far the journals are read too. */
function counting(journal: JournalWorkspace, texts: CountedTexts, needs: readonly string[]): Draft[] {
  return look(journal, COUNTS).hash === 'absent' ? [] : [countsDraft(journal, texts, needs)]
}

/** The entries that have every word, newest first. */
export function ledgerSearch(where: Where, words: string): string[] {
  const { active } = readLedger(look(openJournalWorkspace(where), LEDGER).text)
  const wanted = [
    ...significantWords(words),
    ...(significantWords(words).size === 0 ? [words.toLowerCase()] : []),
  ]
  return active
    .filter(({ content }) => wanted.every(word => content.toLowerCase().includes(word)))
    .toReversed()
    .map(({ id, at, category, content }) => `[${id}] ${at.slice(0, 10)} [${category}] ${summaryOf(content)}`)
}

export function dedupIndex(where: Where, what: string): 'exists' | 'new' {
  const index = look(openJournalWorkspace(where), INDEX).text
  const id = /^[0-9a-f]{8,32}$/.test(what) ? what : shortHash(identityOf(what))
  return hasId(index, id) ? 'exists' : 'new'
}
