import { count, number } from './count.ts'

/** Screens of the commands for journals, with the fields and the order of the first design. */
export const journal = {
  initWorkspace: (root: string) => `Workspace: ${root}`,
  initVault: (vault: string) => `Vault: ${vault}`,
  initMade: (made: string) => (made === '' ? 'Everything exists already.' : `Created: ${made}`),

  reviewDone: '🌙 Review finished',
  reviewSize: (chars: number, target: number) =>
    `MEMORY.md: ${number(chars)} characters (target ${number(target)})`,
  reviewCounts: (updated: number, added: number, archived: number) =>
    `This time: ${updated} updated | ${added} added | ${archived} archived`,
  reviewArchive: (entries: number) => `Permanent archive: ${count(entries, 'entry', 'entries')}`,
  reviewKinds: { updated: '~', added: '+', archived: '-', 're-emerged': '↺' },
  reviewWouldBe: (left: number, chars: number, target: number) =>
    `${count(left, 'line')} would stay in the journals; MEMORY.md: ${number(chars)} characters (target ${number(target)})`,
  reviewPreview: 'Nothing was written: --dry-run only shows what a review would do.',
  reviewNothingNew: 'No new journal entries since the last review.',
  reviewDeferred: 'Someone is working in this workspace. Trying again in 15 minutes.',
  reviewNotDue: 'Tonight’s review is already done.',
  reviewHibernating: 'Hibernating: nothing was done. Run dream journal wakeup to end it.',
  reviewRefused: (why: string) => `Nothing was written: ${why}. To allow it, pass --allow-large.`,
  reviewFailed: (why: string) => `Nothing was written: ${why}.`,
  reviewSaidAgain: (text: string) => `said again after you forgot it: ${text}. dream queue asks about it.`,
  reviewOver: (text: string) => `too large for MEMORY.md: ${text}`,
  reviewMovable: (lines: number, chars: number) =>
    `Your own lines are too long for the limit. Moving ${lines === 1 ? 'this one' : `these ${number(lines)}`} (${number(chars)} characters) to the permanent archive would be enough:`,
  reviewMore: (lines: number) => `… and ${number(lines)} more; --dry-run --make-room names all`,
  reviewRejected: (why: string) => `not done: ${why}`,

  wakeupAsleep: (days: number) => `🌙 Back after ${count(days, 'day')}`,
  wakeupAwake: '🌙 Not hibernating',
  wakeupArchived: '── Last archived ──',

  rememberedAs: (kind: string, where: string) => `Saved as ${kind}: ${where}`,
  rememberKnown: (line: string) => `MEMORY.md is unchanged, it says this already: ${line}`,
  rememberReplaced: (line: string) => `Replaced this line, which is now in the permanent archive: ${line}`,
  rememberNear: (line: string) => `Similar line, kept: ${line}`,
  kinds: {
    user: 'a fact about you',
    feedback: 'feedback',
    reference: 'a reference',
    correction: 'a correction',
    decision: 'a decision',
    project: 'a project fact',
    note: 'a note',
  },

  forgetNothing: 'Nothing matches.',
  forgetWithheld: (why: string) => `Nothing was removed: ${why}.`,
  forgetPreview: 'Nothing was removed: --dry-run only shows what matches.',
  forgotten: 'Removed from memory. The permanent archive keeps it; dream undo brings it back.',

  searchResults: (query: string) => `🔍 "${query}":`,
  searchNothing: 'nothing',
  searchArchive: 'Permanent archive',
  searchIndex: 'Obsidian index',

  indexExists: (title: string) => `Already indexed: ${title}`,
  indexed: (title: string) => `Indexed: ${title}`,
  indexPreference: 'It states a preference, so it is in today’s journal too.',

  status: (now: string) => `🌙 Dream status — ${now}`,
  statusSize: (chars: number | null, hard: number, percent: string, changed: boolean) =>
    `MEMORY.md: ${chars === null ? 'not counted yet' : `${number(chars)} characters`} / limit ${number(hard)} (${percent}${changed ? ', changed since' : ''})`,
  statusArchive: (entries: number, changed: boolean) =>
    `Permanent archive: ${count(entries, 'entry', 'entries')}${changed ? ' (changed since)' : ''}`,
  statusReview: (at: string | undefined, hours: number) =>
    `Last review: ${at === undefined ? 'never' : `${at} (${count(hours, 'hour')} ago)`}`,
  statusState: (words: string) => `State: ${words}`,
  active: 'active',
  hibernating: (days: number) => `hibernating (${count(days, 'day')} without journals)`,
  pending: (minutes: number) => `pending (waiting for ${count(minutes, 'minute')})`,
  statusIndexed: (items: number, changed: boolean) =>
    `Obsidian index: ${count(items, 'item')}${changed ? ' (changed since)' : ''}`,
  waiting: (journals: number, place: string) =>
    `${journals === 1 ? '1 journal waits' : `${number(journals)} journals wait`}: dream journal review${place}`,
  statusWaiting: (files: number) => `Journals to review: ${count(files, 'file')}`,
  statusCut: (chars: number, source: string) => `Loaded at most: ${number(chars)} characters (${source})`,
  cutFrom: {
    configured: 'agents.defaults.bootstrapMaxChars',
    'openclaw-default': 'OpenClaw’s default',
    seed: 'no OpenClaw configuration found',
  },
  vaultLinkOut: (path: string) =>
    `The vault ${path} is a link out of the workspace and is not followed. Set DREAM_VAULT_PATH to the vault.`,
  vaultMissing: (path: string) => `The vault ${path} does not exist. dream journal init creates it.`,
  nativeDreaming: (where: string) =>
    `OpenClaw’s own dreaming is on too (${where}). Dream leaves its blocks alone.`,
}
