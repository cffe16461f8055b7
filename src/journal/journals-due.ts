import type { Where } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { readMoment } from '../languages/index.ts'
import { findWorkspace, type Workspace } from '../sources/index.ts'
import { ACTIVE_DAYS, LAST_REVIEW, STATE } from './journal-files.ts'
import { look, makeJournalWorkspace } from './journal-workspace.ts'
import { decideTick, hasGrown, readDays, readState } from './tick.ts'

/** The journal workspaces among these folders, and the agent's own, each with the settings that a review there follows. */
export function journalWorkspaces(where: Where, folders: readonly string[]): Workspace[] {
  const places = [
    { ...where, cwd: where.home, paths: [] },
    ...folders.map(cwd => ({ ...where, cwd, paths: [] })),
  ]
  const roots = places.flatMap(place => findWorkspace({ ...place, vault: null })?.root ?? [])
  return [...new Set(roots)].flatMap(
    root => findWorkspace({ ...withVault({ ...where, cwd: root }, 'go-on'), paths: [root] }) ?? [],
  )
}

/**
 * Whether a review is worth starting. It looks at the clock itself once more and asks who is at work; here nothing is
 * read beyond a few small files, and of a workspace that hibernates only its state and when its journals were written.
 */
export function isReviewDue(where: Where, workspace: Workspace, now: number): boolean {
  if (workspace.vault.state !== 'there') return false
  const journal = makeJournalWorkspace({ ...where, cwd: workspace.root }, workspace, now)
  const state = readState(look(journal, STATE).text)
  if (state === 'hibernating') return hasGrown(journal)
  const lastActive = readDays(look(journal, ACTIVE_DAYS).text).at(-1)
  const lastReview = readMoment(look(journal, LAST_REVIEW).text)
  return decideTick({ now: journal.now, state, lastReview, lastActive }, () => 'idle').do !== 'nothing'
}
