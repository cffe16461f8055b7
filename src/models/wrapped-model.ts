import type { LlmRole } from '../config/index.ts'
import { withBudget } from './budget.ts'
import { withCache } from './cache.ts'
import { sharedGate, withLimit } from './limit.ts'
import { withMask } from './mask.ts'
import type { Model } from './model.ts'
import { modelOn } from './model-on.ts'
import { type OpenOptions, TIMEOUT_MS } from './open-options.ts'
import { type Provider, providerOf } from './providers.ts'
import { replayTransport, withRecorder } from './record.ts'
import { withRetry } from './retry.ts'
import { withTally } from './spent.ts'
import type { Timer } from './timer.ts'
import type { Env, Transport } from './transport.ts'

/** From the wire outwards: pace, budget, retries, recording, mask, count, the port, and what is known already. */
export function wiredModel(role: LlmRole, env: Env, options: OpenOptions & { readonly timer: Timer }): Model {
  const { timer, tally, cache, record, replay } = options
  const provider = providerOf(role, env)
  const { name } = provider
  const called = replay === undefined ? paced(provider, role, timer) : replayTransport(replay)
  const recorded = record === undefined ? called : withRecorder(called, record)
  const masked = withMask(recorded)
  const counted = tally === undefined ? masked : withTally(masked, tally, name)
  const model = modelOn(counted, { name, timer, timeoutMs: TIMEOUT_MS[role.role] })
  return cache === undefined ? model : withCache(model, cache)
}

function paced({ name, call }: Provider, role: LlmRole, timer: Timer): Transport {
  const gate = sharedGate(`${role.role} ${name}`, role, timer)
  return withRetry(withBudget(withLimit(call, gate), role.budget, timer), timer)
}
