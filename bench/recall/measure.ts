import type { QuestionSet } from './known-items.ts'
import { type Score, scoreOf, type Times, timesOf } from './score.ts'
import type { System } from './systems.ts'

export interface Measured {
  readonly system: string
  /** By group: each language, and for English the two halves of the repositories. */
  readonly scores: Readonly<Record<Group, Score>>
  readonly times: Times
}

/** The repositories in two halves: a gain that stands in one alone is none. */
export type Group = 'english' | 'english, first half' | 'english, second half' | 'chinese'
export const GROUPS: readonly Group[] = ['english', 'english, first half', 'english, second half', 'chinese']

const LIMIT = 10

export async function measureSet(system: System, set: QuestionSet): Promise<Measured> {
  const asker = await system.open(set.documents)
  const places: Record<Group, number[]> = {
    english: [],
    'english, first half': [],
    'english, second half': [],
    chinese: [],
  }
  const ms: number[] = []
  try {
    for (const { query } of set.questions.slice(0, 20)) await asker.ask(query, LIMIT)
    for (const { query, answer, repository, language } of set.questions) {
      const start = performance.now()
      const found = await asker.ask(query, LIMIT)
      ms.push(performance.now() - start)
      const place = found.indexOf(answer) + 1
      if (language === 'chinese') places.chinese.push(place)
      else {
        places.english.push(place)
        places[isFirstHalf(repository) ? 'english, first half' : 'english, second half'].push(place)
      }
    }
  } finally {
    await asker.close()
  }
  const scores = Object.fromEntries(GROUPS.map(group => [group, scoreOf(places[group])])) as Record<
    Group,
    Score
  >
  return { system: system.name, scores, times: timesOf(ms) }
}

/** Half of the repositories, by a sum over their names. */
function isFirstHalf(repository: string): boolean {
  let sum = 7
  for (const char of repository) sum = (sum * 31 + char.charCodeAt(0)) >>> 0
  return sum % 2 === 0
}
