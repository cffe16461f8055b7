import type { Dreamed } from './play.ts'
import type { ProjectStory, Story } from './story.ts'

/** How one project's year compares with what the rules say, counted minute by minute from the story alone. */
export interface Judged {
  readonly project: string
  readonly sessions: number
  readonly dreams: number
  readonly forSessions: number
  readonly forTime: number
  readonly retried: number
  /** Minutes that the slowest of them began after it was due and somebody was there to ask. */
  readonly slowest: number
  /** Due, somebody there, and nothing happened. */
  readonly missed: readonly number[]
  /** Begun before it was due. */
  readonly early: readonly number[]
  /** Done twice within the least time between two dreams. */
  readonly doubled: readonly number[]
  /** Begun with a reason that was not the reason. */
  readonly wrongReason: readonly number[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A scan every ten minutes, and the other projects' dreams before it. */
const PATIENCE = 10 * MINUTE + 3 * 2 * MINUTE + 2 * MINUTE

export function judge(story: Story, project: ProjectStory, all: readonly Dreamed[]): Judged {
  const dreams = all.filter(dream => dream.project === project.name)
  const ends = project.sessions.map(session => session.ends).sort((a, b) => a - b)
  const missed: number[] = []
  const early: number[] = []
  const doubled: number[] = []
  const wrongReason: number[] = []
  let slowest = 0
  let last: number | undefined
  let failures: { at: number; times: number } | undefined
  let dueSince: number | undefined
  let at = 0

  const countSince = (now: number, quiet: number) =>
    ends.filter(end => end > (last ?? 0) && end <= now - quiet).length
  const reasonAt = (now: number, quiet: number): 'sessions' | 'time' | undefined => {
    if (last !== undefined && now - last < 24 * HOUR) return undefined
    if (failures !== undefined && now - failures.at < Math.min(2 ** (failures.times - 1), 24) * HOUR)
      return undefined
    const sessions = countSince(now, quiet)
    if (sessions >= 5) return 'sessions'
    const edited = project.edits.some(
      edit => edit > (last === undefined ? 0 : last + 2 * MINUTE) && edit <= now,
    )
    const isNew = sessions > 0 || edited || last === undefined
    return now - (last ?? story.from) >= 168 * HOUR && isNew ? 'time' : undefined
  }
  const isDown = (now: number) =>
    story.down.some(({ from, to }) => now >= from - MINUTE && now < to + 2 * MINUTE)

  for (let now = story.from; now < story.to; now += MINUTE) {
    while (at < dreams.length && dreams[at]!.at < now + MINUTE) {
      const dream = dreams[at++]!
      const reason = reasonAt(dream.at, 0)
      if (reason === undefined) early.push(dream.at)
      else if (dream.why.includes('hours') !== (reason === 'time')) wrongReason.push(dream.at)
      if (last !== undefined && dream.at - last < 24 * HOUR) doubled.push(dream.at)
      if (dueSince !== undefined) slowest = Math.max(slowest, dream.at - dueSince)
      dueSince = undefined
      if (dream.end === 'done') {
        last = dream.at
        failures = undefined
      } else failures = { at: dream.at, times: (failures?.times ?? 0) + 1 }
    }
    // A session that ended a moment ago may be going on, as far as the daemon can tell.
    if (isDown(now) || reasonAt(now, 11 * MINUTE) === undefined) dueSince = undefined
    else dueSince ??= now
    if (dueSince !== undefined && now - dueSince > PATIENCE) {
      missed.push(now)
      dueSince = undefined
      now += HOUR
    }
  }
  return {
    project: project.name,
    sessions: project.sessions.length,
    dreams: dreams.length,
    forSessions: dreams.filter(dream => !dream.why.includes('hours')).length,
    forTime: dreams.filter(dream => dream.why.includes('hours')).length,
    retried: dreams.filter(dream => dream.end !== 'done').length,
    slowest: Math.round(slowest / MINUTE),
    missed,
    early,
    doubled,
    wrongReason,
  }
}
