import { type LlmRole, modelWords } from '../config/index.ts'
import { summed } from '../state/index.ts'
import { withBudget } from './budget.ts'
import { withCache } from './cache.ts'
import { claudeTransport } from './claude-command.ts'
import { clientTransport } from './client.ts'
import { sharedGate, withLimit } from './limit.ts'
import { withMask } from './mask.ts'
import type { Model } from './model.ts'
import { modelOn } from './model-on.ts'
import { type OpenOptions, TIMEOUT_MS } from './open-options.ts'
import { replayTransport, withRecorder } from './record.ts'
import { withRetry } from './retry.ts'
import { withTally } from './spent.ts'
import type { Timer } from './timer.ts'
import type { Transport } from './transport.ts'

type Env = Readonly<Record<string, string | undefined>>

/** From the wire outwards: pace, budget, retries, recording, mask, count, the port, and what is known already. */
export function wiredModel(role: LlmRole, env: Env, options: OpenOptions & { readonly timer: Timer }): Model {
  const { timer, tally, cache, record, replay } = options
  const name = modelWords(role)
  const called = replay === undefined ? pacedTransport(role, env, timer) : replayTransport(replay)
  const recorded = record === undefined ? called : withRecorder(called, record)
  const masked = withMask(recorded)
  const counted = tally === undefined ? masked : withTally(masked, tally, name)
  const model = modelOn(counted, { name, timer, timeoutMs: TIMEOUT_MS[role.role] })
  return cache === undefined ? model : withCache(model, summed(cache))
}

function pacedTransport(role: LlmRole, env: Env, timer: Timer): Transport {
  const transport = role.api === 'claude-command' ? claudeTransport(role, env) : clientTransport(role, env)
  const gate = sharedGate(`${role.role} ${modelWords(role)}`, role, timer)
  return withRetry(withBudget(withLimit(transport, gate), role.budget, timer), timer)
}
