import type { Model } from '../agents/model.ts'
import type { Config } from '../config/defaults.ts'
import { type Intent, type IntentKind, intentByRules } from './intent.ts'
import type { IntentCache } from './intent-cache.ts'

export interface ClassifierOptions {
  readonly settings: Config['retrieval']['intentAnalysis']
  readonly cache?: IntentCache | undefined
  /** Asked first, where there is one; opened only when it is asked. */
  readonly model?: (() => Promise<Model | undefined>) | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** M5: the model first where there is one, then rules, else `hybrid`. What a model said is remembered for a day. */
export class IntentClassifier {
  private readonly now: () => number

  constructor(private readonly options: ClassifierOptions) {
    this.now = options.now ?? Date.now
  }

  async classify(query: string, signal?: AbortSignal): Promise<Intent> {
    const { settings, cache } = this.options
    const known = settings.cacheEnabled ? cache?.find(query, this.now()) : undefined
    if (known !== undefined) return { kind: known.kind, confidence: known.confidence, by: 'cache' }
    const said = settings.enableLLM ? await this.ask(query, signal) : undefined
    if (said !== undefined) {
      if (settings.cacheEnabled) cache?.put({ query, ...said, at: this.now() })
      return { ...said, by: 'model' }
    }
    const told = settings.enableRules ? intentByRules(query) : undefined
    if (told !== undefined && told.confidence >= settings.ruleConfidenceThreshold)
      return { ...told, by: 'rules' }
    return { kind: 'hybrid', confidence: told?.confidence ?? 0, by: 'default' }
  }

  private async ask(
    query: string,
    signal: AbortSignal | undefined,
  ): Promise<{ kind: IntentKind; confidence: number } | undefined> {
    const model = await this.options.model?.()
    if (model === undefined || query.trim() === '') return undefined
    const { askForIntent } = await import('./intent-model.ts')
    const answer = await askForIntent(model, query, signal)
    if (answer?.outcome !== 'answered') return undefined
    const { intent, confidence } = answer.value
    return confidence >= this.options.settings.llmConfidenceThreshold
      ? { kind: intent, confidence }
      : undefined
  }
}
