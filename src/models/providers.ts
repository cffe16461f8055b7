import { type LlmRole, modelWords } from '../config/index.ts'
import { claudeCommand } from './claude-command.ts'
import { type Connect, streamedCall } from './client.ts'
import type { Env, Transport } from './transport.ts'

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
  }).chatModel(role.model ?? '')
}

const anthropic: Connect = async (role, key, fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  return createAnthropic({ baseURL: role.endpoint!, apiKey: key ?? 'none', fetch })(role.model ?? '')
}
