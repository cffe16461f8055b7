/**
 * # Inactive projects
 *
 * Finds memories of type `project` whose project has been inactive for 180 days (`expiry.project.inactiveDays`): no commit,
 * no session, no edit of a memory or of a file (M10). The day of the last sign of life is shown, and what it was.
 *
 * Under `careful` it is a question, always: a project may rest and a person alone knows whether it is over. Under `seed`
 * the memory is archived as `project-inactive`. Memories of other types and pinned ones are never looked at, and where it
 * is not known when the project was last active (no folder, git that cannot be asked, more files than can be looked at)
 * nothing is said: unknown never counts as inactive.
 *
 * Wrong to use where work leaves no trace on this machine: set `expiry.project.enabled` to false there.
 *
 * Before: `checkout-rewrite.md`, and the last commit is of February while it is November.
 * After, once accepted: it is in the archive.
 */
import type { Activity, InactiveFinding, Snapshot } from '../model/index.ts'
import type { Check } from './check.ts'

const DAY = 86_400_000_000

export const inactive: Check = {
  name: 'inactive',
  find(snapshot) {
    const { folder, now, inactiveDays } = snapshot
    const last = lastSign(snapshot)
    if (last === undefined || inactiveDays === undefined || now - last.newest < inactiveDays * DAY) return []
    const date = new Date(last.newest / 1000).toISOString().slice(0, 10)
    return folder.memories
      .filter(({ type, pinned }) => type === 'project' && !pinned)
      .map(({ file }) => {
        const finding: InactiveFinding = { kind: 'project-inactive', file, last: date, what: last.what }
        return { source: 'observed' as const, ...finding }
      })
  },
}

/** A memory that says itself when it was written may know of a later day than its file's time does. */
function lastSign({ folder, clocks, activity }: Snapshot): Activity | undefined {
  if (activity === undefined) return undefined
  return folder.memories
    .flatMap(({ file }) => Object.values(clocks.get(file) ?? {}))
    .reduce((last, time) => (time > last.newest ? { newest: time, what: 'edit' } : last), activity)
}
