import type { Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import type { Language } from '../languages/index.ts'
import { daysBetween, languageOf, languageOfLocale, momentWords, readMoment } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import {
  findWorkspace,
  type Glance,
  glanceAt,
  glanceAtJournals,
  nativeDreaming,
  readText,
  type Workspace,
  workspaceAt,
} from '../sources/index.ts'
import { readCounts } from './counts.ts'
import { ACTIVE_DAYS, COUNTS, INDEX, LAST_REVIEW, LEDGER, reviewLog, STATE } from './journal-files.ts'
import { type JournalWorkspace, look, makeJournalWorkspace } from './journal-workspace.ts'
import { readDays, readState } from './tick.ts'

export interface JournalStatus {
  readonly language: Language
  readonly now: string
  readonly chars: number | null
  /** The file changed since Dream counted it. */
  readonly changedSince: boolean
  readonly limits: { readonly target: number; readonly hard: number; readonly cut: number }
  readonly cutFrom: 'configured' | 'openclaw-default' | 'seed'
  readonly ledger: number
  /** So are the ledger and the Obsidian index since they were. */
  readonly ledgerChanged: boolean
  readonly indexChanged: boolean
  readonly lastReview: { readonly at: string; readonly hoursAgo: number } | null
  readonly state: 'active' | 'hibernating' | 'pending'
  readonly idleDays: number
  readonly pendingMinutes: number
  readonly indexed: number
  readonly waiting: number
  readonly vault: { readonly path: string; readonly state: 'there' | 'missing' | 'no-folder' | 'link-out' }
  /** Where OpenClaw dreams too. */
  readonly native: readonly string[]
  readonly notes: readonly string[]
}

/** Of the workspace that is meant. */
export const workspaceRoot = (where: Where): string => workspaceAt(withVault(where, 'go-on')).root

/** J13: small files of meta and listings alone; neither the ledger's nor the snapshot's text is opened. */
export function journalStatus(where: Where, root: string, epochMs?: number): JournalStatus | undefined {
  const known = withVault(where, 'go-on')
  const workspace = findWorkspace({ ...known, paths: [root] })
  if (workspace === undefined) return undefined
  const journal = makeJournalWorkspace(known, workspace, epochMs)
  const notes: string[] = []
  const text = (name: string) => (workspace.vault.state === 'there' ? textOf(journal, name, notes) : '')
  const countsFile = glanceAt(workspace, COUNTS)
  const counts = readCounts(text(COUNTS))
  const snapshot = glanceAt(workspace, workspace.snapshot)
  const lastReview = readMoment(text(LAST_REVIEW))
  const lastActive = readDays(text(ACTIVE_DAYS)).at(-1)
  const state = readState(text(STATE))
  const { limits, cut, now } = journal
  return {
    language: languageOf(text(reviewLog(lastReview?.day ?? now.day)), languageOfLocale(where.env)),
    now: momentWords(now),
    chars: counts?.chars ?? null,
    changedSince: counts !== undefined && isNewer(snapshot, countsFile, counts.bytes),
    limits: { target: limits.target, hard: limits.hard, cut: limits.cut },
    cutFrom: cut.from,
    ledger: counts?.ledger ?? 0,
    ledgerChanged:
      counts !== undefined && isNewer(glanceAt(workspace, LEDGER), countsFile, counts.ledgerBytes),
    lastReview:
      lastReview === undefined
        ? null
        : { at: momentWords(lastReview), hoursAgo: hoursBetween(momentWords(lastReview), momentWords(now)) },
    state,
    idleDays: lastActive === undefined ? 0 : daysBetween(lastActive, now.day),
    pendingMinutes: state === 'pending' ? minutesSince(glanceAt(workspace, STATE), journal.epochMs) : 0,
    indexed: counts?.indexed ?? 0,
    indexChanged: counts !== undefined && isNewer(glanceAt(workspace, INDEX), countsFile, counts.indexBytes),
    waiting: waitingIn(journal, counts, lastReview?.day),
    vault: { path: workspace.vault.path, state: workspace.vault.state },
    native: nativeDreaming(workspace),
    notes,
  }
}

function textOf(journal: JournalWorkspace, name: string, notes: string[]): string {
  try {
    return look(journal, name).text
  } catch (error) {
    if (!(error instanceof DreamError)) throw error
    notes.push(error.sentence)
    return ''
  }
}

/** I7: marked where size or time say that somebody wrote since it was counted. */
function isNewer(file: Glance | undefined, counted: Glance | undefined, bytes: number | undefined): boolean {
  if (file === undefined || counted === undefined) return bytes !== undefined && bytes > 0
  return (bytes !== undefined && file.bytes !== bytes) || file.modified > counted.modified
}

function hoursBetween(from: string, to: string): number {
  return Math.max(0, Math.round((utc(to) - utc(from)) / 3_600_000))
}

function utc(moment: string): number {
  return Date.parse(`${moment.replace(' ', 'T')}:00Z`)
}

function minutesSince(file: Glance | undefined, epochMs: number): number {
  return file === undefined ? 0 : Math.max(0, Math.round((epochMs - file.modified / 1000) / 60_000))
}

function waitingIn(
  { workspace }: JournalWorkspace,
  counts: ReturnType<typeof readCounts>,
  lastDay: string | undefined,
): number {
  return glanceAtJournals(workspace).filter(({ name, day, bytes, modified }) => {
    const mark = counts?.journals.get(name)
    if (mark === undefined) return counts !== undefined || lastDay === undefined || day >= lastDay
    if (mark.bytes !== bytes) return true
    // As long as before and written since: what stands there tells.
    return mark.modified !== modified && (hashOf(workspace, `memory/${name}`) ?? mark.hash) !== mark.hash
  }).length
}

/** Nothing for a journal that cannot be read, which a review passes over too. */
function hashOf(workspace: Workspace, name: string): string | undefined {
  try {
    return readText(workspace, name).hash
  } catch (error) {
    if (error instanceof DreamError) return undefined
    throw error
  }
}
