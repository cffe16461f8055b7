import { findWorkspace, type Workspace } from '../../read/journals/workspace.ts'
import { readMoment } from '../../schedule/moment.ts'
import { decideTick, readDays, readState } from '../../schedule/tick.ts'
import type { Where } from '../where.ts'
import { journalDesk, look } from './journal-desk.ts'
import { ACTIVE_DAYS, LAST_REVIEW, STATE } from './journal-files.ts'

/** The journal workspaces among these folders, and the agent's own. */
export function journalWorkspaces(where: Where, folders: readonly string[]): Workspace[] {
  const places = [
    { ...where, cwd: where.home, paths: [] },
    ...folders.map(cwd => ({ ...where, cwd, paths: [] })),
  ]
  const found = places.flatMap(place => findWorkspace(place) ?? [])
  return [...new Map(found.map(workspace => [workspace.root, workspace])).values()]
}

/**
 * Whether a review is worth starting. It looks at the clock itself once more and asks who is at work; here nothing is
 * read beyond a few small files, and of a workspace that hibernates only its state.
 */
export function isReviewDue(where: Where, workspace: Workspace, now: number): boolean {
  if (workspace.vault.state !== 'there') return false
  const desk = journalDesk(where, workspace, now)
  const state = readState(look(desk, STATE).text)
  if (state === 'hibernating') return false
  const lastActive = readDays(look(desk, ACTIVE_DAYS).text).at(-1)
  const lastReview = readMoment(look(desk, LAST_REVIEW).text)
  return decideTick({ now: desk.now, state, lastReview, lastActive }, () => 'idle').do !== 'nothing'
}
