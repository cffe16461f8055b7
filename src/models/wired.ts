import { type LlmRole, modelWords } from '../config/index.ts'
import type { Kept } from '../state/index.ts'
import { withBudget } from './budget.ts'
import { claudeCommand } from './claude-command.ts'
import { type Connect, streamedCall } from './client.ts'
import { replayTransport, sharedGate, withLimit, withMask, withRecorder, withRetry } from './middleware.ts'
import type { Model, ModelRole } from './model.ts'
import { modelOn, withCache } from './model-on.ts'
import type { Purse } from './purse.ts'
import type { Timer } from './timer.ts'
import type { Tally } from './transport.ts'
import { type Env, type Transport, withTally } from './transport.ts'

/** A model that thinks counts its thoughts as part of the answer. */
const THINKING_ROOM = 5

/** From the wire outwards: pace, budget, retries, recording, mask, count, the port, and what is known already. */
export function wiredModel(role: LlmRole, env: Env, options: OpenOptions & { readonly timer: Timer }): Model {
  const { timer, tally, cache, record, replay, purse } = options
  const provider = providerOf(role, env)
  const { name } = provider
  const called = replay === undefined ? paced(provider, role, timer, purse) : replayTransport(replay)
  const recorded = record === undefined ? called : withRecorder(called, record)
  const masked = withMask(recorded)
  const counted = tally === undefined ? masked : withTally(masked, tally, name)
  const model = modelOn(counted, {
    name,
    timer,
    timeoutMs: TIMEOUT_MS[role.role],
    room: role.thinking === 'on' ? THINKING_ROOM : 1,
  })
  return cache === undefined ? model : withCache(model, cache)
}

function paced({ name, call }: Provider, role: LlmRole, timer: Timer, purse?: Purse): Transport {
  const gate = sharedGate(`${role.role} ${name}`, role, timer)
  return withRetry(
    withBudget(withLimit(call, gate), role.budget, timer, { price: role.price, ...(purse && { purse }) }),
    timer,
  )
}

export interface OpenOptions {
  /** Counts what is spent, for the report. */
  readonly tally?: Tally
  /** Where answers are kept, so that the same question is not paid for twice. */
  readonly cache?: Kept<ReadonlyMap<string, string>>
  /** Writes each call and its answer as a line of text. */
  readonly record?: (text: string) => void
  /** A recording that answers instead of the service. */
  readonly replay?: string
  readonly timer?: Timer
  /** What runs of several processes share; without it only the role's own budget bounds. */
  readonly purse?: Purse
}

/** M6 for intent; a search waits for nobody. The agents have time. */
const TIMEOUT_MS: Readonly<Record<ModelRole, number>> = {
  intent: 1500,
  verification: 5000,
  agents: 120_000,
}

/** A service that can be asked. */
export interface Provider {
  /** As reports name it: the model and where it is asked. */
  readonly name: string
  readonly state: LlmRole['state']
  readonly call: Transport
}

/** By `llm.<role>.api`. */
const PROVIDERS: Readonly<Record<LlmRole['api'], (role: LlmRole, env: Env) => Transport>> = {
  openai: (role, env) => streamedCall(role, env, openAiCompatible),
  anthropic: (role, env) => streamedCall(role, env, anthropic),
  'claude-command': claudeCommand,
}

export function providerOf(role: LlmRole, env: Env): Provider {
  return { name: modelWords(role), state: role.state, call: PROVIDERS[role.api](role, env) }
}

const openAiCompatible: Connect = async (role, key, fetch) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'model',
    baseURL: role.endpoint!,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(key !== undefined && { apiKey: key }),
    ...(role.body && { transformRequestBody: body => ({ ...body, ...role.body }) }),
  }).chatModel(role.model ?? '')
}

const anthropic: Connect = async (role, key, fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  return createAnthropic({ baseURL: role.endpoint!, apiKey: key ?? 'none', fetch })(role.model ?? '')
}
