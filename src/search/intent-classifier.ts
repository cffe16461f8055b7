import { type Config, DEFAULTS } from '../config/index.ts'
import { optionsArgument, wrongArgument } from '../model/index.ts'
import type { Model, Timer } from '../models/index.ts'
import { type Intent, type IntentKind, intentByRules } from './intent.ts'
import type { IntentCache } from './intent-cache.ts'

export interface ClassifierOptions {
  /** Else the defaults. */
  readonly settings?: Config['retrieval']['intentAnalysis']
  readonly cache?: IntentCache | undefined
  /** Asked first, where there is one; opened only when it is asked. */
  readonly model?: (() => Promise<Model | undefined>) | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly timer?: Timer
}

/** M5: the model first where there is one, then rules, else `hybrid`. What a model said is remembered for a day. */
export class IntentClassifier {
  private readonly now: () => number
  private readonly settings: Config['retrieval']['intentAnalysis']

  constructor(private readonly options: ClassifierOptions = {}) {
    optionsArgument('new IntentClassifier(options)', options)
    this.now = options.now ?? Date.now
    this.settings = options.settings ?? DEFAULTS.retrieval.intentAnalysis
  }

  async classify(query: string, signal?: AbortSignal): Promise<Intent> {
    if (typeof query !== 'string')
      throw wrongArgument('IntentClassifier.classify(query)', 'the question as text', query)
    const { settings } = this
    const { cache } = this.options
    const known = settings.cacheEnabled ? cache?.find(query, this.now()) : undefined
    if (known !== undefined) return { kind: known.kind, confidence: known.confidence, by: 'cache' }
    const said = settings.enableLLM ? await this.ask(query, signal) : undefined
    if (said !== undefined) {
      if (settings.cacheEnabled) cache?.put({ query, ...said, at: this.now() })
      return { ...said, by: 'model' }
    }
    const byRules = settings.enableRules ? intentByRules(query) : undefined
    if (byRules !== undefined && byRules.confidence >= settings.ruleConfidenceThreshold)
      return { ...byRules, by: 'rules' }
    return { kind: 'hybrid', confidence: byRules?.confidence ?? 0, by: 'default' }
  }

  private async ask(
    query: string,
    signal: AbortSignal | undefined,
  ): Promise<{ kind: IntentKind; confidence: number } | undefined> {
    const model = await this.options.model?.()
    if (model === undefined || query.trim() === '') return undefined
    const { askForIntent } = await import('./intent-model.ts')
    const answer = await askForIntent(model, query, signal, this.options.timer)
    if (answer?.outcome !== 'answered') return undefined
    const { intent, confidence } = answer.value
    return confidence >= this.settings.llmConfidenceThreshold ? { kind: intent, confidence } : undefined
  }
}
