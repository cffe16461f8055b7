import { onTestFinished } from 'vitest'
import { initJournals } from '../../src/journal/init.ts'
import { type JournalPlace, journalPlace, nightOf } from './place.ts'

/** A workspace with these files after `dream journal init`. */
export async function ready(
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<JournalPlace> {
  const place = emptyWorkspace(files, env)
  await initJournals({ where: place.where, epochMs: nightOf('2026-02-01') })
  return place
}

/** The same before it. */
export function emptyWorkspace(
  files: Record<string, string> = {},
  env: Record<string, string> = {},
): JournalPlace {
  const place = journalPlace(files, env)
  onTestFinished(() => place.remove())
  return place
}

export const JOURNALS = {
  'memory/2026-02-01.md':
    '# 2026-02-01\n\n- Decided to build the Atlas prototype\n- User prefers short answers\n- Anna is our new accountant\n',
  'memory/2026-02-02.md': '- The user likes answers to be short\n- The Atlas prototype is finished\n',
  'memory/2026-02-03.md':
    '- Working on the Atlas prototype again\n- Correction: Anna is the lawyer, not the accountant\n',
}
