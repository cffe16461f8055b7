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
import { say } from '../languages/index.ts'
import type { Activity, Snapshot } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'

const DAY = 86_400_000_000

const projectInactive = kind({
  kind: 'project-inactive',
  words: ({ checks }) => checks.inactive,
  fields: ({ z, fileName, text }) => ({
    file: fileName,
    /** `YYYY-MM-DD` of the last sign of life, and what it was. */
    last: text,
    what: z.enum(['commit', 'session', 'edit']),
  }),
  about: ['file'],
  say: ({ last }) => say().checks.inactive.say(showText(last)),
  evidence: ({ what, last }) => [
    say().checks.inactive.evidence(say().checks.inactive.signs[what], showText(last)),
  ],
  removal: {
    needsReview: { always: () => say().checks.inactive.needsReview },
    because: ({ last }) => say().checks.inactive.because(last),
  },
  reasons: {
    'project-inactive': { say: () => say().checks.inactive.reason, counted: 'expired', isOutdated: true },
  },
})

export type InactiveFinding = FindingOf<typeof projectInactive>

export const inactive = check({
  name: 'inactive',
  kinds: [projectInactive],
  find(snapshot) {
    const { folder, now, inactiveDays } = snapshot
    const last = lastSign(snapshot)
    if (last === undefined || inactiveDays === undefined || now - last.newest < inactiveDays * DAY) return []
    const date = new Date(last.newest / 1000).toISOString().slice(0, 10)
    return folder.memories
      .filter(({ type, pinned }) => type === 'project' && !pinned)
      .map(({ file }) => ({ kind: 'project-inactive', file, last: date, what: last.what }))
  },
})

/** A memory that says itself when it was written may know of a later day than its file's time does. */
function lastSign({ folder, clocks, activity }: Snapshot): Activity | undefined {
  if (activity === undefined) return undefined
  return folder.memories
    .flatMap(({ file }) => Object.values(clocks.get(file) ?? {}))
    .reduce((last, time) => (time > last.newest ? { newest: time, what: 'edit' } : last), activity)
}
