/**
 * Which sets of words share enough to be looked at more closely. Exact, and without comparing all pairs.
 *
 * Words are numbers; they are renumbered, rarest first. Of a pair the smaller set A shares at least `need = ⌈0.4·|A|⌉` words, so among its
 * `|A| − need + k` rarest words at least `k` are shared: only sets met `k` times there are counted to the end. Common
 * words, which would meet everybody, are never looked up. `k` trades a few more look-ups for far fewer full counts.
 */
export const CANDIDATE_OVERLAP = 0.4

/** Numbers, each once. */
export type WordSet = ArrayLike<number> & Iterable<number>

/** `a` and `b` are places in the list of sets, `a < b`. */
export type VisitPair = (a: number, b: number, shared: number) => void

export function candidatePairs(sets: readonly WordSet[], visit: VisitPair): void {
  const ranked = rankWords(sets)
  const bySize = sets.map((_, set) => set).filter(set => sizeOf(ranked, set) > 0)
  bySize.sort((a, b) => sizeOf(ranked, b) - sizeOf(ranked, a) || a - b)
  const met = new Uint32Array(sets.length)
  const touched = new Uint32Array(sets.length)
  // Largest first, each entered after it was asked: whatever is found is at least as large as who asks.
  for (const set of bySize) {
    probe(ranked, set, met, touched, visit)
    enter(ranked, set)
  }
}

/** Sets of word numbers in one flat array, and for each word the sets that hold it so far. */
interface Ranked {
  readonly words: Uint32Array
  readonly starts: Uint32Array
  readonly holders: Uint32Array
  readonly holderStarts: Uint32Array
  readonly holderEnds: Uint32Array
}

const sizeOf = ({ starts }: Ranked, set: number): number => starts[set + 1]! - starts[set]!

/** So many words of a set must be shared. */
const needOf = (size: number): number => Math.ceil(CANDIDATE_OVERLAP * size)

function rankWords(sets: readonly WordSet[]): Ranked {
  const { words, starts, counts } = flatten(sets)
  const rareFirst = Uint32Array.from(counts.keys()).sort((a, b) => counts[a]! - counts[b]! || a - b)
  const rankOf = new Uint32Array(counts.length)
  const holderStarts = new Uint32Array(counts.length + 1)
  rareFirst.forEach((word, rank) => {
    rankOf[word] = rank
    holderStarts[rank + 1] = holderStarts[rank]! + counts[word]!
  })
  for (let at = 0; at < words.length; at++) words[at] = rankOf[words[at]!]!
  for (let set = 0; set < sets.length; set++) words.subarray(starts[set], starts[set + 1]).sort()
  const holders = new Uint32Array(words.length)
  return { words, starts, holders, holderStarts, holderEnds: holderStarts.slice() }
}

/** All sets in one array, with their words numbered from nought, and how many hold each word. */
function flatten(sets: readonly WordSet[]) {
  const starts = new Uint32Array(sets.length + 1)
  sets.forEach((set, at) => {
    starts[at + 1] = starts[at]! + set.length
  })
  const words = new Uint32Array(starts[sets.length]!)
  const numbers = new Map<number, number>()
  const counts: number[] = []
  let at = 0
  for (const set of sets)
    for (const word of set) {
      let number = numbers.get(word)
      if (number === undefined) {
        number = counts.push(0) - 1
        numbers.set(word, number)
      }
      counts[number]!++
      words[at++] = number
    }
  return { words, starts, counts }
}

function enter({ words, starts, holders, holderEnds }: Ranked, set: number): void {
  for (let at = starts[set]!; at < starts[set + 1]!; at++) {
    const word = words[at]!
    holders[holderEnds[word]!] = set
    holderEnds[word]!++
  }
}

function probe(ranked: Ranked, set: number, met: Uint32Array, touched: Uint32Array, visit: VisitPair): void {
  const { words, starts, holders, holderStarts, holderEnds } = ranked
  const size = sizeOf(ranked, set)
  const need = needOf(size)
  const meetings = Math.min(need, 1 + Math.floor(size / 12))
  const start = starts[set]!
  const rareEnd = start + size - need + meetings
  let met0 = 0
  for (let at = start; at < rareEnd; at++) {
    const word = words[at]!
    const end = holderEnds[word]!
    for (let holder = holderStarts[word]!; holder < end; holder++) {
      const other = holders[holder]!
      if (met[other]!++ === 0) touched[met0++] = other
    }
  }
  for (let at = 0; at < met0; at++) {
    const other = touched[at]!
    const rare = met[other]!
    met[other] = 0
    if (rare < meetings) continue
    const shared = rare + sharedFrom(ranked, rareEnd, starts[set + 1]!, other)
    if (shared >= need) visit(Math.min(set, other), Math.max(set, other), shared)
  }
}

/** How many of the words from `from` to `end` the other set holds; both run from rare to common, so from the back. */
function sharedFrom({ words, starts }: Ranked, from: number, end: number, other: number): number {
  const otherStart = starts[other]!
  let shared = 0
  let mine = end - 1
  let theirs = starts[other + 1]! - 1
  while (mine >= from && theirs >= otherStart) {
    const difference = words[mine]! - words[theirs]!
    if (difference === 0) shared++
    if (difference >= 0) mine--
    if (difference <= 0) theirs--
  }
  return shared
}

/** The pairs of which one is among `few`, whose places these are: few against all, by the words that the few hold. */
export function candidatePairsWith(few: readonly number[], sets: readonly WordSet[], visit: VisitPair): void {
  const holders = new Map<number, number[]>()
  few.forEach((place, rank) => {
    for (const word of sets[place]!) {
      const own = holders.get(word)
      if (own === undefined) holders.set(word, [rank])
      else own.push(rank)
    }
  })
  const rankAmongFew = new Map(few.map((place, rank) => [place, rank]))
  const met = new Uint32Array(few.length)
  sets.forEach((set, place) => {
    for (const word of set) for (const rank of holders.get(word) ?? []) met[rank]!++
    // Of two that are both among the few, the first finds the other.
    const from = rankAmongFew.get(place) ?? -1
    few.forEach((other, rank) => {
      const shared = met[rank]!
      met[rank] = 0
      if (rank <= from || shared === 0) return
      if (shared >= needOf(Math.min(set.length, sets[other]!.length)))
        visit(Math.min(place, other), Math.max(place, other), shared)
    })
  })
}
