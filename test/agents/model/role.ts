import { type LlmRole, llmRoles } from '../../../src/config/roles.ts'
import { DEFAULTS } from '../../../src/config/settings.ts'
import type { ModelServer } from '../model-server.ts'

export const KEY = 'k3y-that-nobody-may-see-0123456789abcdef'
export const ENV = { TEST_MODEL_KEY: KEY }

/** A role that asks the server; what is not said is as the defaults have it. */
export function roleAt(
  server: Pick<ModelServer, 'openai' | 'anthropic'>,
  settings: Partial<LlmRole> = {},
): LlmRole {
  const { api = 'openai', role = 'agents' } = settings
  const own = {
    ...DEFAULTS.llm[role],
    api,
    endpoint: api === 'anthropic' ? server.anthropic : server.openai,
    model: 'test-model',
    keyVariable: 'TEST_MODEL_KEY',
  }
  const found = llmRoles({ llm: { ...DEFAULTS.llm, [role]: own } }, ENV).find(one => one.role === role)!
  return { ...found, concurrency: null, intervalMs: 0, ...settings }
}
