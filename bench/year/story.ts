import type { Random } from '../random.ts'

/** What happens in the year, all of it known before it begins; times in milliseconds since 1970. */
export interface Story {
  readonly from: number
  readonly to: number
  readonly projects: readonly ProjectStory[]
  /** When the daemon is not there: it was killed, or the machine was off. */
  readonly down: readonly { readonly from: number; readonly to: number }[]
}

export interface ProjectStory {
  readonly name: string
  /** Its agent's hooks call Dream at the beginning of every session. */
  readonly hooks: boolean
  readonly sessions: readonly { readonly id: string; readonly begins: number; readonly ends: number }[]
  readonly edits: readonly number[]
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Three projects: one in daily use, one now and then, one that lies still for months. */
export function writeStory(random: Random, from: number, days: number): Story {
  return {
    from,
    to: from + days * DAY,
    projects: [
      project('shop', true, days, random, () => (random.chance(0.75) ? 2 + random.below(5) : 0), from),
      project('blog', false, days, random, () => (random.chance(0.3) ? 1 : 0), from),
      project(
        'attic',
        true,
        days,
        random,
        day => (day % 90 < 12 && random.chance(0.6) ? 1 + random.below(3) : 0),
        from,
      ),
    ],
    down: downTimes(random, from, days),
  }
}

function project(
  name: string,
  hooks: boolean,
  days: number,
  random: Random,
  sessionsOn: (day: number) => number,
  from: number,
): ProjectStory {
  const sessions: ProjectStory['sessions'][number][] = []
  const edits: number[] = []
  for (let day = 0; day < days; day++) {
    const many = sessionsOn(day)
    for (let at = 0; at < many; at++) {
      const begins = from + day * DAY + 8 * HOUR + random.below(12 * 60) * MINUTE
      sessions.push({ id: `${name}-${day}-${at}`, begins, ends: begins + (5 + random.below(90)) * MINUTE })
      if (random.chance(0.4)) edits.push(begins + 3 * MINUTE)
    }
  }
  return { name, hooks, sessions, edits: edits.sort((a, b) => a - b) }
}

/** Every ten days or so: mostly for minutes, sometimes over a long week-end. */
function downTimes(random: Random, from: number, days: number): Story['down'] {
  const down: { from: number; to: number }[] = []
  for (let at = from + 2 * DAY; at < from + days * DAY; ) {
    at += Math.round(random.around(8 * DAY, 0.7) / MINUTE) * MINUTE
    const length = Math.round(random.around(3 * HOUR, 2) / MINUTE) * MINUTE
    down.push({ from: at, to: Math.min(at + length, at + 6 * DAY) })
    at += length
  }
  return down.filter(each => each.from < from + days * DAY)
}
