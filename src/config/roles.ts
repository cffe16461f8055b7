import { say } from '../languages/index.ts'
import type { Config } from './settings.ts'

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

export interface LlmRole extends Omit<Config['llm'][RoleName], 'preset'> {
  readonly role: RoleName
  /** `ready`: may be asked. `no-key`: its variable is empty. `not-set`: rules do the work. */
  readonly state: 'ready' | 'no-key' | 'not-set'
}

const ROLES: readonly RoleName[] = ['intent', 'verification', 'agents']

export function llmRoles(
  { llm }: Pick<Config, 'llm'>,
  env: Readonly<Record<string, string | undefined>>,
): LlmRole[] {
  return ROLES.map(role => {
    const own = llm[role]
    const { preset: named, ...set } = own
    const preset = named === null ? undefined : PRESETS[named]
    const isCommand = set.api === 'claude-command'
    const endpoint = isCommand ? null : (set.endpoint ?? preset?.endpoint ?? null)
    const keyVariable = isCommand ? null : (set.keyVariable ?? preset?.keyVariable ?? null)
    const isSet = isCommand || endpoint !== null
    return {
      ...set,
      role,
      state: !isSet ? 'not-set' : keyVariable === null || env[keyVariable] ? 'ready' : 'no-key',
      endpoint,
      model: set.model ?? (isCommand ? null : (preset?.model ?? null)),
      keyVariable,
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
