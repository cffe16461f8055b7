import { type Claim, claimsIn, IS_ONE_WORD, PREFER, pattern, USE } from '../../languages/index.ts'
import { Known, type Memory, type Rules } from '../../model/index.ts'
import { hashOf, textOf } from '../../text/index.ts'
import { type RelatedPair, sameSubject } from './related.ts'

/** One sentence of `a` against one of `b`. */
export interface Opposition {
  readonly object: string
  readonly quotes: readonly [a: string, b: string]
  /** `narrower`: one side speaks of part of what the other speaks of (`mocks`, `database mocks`). */
  readonly objects: 'same' | 'narrower' | 'rivals'
  /** The successor words that one side has and the other has not: it replaces the other and says so. */
  readonly successor?: { readonly side: 'a' | 'b'; readonly words: string }
}

/** What two related memories say against each other. */
export function opposed(pair: RelatedPair, rules: Rules, known: Known): Opposition | undefined {
  const { a, b } = pair
  if (!mayOppose(a, b, known)) return undefined
  const found = known.of('opposition', pair, () => opposition(a, b, rules, known) ?? 'none')
  return found === 'none' ? undefined : found
}

/** The first pair of claims that cannot both be followed; those about exactly the same object come first. */
export function opposition(a: Memory, b: Memory, rules: Rules, known = new Known()): Opposition | undefined {
  let best: Opposition | undefined
  const claimsOf = (memory: Memory) => known.of('claims', memory, () => readClaims(memory))
  for (const mine of claimsOf(a)) {
    for (const theirs of claimsOf(b)) {
      const objects = conflict(mine, theirs, () => rules === 'seed' && sameSubject(a, b, rules, known))
      if (objects === undefined || (best !== undefined && objects !== 'same')) continue
      best = {
        objects,
        quotes: [mine.quote, theirs.quote],
        object: mine.object.join(' '),
        ...succession(a, b, mine),
      }
      if (objects === 'same') return best
    }
  }
  return best
}

function conflict(a: Claim, b: Claim, sharesSubject: () => boolean): Opposition['objects'] | undefined {
  if (!sameWords(a.about, b.about)) return undefined
  if (a.polarity !== b.polarity) {
    if (!sameVerb(a, b) || !compatible(a.domain, b.domain)) return undefined
    const match = matchObjects(a, b)
    return (a.plain || b.plain) && match !== 'same' ? undefined : match
  }
  const arePreferences = a.polarity === 'do' && a.verb === PREFER && b.verb === PREFER
  if (!arePreferences || matchObjects(a, b) !== undefined || share(a.object, b.object)) return undefined
  return isSameChoice(a, b) || sharesSubject() ? 'rivals' : undefined
}

/** "Prefer X / prefer Y" is a contradiction only about the same choice. */
function isSameChoice(a: Claim, b: Claim): boolean {
  const sameDomain = a.domain.length > 0 && sameWords(a.domain, b.domain)
  const sameLoser = a.over.length > 0 && sameWords(a.over, b.over)
  return compatible(a.domain, b.domain) && (sameDomain || sameLoser)
}

function sameVerb(a: Claim, b: Claim): boolean {
  const [positive, negative] = a.polarity === 'do' ? [a, b] : [b, a]
  return positive.verb === negative.verb || (positive.verb === PREFER && negative.verb === USE)
}

/** D16: equal, or one within the other with the same head word. */
function matchObjects(a: Claim, b: Claim): 'same' | 'narrower' | undefined {
  if (sameWords(a.object, b.object)) return 'same'
  const [short, long] = a.object.length <= b.object.length ? [a.object, b.object] : [b.object, a.object]
  const sameHead = short.at(-1) === long.at(-1)
  if (sameHead && short.every(word => long.includes(word))) return 'narrower'
  return isCompound(a.object, b.object) ? 'narrower' : undefined
}

/** Chinese objects are one word; the head of "database mock" is its end, "mock". */
function isCompound(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a[0] ?? '', b[0] ?? '']
  if (a.length !== 1 || b.length !== 1 || !IS_ONE_WORD.test(one)) return false
  return IS_ONE_WORD.test(other) && (one.endsWith(other) || other.endsWith(one))
}

const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(word => b.includes(word))

const share = (a: readonly string[], b: readonly string[]): boolean => a.some(word => b.includes(word))

/** A rule for unit tests and one for integration tests can both hold: each place has a word that the other has not. */
const compatible = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === 0 || b.length === 0 || isWithin(a, b) || isWithin(b, a)

const isWithin = (a: readonly string[], b: readonly string[]): boolean => a.every(word => b.includes(word))

const REPLACES = pattern(({ status }) => status?.replaces)

/** Successor words count in a sentence that names the object. */
function succession(a: Memory, b: Memory, claim: Claim): Pick<Opposition, 'successor'> {
  const [inA, inB] = [successorWords(a, claim.object), successorWords(b, claim.object)]
  if ((inA === undefined) === (inB === undefined)) return {}
  return { successor: inA === undefined ? { side: 'b', words: inB! } : { side: 'a', words: inA } }
}

function successorWords(memory: Memory, object: readonly string[]): string | undefined {
  const head = object.at(-1) ?? ''
  for (const sentence of textOf(memory).sentences) {
    const found = REPLACES.exec(sentence)
    if (found !== null && sentence.toLowerCase().includes(head)) return found[0].toLowerCase()
  }
  return undefined
}

/** The longest sentence that is looked at: rules are short. */
const LONGEST_SENTENCE = 400
/** More claims than any rule book has; what follows is not looked at. */
const MOST_CLAIMS = 200

function readClaims(memory: Memory): Claim[] {
  const claims: Claim[] = []
  for (const sentence of textOf(memory).sentences) {
    if (sentence.length > LONGEST_SENTENCE) continue
    claims.push(...claimsIn(sentence))
    if (claims.length >= MOST_CLAIMS) break
  }
  return claims
}

/**
 * What the claims of a memory speak of, to see at a glance that two memories have nothing to oppose. Words as numbers, each
 * once and in order: two words that happen to be one number cost a closer look, no more.
 */
interface Topics {
  readonly affirmed: Uint32Array
  readonly denied: Uint32Array
  readonly prefers: boolean
}

/** Claims are not kept for it: those of a large folder take more room than its memories. */
const topicsOf = (memory: Memory, known: Known): Topics =>
  known.of('topics', memory, () => {
    const claims = readClaims(memory)
    const said = (polarity: Claim['polarity']) =>
      numbersOf(claims.filter(claim => claim.polarity === polarity).flatMap(wordsToMeet))
    const prefers = claims.some(claim => claim.polarity === 'do' && claim.verb === PREFER)
    return { affirmed: said('do'), denied: said('do-not'), prefers }
  })

const numbersOf = (words: readonly string[]): Uint32Array =>
  Uint32Array.from(new Set(words.map(word => hashOf(word) >>> 0))).sort()

/**
 * Two claims match only where they share one of these: a word of the object with the verb, where to prefer is to use. The
 * end stands for Chinese compounds.
 */
function wordsToMeet({ verb, object }: Claim): string[] {
  const words = object.length === 0 ? [''] : object
  return words
    .flatMap(word => (IS_ONE_WORD.test(word) ? [word, [...word].slice(-2).join('')] : [word]))
    .map(word => `${verb === PREFER ? USE : verb} ${word}`)
}

export function mayOppose(a: Memory, b: Memory, known = new Known()): boolean {
  const [mine, theirs] = [topicsOf(a, known), topicsOf(b, known)]
  if (mine.prefers && theirs.prefers) return true
  return meet(mine.affirmed, theirs.denied) || meet(mine.denied, theirs.affirmed)
}

function meet(a: Uint32Array, b: Uint32Array): boolean {
  let [mine, theirs] = [0, 0]
  while (mine < a.length && theirs < b.length) {
    const difference = a[mine]! - b[theirs]!
    if (difference === 0) return true
    if (difference < 0) mine++
    else theirs++
  }
  return false
}
