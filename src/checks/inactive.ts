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
import type { Activity, Snapshot } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, kind } from './check.ts'

const DAY = 86_400_000_000

const SIGN_WORDS = { commit: 'a commit', session: 'a session', edit: 'an edited file' } as const

const projectInactive = kind({
  kind: 'project-inactive',
  title: 'Inactive project',
  meaning:
    'The memory is about a project in which nothing has happened for long: no commit, no session, no edit.',
  whatNow: 'Accept where the project is over; what it taught is worth a memory of another type.',
  wouldChange:
    'A commit, a session, an edited file or memory; `pinned: true`; more days in `expiry.project.inactiveDays`, or `expiry.project.enabled` set to false.',
  fields: ({ z, fileName, text }) => ({
    file: fileName,
    /** `YYYY-MM-DD` of the last sign of life, and what it was. */
    last: text,
    what: z.enum(['commit', 'session', 'edit']),
  }),
  about: ['file'],
  say: ({ last }) => `is about a project without commit, session or edit since ${showText(last)}`,
  evidence: ({ what, last }) => [`the last sign of life was ${SIGN_WORDS[what]}, on ${showText(last)}`],
  removal: {
    needsReview: 'only you know whether the project is over',
    because: ({ last }) => `its project is inactive: no commit, session or edit since ${last}`,
  },
  reasons: { 'project-inactive': { say: () => 'Project inactive', counted: 'expired', isOutdated: true } },
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
