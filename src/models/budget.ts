import type { LlmRole } from '../config/index.ts'
import { say } from '../languages/index.ts'
import type { Spent } from './model.ts'
import { following, type Timer } from './timer.ts'
import {
  addSpent,
  type Call,
  NOTHING_SPENT,
  type Reply,
  type Transport,
  tokensIn,
  unanswered,
} from './transport.ts'

/**
 * P4: what one run may spend. Looked at before every call, with what the call will need at the least and what others
 * under way have set aside; past it nothing more is asked. A budget in dollars without a price stops at the second call:
 * what cannot be counted cannot be bounded.
 */
export function withBudget(transport: Transport, limits: LlmRole['budget'], timer: Timer): Transport {
  let spent = NOTHING_SPENT
  let aside = 0
  let underWay = 0
  let began: number | undefined

  const left = (seconds: number) => seconds * 1000 - (began === undefined ? 0 : timer.now() - began)
  const fault = (needed: number): string | undefined => {
    const { calls, tokens, seconds, usd } = limits
    const words = say().models.budget
    if (calls !== null && spent.calls + underWay >= calls) return words.calls(calls)
    if (tokens !== null && spent.inputTokens + spent.outputTokens + aside + needed > tokens)
      return words.tokens(tokens)
    if (seconds !== null && left(seconds) <= 0) return words.seconds(seconds)
    if (usd === null) return undefined
    if (spent.cost === null) return words.unknownPrice
    return spent.cost >= usd ? words.dollars(usd) : undefined
  }

  return async (call): Promise<Reply> => {
    const needed = tokensIn(call)
    const why = fault(needed)
    if (why !== undefined) return overBudget(why)
    began ??= timer.now()
    aside += needed
    underWay++
    const own = following(call.signal)
    let isLate = false
    const { seconds, tokens } = limits
    const giveUp = () => {
      isLate = true
      own.controller.abort()
    }
    const cancel = seconds === null ? () => {} : timer.after(left(seconds), giveUp, 'deadline')
    try {
      const used = spent.inputTokens + spent.outputTokens + aside
      const reply = await transport({ ...fitting(call, tokens, used), signal: own.controller.signal })
      spent = addSpent(spent, atLeast(reply.spent, needed))
      const isOver = reply.outcome === 'stopped' && isLate && !call.signal.aborted
      return isOver ? overBudget(say().models.budget.seconds(seconds!), reply.spent) : reply
    } finally {
      cancel()
      own.release()
      aside -= needed
      underWay--
    }
  }
}

/** An estimate is never this far off: a service that says less does not get around the budget. */
const MOST_TOO_HIGH = 4

function atLeast(reported: Spent, needed: number): Spent {
  if (reported.inputTokens === 0) return reported
  return { ...reported, inputTokens: Math.max(reported.inputTokens, Math.floor(needed / MOST_TOO_HIGH)) }
}

const overBudget = (why: string, spent?: Spent): Reply =>
  unanswered('over-budget', say().models.overBudget(why), spent)

/** No answer is asked for that is longer than what is left. */
function fitting(call: Call, tokens: number | null, used: number): Call {
  if (tokens === null) return call
  return { ...call, maxOutputTokens: Math.max(1, Math.min(call.maxOutputTokens, tokens - used)) }
}
