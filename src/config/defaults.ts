import { DEFAULT_POLICY } from '../model/index.ts'

const { rules, expiry, ...policy } = DEFAULT_POLICY

/**
 * Every setting with its default. `null` is a setting that is not set. The tree is complete: it is also the list of
 * names that exist, so that nothing heavier has to be loaded to read a setting. `schema.ts` says what values may be.
 */
export const DEFAULTS = {
  cache: { enabled: true, ttlHours: 24, maxSize: 10_000, semanticThreshold: 0.9 },
  obsidian: {
    mode: 'auto' as 'auto' | 'cli' | 'direct',
    vault: null as string | null,
    cli: { enabled: true, timeout: 5000 },
    direct: { atomicWrites: true },
    fallback: { enabled: true, maxRetries: 2 },
  },
  autoDream: {
    enabled: true,
    timeGate: { minHoursBetweenDream: 24, maxHoursBetweenDream: 168 },
    sessionGate: { minSessionsForDream: 5, scanIntervalMs: 600_000 },
  },
  retrieval: {
    defaultStrategy: 'both-priority-ccb' as 'ccb-only' | 'magma-only' | 'both' | 'both-priority-ccb',
    intentAnalysis: {
      enableLLM: true,
      enableRules: true,
      llmConfidenceThreshold: 0.7,
      ruleConfidenceThreshold: 0.5,
      cacheEnabled: true,
    },
    progressiveSearch: {
      enabled: true,
      stages: [
        { name: 'ccb-fast', limit: 5, timeout: 100 },
        { name: 'magma-extend', limit: 10, timeout: 300 },
        { name: 'full-fusion', enableFusion: true, timeout: 800 },
      ] as readonly Stage[],
    },
  },
  fusion: {
    maxTokens: 4000,
    enableSemanticDeduplication: true,
    semanticSimilarityThreshold: 0.85,
    tokenBudget: { dynamic: true, maxTokensPerMemory: 500 },
  },
  llm: {
    intent: role({ concurrency: 1, intervalMs: 2000 }),
    verification: role({ concurrency: null, intervalMs: 0 }),
    agents: role({ concurrency: 1, intervalMs: 0 }),
  },
  metrics: { enabled: false },
  rules,
  policy,
  journal: {
    vault: null as string | null,
    limits: { target: 15_000, compress: 16_000, hard: 18_000, cut: null as number | null },
  },
  forget: { reemerge: 'ask' as 'ask' | 'auto' },
  schedule: { enabled: true, timeZone: null as string | null },
  expiry,
  magma: {
    enabled: true,
    path: null as string | null,
    embeddings: {
      from: 'local' as 'local' | 'endpoint',
      endpoint: null as string | null,
      model: null as string | null,
      keyVariable: null as string | null,
    },
  },
  environments: {} as Readonly<Record<string, Readonly<Record<string, unknown>>>>,
}

export type Config = typeof DEFAULTS

export interface Stage {
  readonly name: string
  readonly timeout: number
  readonly limit?: number
  readonly enableFusion?: boolean
}

/** A7: one of the three who may ask a model. With neither preset nor endpoint it has none, and rules do its work. */
export interface Role {
  readonly preset: 'siliconflow' | 'zhipu' | null
  /** `claude-command`: no endpoint and no key; `claude -p` is asked, where it is on the PATH. */
  readonly api: 'openai' | 'anthropic' | 'claude-command'
  readonly endpoint: string | null
  readonly model: string | null
  readonly keyVariable: string | null
  readonly concurrency: number | null
  readonly intervalMs: number
  /** US dollars for a million tokens; null where it is not known. */
  readonly price: { readonly input: number | null; readonly output: number | null }
  readonly budget: {
    readonly calls: number | null
    readonly tokens: number | null
    readonly seconds: number | null
    readonly usd: number | null
  }
}

function role(limits: Pick<Role, 'concurrency' | 'intervalMs'>): Role {
  return {
    preset: null,
    api: 'openai',
    endpoint: null,
    model: null,
    keyVariable: null,
    ...limits,
    price: { input: null, output: null },
    budget: { calls: null, tokens: null, seconds: null, usd: null },
  }
}
