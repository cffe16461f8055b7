import { type Config, DEFAULTS } from '../config/index.ts'
import { numberArgument, objectArgument, optionsArgument, wrongArgument } from '../model/index.ts'
import { cutToTokens, shareTokens, tokensOf } from './budget.ts'
import { type Distinct, distinct, type Sameness } from './duplicates.ts'
import type { EngineAnswer, EngineHit, EngineName } from './engine.ts'
import { wordsFirst } from './words-lead.ts'

/** A hit as it is given out: what it says, cut to its share of the budget, where it stands and why it is here. */
export interface FusedHit {
  readonly hit: EngineHit
  readonly engines: readonly EngineName[]
  /** By its place alone: the first has 1. */
  readonly score: number
  readonly text: string
  readonly tokens: number
  /** Other sources that say the same. */
  readonly also: readonly string[]
}

export interface FusionRequest {
  readonly answers: ReadonlyMap<EngineName, EngineAnswer>
  readonly engines: readonly EngineName[]
  readonly limit: number
}

/** M7: hits of both engines as one list without repetitions, within a budget. */
export class MemoryFusion {
  constructor(private readonly settings: Config['fusion'] = DEFAULTS.fusion) {
    optionsArgument('new MemoryFusion(settings)', settings)
  }

  fuse(request: FusionRequest): FusedHit[] {
    fusionArgument(request)
    const { answers, engines, limit } = request
    const merged = merge(answers, engines)
    const found = distinct(
      merged.map(({ hit }) => hit),
      this.sameness(),
    )
    return this.withinBudget(found.slice(0, limit), new Map(merged.map(one => [one.hit, one])))
  }

  /** How many of these hits say something else than the others. */
  count(hits: readonly EngineHit[]): number {
    return distinct(hits, this.sameness()).length
  }

  private sameness(): Sameness {
    return this.settings.enableSemanticDeduplication ? 'same-words' : 'same-characters'
  }

  private withinBudget(found: readonly Distinct[], merged: ReadonlyMap<EngineHit, Merged>): FusedHit[] {
    const { maxTokens, tokenBudget } = this.settings
    const wanted = found.map(({ hit }) => tokensOf(hit.document.text))
    const shares = shareTokens(wanted, { maxTokens, ...tokenBudget })
    return found.map(({ hit, also }, at) => {
      const text =
        wanted[at]! <= shares[at]! ? hit.document.text : cutToTokens(hit.document.text, shares[at]!)
      const { engines } = merged.get(hit)!
      return { hit, engines, score: 1 / (1 + at), text, tokens: tokensOf(text), also }
    })
  }
}

interface Merged {
  readonly hit: EngineHit
  readonly engines: readonly EngineName[]
}

/** What both say in the same words, the first said already. */
function together(first: EngineHit, second: EngineHit): string[] {
  const kind = (reason: string) => reason.replace(/ ?[(:].*/s, '')
  const said = new Set(first.reasons.map(kind))
  return [...first.reasons, ...second.reasons.filter(reason => !said.has(kind(reason)))]
}

/** Words lead: MAGMA adds its reasons to what the files gave, and its own hits behind it. */
function merge(answers: FusionRequest['answers'], engines: readonly EngineName[]): Merged[] {
  const byId = new Map<string, Merged>()
  for (const engine of wordsFirst(engines)) {
    for (const hit of answers.get(engine)?.hits ?? []) {
      const { id } = hit.document
      const known = byId.get(id)
      if (known === undefined)
        byId.set(id, { hit, engines: [hit.document.part === 'record' ? 'magma' : engine] })
      else
        byId.set(id, {
          hit: { ...known.hit, reasons: together(known.hit, hit) },
          engines: [...new Set([...known.engines, engine])],
        })
    }
  }
  return [...byId.values()]
}

function fusionArgument(request: unknown): void {
  const call = 'MemoryFusion.fuse({ answers, engines, limit })'
  const { answers, engines, limit } = objectArgument(call, 'an object', request)
  if (!(answers instanceof Map)) throw wrongArgument(call, 'answers to be a Map by engine', answers)
  if (!Array.isArray(engines)) throw wrongArgument(call, 'engines to be a list', engines)
  if (limit === undefined) throw wrongArgument(call, 'limit to be a number', limit)
  numberArgument(call, 'limit', limit, { from: 0 })
}
