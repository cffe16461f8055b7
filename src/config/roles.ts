import type { Config, Role } from './defaults.ts'

/** A7: the two services of the design that Dream grew from. Nothing is sent to them unless a role names one. */
export const PRESETS = {
  siliconflow: {
    endpoint: 'https://api.siliconflow.cn/v1',
    model: 'Qwen/Qwen3-8B',
    keyVariable: 'SILICONFLOW_API_KEY',
    about: 'fast and without a limit on calls: meant for verification',
  },
  zhipu: {
    endpoint: 'https://open.bigmodel.cn/api/paas/v4',
    model: 'glm-4.7-flash',
    keyVariable: 'ZHIPU_API_KEY',
    about: 'one call at a time, two seconds apart: meant for intent analysis',
  },
} as const

type RoleName = keyof Config['llm']

export interface LlmRole {
  readonly role: RoleName
  /** `ready`: may be asked. `no-key`: its variable is empty. `not-set`: rules do the work. */
  readonly state: 'ready' | 'no-key' | 'not-set'
  readonly api: Role['api']
  readonly endpoint: string | null
  readonly model: string | null
  /** The name of the variable; the key itself is read by whoever calls, and by nobody else. */
  readonly keyVariable: string | null
  readonly concurrency: number | null
  readonly intervalMs: number
  readonly price: Role['price']
  readonly budget: Role['budget']
}

const ROLES: readonly RoleName[] = ['intent', 'verification', 'agents']

export function llmRoles(
  { llm }: Pick<Config, 'llm'>,
  env: Readonly<Record<string, string | undefined>>,
): LlmRole[] {
  return ROLES.map(role => {
    const set = llm[role]
    const preset = set.preset === null ? undefined : PRESETS[set.preset]
    const isCommand = set.api === 'claude-command'
    const endpoint = isCommand ? null : (set.endpoint ?? preset?.endpoint ?? null)
    const keyVariable = isCommand ? null : (set.keyVariable ?? preset?.keyVariable ?? null)
    const isSet = isCommand || endpoint !== null
    return {
      role,
      state: !isSet ? 'not-set' : keyVariable === null || env[keyVariable] ? 'ready' : 'no-key',
      api: set.api,
      endpoint,
      model: set.model ?? (isCommand ? null : (preset?.model ?? null)),
      keyVariable,
      concurrency: set.concurrency,
      intervalMs: set.intervalMs,
      price: set.price,
      budget: set.budget,
    }
  })
}

/** A sentence for people. */
export function roleWords(role: LlmRole): string {
  const { state, keyVariable, concurrency, intervalMs } = role
  if (state === 'not-set') return 'no model is set: rules do the work'
  const calls = concurrency === null ? 'no limit on calls' : `${concurrency} at a time`
  const pace = intervalMs === 0 ? calls : `${calls}, ${intervalMs} ms apart`
  const who = `${modelWords(role)}, ${pace}`
  return state === 'no-key' ? `${who}; ${keyVariable} is empty, so rules do the work` : who
}

/** The model and where it is asked, as reports name it. */
export function modelWords({ api, model, endpoint }: Pick<LlmRole, 'api' | 'model' | 'endpoint'>): string {
  const where = api === 'claude-command' ? 'by claude -p' : `at ${shownEndpoint(endpoint)}`
  return `${model ?? 'the default model'} ${where}`
}

/** Without what stands behind a question mark: there are services that want their key there. */
export function shownEndpoint(endpoint: string | null): string {
  return endpoint?.replace(/[?#].*$/, '') ?? 'no address'
}
