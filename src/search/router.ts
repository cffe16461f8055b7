import type { Config } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { choiceArgument, objectArgument, wrongArgument } from '../model/index.ts'
import type { EngineName, Relation } from './engine.ts'
import { INTENTS, type Intent, type IntentKind } from './intent.ts'

export type Strategy = Config['retrieval']['defaultStrategy']

/** Which engines answer a question, in which order, and which edges of the graph are walked. */
export interface Route {
  readonly strategy: Strategy
  /** First the one whose hits lead: words do (`words-lead.ts`). */
  readonly engines: readonly EngineName[]
  readonly walk: readonly Relation[]
  /** For people. */
  readonly why: string
}

/** What of the graph belongs to a kind of question; nothing for plain ones. */
const WALKS: Record<IntentKind, readonly Relation[]> = {
  'simple-fact': [],
  'preference-recall': [],
  'causal-reasoning': ['causal', 'temporal'],
  'entity-relationship': ['entity'],
  'temporal-analysis': ['temporal'],
  hybrid: [],
}

const ENGINES: Record<Strategy, readonly EngineName[]> = {
  'ccb-only': ['ccb'],
  'magma-only': ['magma'],
  both: ['ccb', 'magma'],
  'both-priority-ccb': ['ccb', 'magma'],
}

/** M5: plain questions go the way that is configured; causal, entity and temporal ones ask both and walk MAGMA's graph. */
export class IntelligentRouter {
  constructor(private readonly strategy: Strategy = 'both-priority-ccb') {
    const strategies = Object.keys(ENGINES)
    choiceArgument('new IntelligentRouter(strategy)', 'the strategy', strategies, strategy)
  }

  route(intent: Pick<Intent, 'kind'>, usable: readonly EngineName[] = ['ccb', 'magma']): Route {
    const call = 'IntelligentRouter.route(intent)'
    const { kind } = objectArgument(call, 'an intent with its kind', intent) as { kind: IntentKind }
    if (!INTENTS.includes(kind)) throw wrongArgument(call, `kind to be one of ${INTENTS.join(', ')}`, kind)
    const walk = WALKS[kind]
    const isSingle = this.strategy === 'ccb-only' || this.strategy === 'magma-only'
    const strategy = walk.length > 0 && !isSingle ? 'both' : this.strategy
    const wanted = ENGINES[strategy]
    const left = wanted.filter(engine => usable.includes(engine))
    // A question is answered by the engine that is there rather than by none, unless just one was asked for.
    const engines = left.length === 0 && !isSingle ? [...usable] : left
    const walks = engines.includes('magma') ? walk : []
    return { strategy, engines, walk: walks, why: whyOf(kind, strategy, engines, walks) }
  }
}

function whyOf(
  kind: IntentKind,
  strategy: Strategy,
  engines: readonly EngineName[],
  walk: readonly Relation[],
): string {
  const who = engines.length === 0 ? 'no engine' : engines.map(name => name.toUpperCase()).join(', then ')
  const walked = walk.length === 0 ? '' : say().searching.walks(walk)
  return say().searching.route(kind, strategy, who, walked)
}
