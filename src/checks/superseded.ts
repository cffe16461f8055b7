/**
 * # Older versions
 *
 * Finds memories of one folder whose names are the same but for words that tell versions apart: `tech_stack.md` and
 * `tech_stack_updated.md`, `deploy.md` and `deploy_v2.md`, `plan_old.md` and `plan.md`. The older one is a proposal: what
 * only it says is for a person to see.
 *
 * Wrong to use for series: `retro_2026_05_01.md` and `retro_2026_05_08.md` are two notes. So where both names carry a
 * date or a number the check is silent, and a date alone makes a version only beside a name without one.
 *
 * Before: `testing.md` and, later, `testing_updated.md`.
 * After, once accepted: `testing_updated.md`; links to the other lead to it.
 */
import { say, wordSet } from '../languages/index.ts'
import { groupBy, type Memory } from '../model/index.ts'
import { quoted, showText } from '../text/index.ts'
import { check, kind } from './check.ts'
import { orderTies, type Tie } from './pairs/order.ts'
import { orderWords } from './words.ts'

const olderVersion = kind({
  kind: 'superseded',
  words: ({ checks }) => checks.superseded,
  fields: ({ fileName, text, order }) => ({
    file: fileName,
    by: fileName,
    /** In which the two names differ. */
    words: text,
    order,
  }),
  about: ['file', 'by'],
  files: ({ file, by }) => [file, by],
  say: ({ by }) => say().checks.superseded.say(showText(by)),
  evidence: ({ words }) => [say().checks.superseded.evidence(quoted(words))],
  removal: {
    needsReview: { always: () => say().checks.superseded.needsReview },
    because: ({ by, order }) => say().checks.superseded.because(by, orderWords(order, by)),
    reason: ({ by }) => ({ why: 'superseded', by }),
    replacement: ({ by }) => by,
    confidence: () => 'sure',
  },
  reasons: {
    superseded: { say: ({ by = '' }) => say().checks.superseded.reason(showText(by)), isOutdated: true },
  },
})

const NEWER = wordSet(({ words }) => words?.newer)
const OLDER = wordSet(({ words }) => words?.older)
const DATES = wordSet(({ words }) => words?.months)

interface Version {
  readonly memory: Memory
  /** What is left of its name without the words that tell versions apart. */
  readonly base: string
  readonly telling: readonly string[]
}

/** Two versions by their names: `a` gives way to `b`. */
interface VersionPair extends Tie {
  readonly words: string
  /** A date beside no date may be the newer version or a copy put aside: a clock has to agree. */
  readonly needs: 'nothing' | 'clock'
}

export const superseded = check({
  name: 'superseded',
  kinds: [olderVersion],
  notUnderSeed: true,
  find(snapshot, rules) {
    const pairs = versionPairs(snapshot.folder.memories)
    const order = orderTies(pairs, snapshot, rules)
    return pairs.flatMap(pair => {
      const ordered = order(pair)
      const isByClock = ordered.order.known === 'by-clock'
      // The names say which is newer; where a clock says otherwise, nobody knows.
      if ((isByClock && ordered.newer !== pair.b) || (!isByClock && pair.needs === 'clock')) return []
      const { words } = pair
      const known = isByClock ? ordered.order : ({ known: 'by-words', words } as const)
      return [{ kind: 'superseded', file: pair.a.file, by: pair.b.file, words, order: known }]
    })
  },
})

/** Three and more of one name are a series. */
function versionPairs(memories: readonly Memory[]): VersionPair[] {
  const groups = groupBy(memories.map(versionOf), ({ base }) => base)
  return [...groups].flatMap(([base, [one, other, ...more]]) =>
    base === '' || one === undefined || other === undefined || more.length > 0 ? [] : pairOf(one, other),
  )
}

const RANK = { older: 0, plain: 1, dated: 2, newer: 3 } as const

function pairOf(one: Version, other: Version): VersionPair[] {
  const [mine, theirs] = [wordsOnlyIn(one, other), wordsOnlyIn(other, one)]
  const [ageOfMine, ageOfTheirs] = [ageOf(mine), ageOf(theirs)]
  const isDated = [...mine, ...theirs].some(isDate)
  const words = [...mine, ...theirs].join(' ')
  if (ageOfMine === ageOfTheirs || (mine.some(isDate) && theirs.some(isDate))) return []
  const [a, b] = RANK[ageOfMine] < RANK[ageOfTheirs] ? [one, other] : [other, one]
  const needs =
    isDated && !words.split(' ').some(word => NEWER.has(word) || OLDER.has(word)) ? 'clock' : 'nothing'
  return [{ a: a.memory, b: b.memory, words, needs }]
}

const wordsOnlyIn = (one: Version, other: Version): string[] =>
  one.telling.filter(word => !other.telling.includes(word))

function versionOf(memory: Memory): Version {
  const words = memory.file
    .replace(/\.md$/i, '')
    .toLowerCase()
    .split(/[\s_.-]+/)
  const telling = words.filter(word => NEWER.has(word) || OLDER.has(word) || isDate(word))
  return { memory, base: words.filter(word => !telling.includes(word)).join(' '), telling }
}

const isDate = (word: string): boolean => /^\d{1,4}$|^\d{6,8}$/.test(word) || DATES.has(word)

function ageOf(words: readonly string[]): keyof typeof RANK {
  if (words.some(word => OLDER.has(word))) return 'older'
  if (words.some(word => NEWER.has(word))) return 'newer'
  return words.length > 0 ? 'dated' : 'plain'
}
