import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadConfig } from '../../src/config/load.ts'

/** A home and a project in a temporary folder, with whatever configuration a test needs. */
export function configPlace() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dream-config-')))
  const home = join(top, 'home')
  const project = join(top, 'shop')
  const state = join(top, 'state', 'dream')
  for (const folder of [home, join(project, '.git')]) mkdirSync(folder, { recursive: true })
  const put = (path: string, data: unknown) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof data === 'string' ? data : JSON.stringify(data))
  }
  return {
    top,
    home,
    project,
    state,
    user: (data: unknown) => put(join(home, '.config/dream/config.json'), data),
    own: (data: unknown) => put(join(project, 'dream.config.json'), data),
    load: async (env: Record<string, string> = {}, environment?: string) =>
      loadConfig({ project, home, env, ...(environment !== undefined && { environment }) }, state),
    remove: () => rmSync(top, { recursive: true, force: true }),
  }
}

/** The sample of the design that Dream grew from, value by value. */
export const SEED = {
  cache: { enabled: true, ttlHours: 24, maxSize: 10000, semanticThreshold: 0.9 },
  obsidian: {
    mode: 'auto',
    cli: { enabled: true, timeout: 5000 },
    direct: { atomicWrites: true },
    fallback: { enabled: true, maxRetries: 2 },
  },
  autoDream: {
    enabled: true,
    timeGate: { minHoursBetweenDream: 24, maxHoursBetweenDream: 168 },
    sessionGate: { minSessionsForDream: 5, scanIntervalMs: 600000 },
  },
  retrieval: {
    defaultStrategy: 'both-priority-ccb',
    intentAnalysis: {
      enableLLM: true,
      enableRules: true,
      llmConfidenceThreshold: 0.7,
      ruleConfidenceThreshold: 0.5,
    },
    progressiveSearch: {
      enabled: true,
      stages: [
        { name: 'ccb-fast', limit: 5, timeout: 100 },
        { name: 'magma-extend', limit: 10, timeout: 300 },
        { name: 'full-fusion', enableFusion: true, timeout: 800 },
      ],
    },
  },
  fusion: {
    maxTokens: 4000,
    enableSemanticDeduplication: true,
    semanticSimilarityThreshold: 0.85,
    tokenBudget: { dynamic: true, maxTokensPerMemory: 500 },
  },
}

export const SEED_ENVIRONMENTS = {
  development: {
    'autoDream.timeGate.minHoursBetweenDream': 1,
    'retrieval.intentAnalysis.cacheEnabled': false,
    'retrieval.progressiveSearch.enabled': false,
  },
  production: {
    'autoDream.timeGate.minHoursBetweenDream': 48,
    'retrieval.intentAnalysis.cacheEnabled': true,
    'retrieval.progressiveSearch.enabled': true,
    'metrics.enabled': true,
  },
}
