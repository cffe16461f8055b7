import { say } from '../languages/index.ts'
import type { Config } from './settings.ts'

interface Preset {
  readonly api: Config['llm'][RoleName]['api']
  readonly endpoint: string
  readonly model: string
  readonly keyVariable: string | null
  /** Dollars for a million tokens, where they are the same for everybody. */
  readonly price?: LlmRole['price']
  /** What goes into the request so that the model answers at once instead of thinking first. */
  readonly withoutThinking?: Readonly<Record<string, unknown>>
}

/**
 * A7: services by name; whatever is set beside the preset wins. The first two are those of the design that Dream grew from,
 * whose models think before they answer unless they are told not to. Nothing is sent to any of them unless a role names one.
 */
export const PRESETS = {
  siliconflow: {
    api: 'openai',
    endpoint: 'https://api.siliconflow.cn/v1',
    model: 'Qwen/Qwen3-8B',
    keyVariable: 'SILICONFLOW_API_KEY',
    withoutThinking: { enable_thinking: false },
  },
  zhipu: {
    api: 'openai',
    endpoint: 'https://open.bigmodel.cn/api/paas/v4',
    model: 'glm-4.7-flash',
    keyVariable: 'ZHIPU_API_KEY',
    withoutThinking: { thinking: { type: 'disabled' } },
  },
  anthropic: {
    api: 'anthropic',
    endpoint: 'https://api.anthropic.com/v1',
    model: 'claude-haiku-4-5',
    keyVariable: 'ANTHROPIC_API_KEY',
    price: { input: 1, output: 5 },
  },
  openai: {
    api: 'openai',
    endpoint: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
    keyVariable: 'OPENAI_API_KEY',
    price: { input: 0.4, output: 1.6 },
  },
  ollama: {
    api: 'openai',
    endpoint: 'http://localhost:11434/v1',
    model: 'llama3.1:8b',
    keyVariable: null,
    price: { input: 0, output: 0 },
  },
} as const satisfies Readonly<Record<string, Preset>>

type RoleName = keyof Config['llm']

export interface LlmRole extends Omit<Config['llm'][RoleName], 'preset'> {
  readonly role: RoleName
  /** `ready`: may be asked. `no-key`: its variable is empty. `not-set`: rules do the work. */
  readonly state: 'ready' | 'no-key' | 'not-set'
  /** What else goes into every request. */
  readonly body?: Readonly<Record<string, unknown>>
}

const ROLES: readonly RoleName[] = ['intent', 'verification', 'agents']

export function llmRoles(
  { llm }: Pick<Config, 'llm'>,
  env: Readonly<Record<string, string | undefined>>,
): LlmRole[] {
  return ROLES.map(role => {
    const own = llm[role]
    const { preset: named, ...set } = own
    const preset: Preset | undefined = named === null ? undefined : PRESETS[named]
    const api = set.api === 'claude-command' ? set.api : (preset?.api ?? set.api)
    const isCommand = api === 'claude-command'
    const endpoint = isCommand ? null : (set.endpoint ?? preset?.endpoint ?? null)
    const keyVariable = isCommand ? null : (set.keyVariable ?? preset?.keyVariable ?? null)
    const isSet = isCommand || endpoint !== null
    // The price is that of the preset's own model.
    const price = set.model === null ? preset?.price : undefined
    const body = set.thinking === 'off' ? preset?.withoutThinking : undefined
    return {
      ...set,
      api,
      role,
      state: !isSet ? 'not-set' : keyVariable === null || env[keyVariable] ? 'ready' : 'no-key',
      endpoint,
      model: set.model ?? preset?.model ?? null,
      keyVariable,
      price: {
        input: set.price.input ?? price?.input ?? null,
        output: set.price.output ?? price?.output ?? null,
      },
      ...(body !== undefined && { body }),
    }
  })
}

/** A sentence for people. */
export function roleWords(role: LlmRole): string {
  const { state, keyVariable, concurrency, intervalMs } = role
  const words = say().settings.roles
  if (state === 'not-set') return words.notSet
  const calls = concurrency === null ? words.noLimit : words.atOnce(concurrency)
  const pace = intervalMs === 0 ? calls : words.apart(calls, intervalMs)
  const who = `${modelWords(role)}, ${pace}`
  return state === 'no-key' ? words.noKey(who, keyVariable ?? '') : who
}

/** The model and where it is asked, as reports name it. */
export function modelWords({ api, model, endpoint }: Pick<LlmRole, 'api' | 'model' | 'endpoint'>): string {
  const words = say().settings.roles
  const name = model ?? words.defaultModel
  return api === 'claude-command' ? words.byCommand(name) : words.atAddress(name, shownEndpoint(endpoint))
}

/** Without what stands behind a question mark: there are services that want their key there. */
export function shownEndpoint(endpoint: string | null): string {
  return endpoint?.replace(/[?#].*$/, '') ?? say().settings.roles.noAddress
}
