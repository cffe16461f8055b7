import { storeContext, type Where } from '../app/index.ts'
import type { Language } from '../languages/index.ts'
import { daysBetween, writtenIn } from '../languages/index.ts'

import { finishOpenRuns } from '../store/index.ts'
import { cutAtWord } from '../text/index.ts'
import { ACTIVE_DAYS, LEDGER, STATE } from './journal-files.ts'
import { type Draft, look, lookAtSnapshot, openJournalWorkspace, writeDrafts } from './journal-workspace.ts'
import { indexOf, readLedger } from './ledger.ts'
import { activityDrafts } from './remember.ts'
import { parseSnapshot, SECTIONS } from './sections.ts'
import { withoutMarks } from './statement.ts'
import { mayWake, readDays, readState } from './tick.ts'

export interface WakeupReport {
  readonly language: Language
  readonly was: 'asleep' | 'awake'
  readonly idleDays: number
  readonly ledger: readonly {
    readonly id: string
    readonly time: string
    readonly category: string
    readonly summary: string
  }[]
  readonly snapshot: readonly { readonly section: string; readonly lines: readonly string[] }[]
}

const LAST = 3
const LINES = 5

/** J16: the first conversation after a silence. Shows what was, and is awake again; deletes nothing. */
export async function wakeup(request: { where: Where; epochMs?: number }): Promise<WakeupReport> {
  await finishOpenRuns(storeContext(request.where))
  const journal = openJournalWorkspace(request.where, request.epochMs)
  const state = look(journal, STATE)
  const lastActive = readDays(look(journal, ACTIVE_DAYS).text).at(-1)
  const was = mayWake(readState(state.text), lastActive, journal.now.day)
  const file = parseSnapshot(lookAtSnapshot(journal).text)
  const titles = writtenIn(file.language).sections
  const drafts: Draft[] = activityDrafts(journal, [journal.now.day])
  await writeDrafts(journal, drafts, { command: 'wakeup', why: { why: 'updated' }, lease: 'none' })
  return {
    language: file.language,
    was,
    idleDays: lastActive === undefined ? 0 : daysBetween(lastActive, journal.now.day),
    ledger: indexOf(readLedger(look(journal, LEDGER).text).active.slice(-LAST)),
    snapshot: SECTIONS.filter(section => section !== 'dream').map(section => ({
      section: titles[section],
      lines: file.items
        .filter(item => item.section === section)
        .slice(-LINES)
        .map(item => cutAtWord(withoutMarks(item.text), 100)),
    })),
  }
}
