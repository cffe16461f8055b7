import type { ProjectDocument } from '../model/index.ts'
import { shingles } from '../text/index.ts'

/**
 * The project's documents, to be asked which of them holds a text. One in four runs of words is looked up for every
 * document at once; only for the few that share many of them all runs are counted.
 */
export interface DocumentIndex {
  /** The document that holds most of these runs of words, and what it holds. */
  findContaining(
    runs: ReadonlySet<number>,
    isAsked: (path: string) => boolean,
  ): ContainingDocument | undefined
}

export interface ContainingDocument {
  readonly document: ProjectDocument
  readonly has: (run: number) => boolean
  /** How much of what was asked stands there. */
  readonly share: number
}

/** Of the sampled runs this share makes a document worth a whole look. */
const WORTH_A_LOOK = 0.5
const LOOKS = 3

const known = new WeakMap<readonly ProjectDocument[], DocumentIndex>()

export function documentIndexOf(documents: readonly ProjectDocument[]): DocumentIndex {
  let index = known.get(documents)
  if (index === undefined) {
    index = makeDocumentIndex(documents)
    known.set(documents, index)
  }
  return index
}

const isSampled = (run: number): boolean => (run & 3) === 0

function makeDocumentIndex(documents: readonly ProjectDocument[]): DocumentIndex {
  const holders = new Map<number, number[]>()
  documents.forEach(({ text }, at) => {
    for (const run of shingles(text)) {
      if (!isSampled(run)) continue
      const own = holders.get(run)
      if (own === undefined) holders.set(run, [at])
      else own.push(at)
    }
  })
  const whole = new Map<number, ReadonlySet<number>>()
  const runsOf = (at: number): ReadonlySet<number> => {
    const runs = whole.get(at) ?? shingles(documents[at]!.text)
    whole.set(at, runs)
    return runs
  }
  return {
    findContaining(runs, isAsked) {
      const sampled = [...runs].filter(isSampled)
      const counts = new Map<number, number>()
      for (const run of sampled)
        for (const at of holders.get(run) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1)
      const likely = [...counts]
        .filter(([at, count]) => count >= WORTH_A_LOOK * sampled.length && isAsked(documents[at]!.path))
        .sort(([a, m], [b, n]) => n - m || a - b)
        .slice(0, LOOKS)
      const looked = likely.map(([at]) => {
        const own = runsOf(at)
        const share = [...runs].filter(run => own.has(run)).length / runs.size
        return { document: documents[at]!, has: (run: number) => own.has(run), share }
      })
      return looked.sort((a, b) => b.share - a.share)[0]
    },
  }
}
