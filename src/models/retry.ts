import { pause, type Timer } from './timer.ts'
import { addSpent, type Reply, type Transport } from './transport.ts'

const TRIES = 3
const FIRST_PAUSE_MS = 500
/** A service that wants to be left alone for longer than this is left alone for this run. */
export const LONGEST_PAUSE_MS = 30_000

/**
 * Tries again what may pass: too many calls, no connection, a service that fails. Waits as long as the service asks for,
 * else 0.5 s, then 1 s. Who asked with no patience gets the first answer.
 */
export function withRetry(transport: Transport, timer: Timer): Transport {
  return async call => {
    let reply = await transport(call)
    for (let tried = 1; tried < TRIES && call.patience === 'wait' && mayPass(reply); tried++) {
      const ms = reply.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1)
      if (ms > LONGEST_PAUSE_MS || (await pause(timer, ms, call.signal)) === 'stopped') break
      const again = await transport(call)
      reply = { ...again, spent: addSpent(reply.spent, again.spent) }
    }
    return call.signal.aborted && reply.outcome !== 'answered' ? { ...reply, outcome: 'stopped' } : reply
  }
}

function mayPass({ outcome }: Reply): boolean {
  return outcome === 'rate-limited' || outcome === 'unreachable'
}
