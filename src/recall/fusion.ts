import type { Config } from '../config/defaults.ts'
import { cutToTokens, shareTokens, tokensOf } from './budget.ts'
import type { Meaning } from './collection.ts'
import { type Distinct, distinct } from './duplicates.ts'
import type { EngineAnswer, EngineHit, EngineName } from './engine.ts'

/** A hit as it is given out: what it says, cut to its share of the budget, where it stands and why it is here. */
export interface FusedHit {
  readonly hit: EngineHit
  readonly engines: readonly EngineName[]
  readonly score: number
  readonly text: string
  readonly tokens: number
  /** Other sources that say the same. */
  readonly also: readonly string[]
}

export interface FusionRequest {
  readonly answers: ReadonlyMap<EngineName, EngineAnswer>
  /** The engine that leads comes first. */
  readonly engines: readonly EngineName[]
  readonly limit: number
}

/** By rank, because scores of two engines cannot be compared; the leader's ranks count more. */
const RANK = 20
const FOLLOWER = 0.5

/** M7: hits of both engines as one list without repetitions, within a budget. */
export class MemoryFusion {
  constructor(
    private readonly settings: Config['fusion'],
    private readonly meaning?: Meaning,
  ) {}

  fuse({ answers, engines, limit }: FusionRequest): FusedHit[] {
    const merged = mergeByRank(answers, engines)
    const threshold = this.settings.enableSemanticDeduplication
      ? this.settings.semanticSimilarityThreshold
      : 2
    // A few more than asked for, because some will say the same.
    const looked = merged.slice(0, Math.max(limit * 2, limit + 10))
    const found = distinct(
      looked.map(({ hit }) => hit),
      { threshold, meaning: this.meaning },
    ).slice(0, limit)
    return this.withinBudget(found, new Map(merged.map(one => [one.hit, one])))
  }

  private withinBudget(found: readonly Distinct[], merged: ReadonlyMap<EngineHit, Merged>): FusedHit[] {
    const { maxTokens, tokenBudget } = this.settings
    const wanted = found.map(({ hit }) => tokensOf(hit.document.text))
    const shares = shareTokens(wanted, { maxTokens, ...tokenBudget })
    return found.map(({ hit, also }, at) => {
      const text =
        wanted[at]! <= shares[at]! ? hit.document.text : cutToTokens(hit.document.text, shares[at]!)
      const { engines, score } = merged.get(hit)!
      return { hit, engines, score, text, tokens: tokensOf(text), also }
    })
  }
}

interface Merged {
  readonly hit: EngineHit
  readonly engines: EngineName[]
  score: number
}

/** What both say in the same words, the first said already. */
function together(first: EngineHit, second: EngineHit): string[] {
  const kind = (reason: string) => reason.replace(/ ?[(:].*/s, '')
  const said = new Set(first.reasons.map(kind))
  return [...first.reasons, ...second.reasons.filter(reason => !said.has(kind(reason)))]
}

function mergeByRank(answers: FusionRequest['answers'], engines: readonly EngineName[]): Merged[] {
  const byId = new Map<string, Merged>()
  for (const [place, engine] of engines.entries()) {
    for (const [rank, hit] of (answers.get(engine)?.hits ?? []).entries()) {
      const score = (place === 0 ? 1 : FOLLOWER) / (RANK + rank)
      const known = byId.get(hit.document.id)
      if (known === undefined) {
        byId.set(hit.document.id, { hit, engines: [engine], score })
        continue
      }
      known.score += score
      known.engines.push(engine)
      // The engine over the files knows the line.
      const { document } = engine === 'ccb' ? hit : known.hit
      byId.set(document.id, { ...known, hit: { ...known.hit, document, reasons: together(known.hit, hit) } })
    }
  }
  return [...byId.values()].sort(
    (a, b) =>
      b.score - a.score ||
      b.hit.document.weight - a.hit.document.weight ||
      (a.hit.document.id < b.hit.document.id ? -1 : 1),
  )
}
