import type { LlmRole } from '../config/index.ts'
import { say } from '../languages/index.ts'
import type { Spent } from './model.ts'
import type { Purse } from './purse.ts'
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

export interface BudgetOptions {
  readonly price?: LlmRole['price']
  /** What other runs and processes share. */
  readonly purse?: Purse
}

/**
 * P4: what one run may spend. Looked at before every call, with what the call will need at the least and what others
 * under way have set aside; past it nothing more is asked. A budget in dollars without a price stops at the second call:
 * what cannot be counted cannot be bounded.
 */
export function withBudget(
  transport: Transport,
  limits: LlmRole['budget'],
  timer: Timer,
  { price, purse }: BudgetOptions = {},
): Transport {
  let spent = NOTHING_SPENT
  let aside = 0
  let dollarsAside = 0
  let underWay = 0
  let began: number | undefined

  const spentTokens = () => spent.inputTokens + spent.outputTokens
  const left = (seconds: number) => seconds * 1000 - (began === undefined ? 0 : timer.now() - began)
  const fault = (needed: number): string | undefined => {
    const { calls, tokens, seconds, usd } = limits
    const words = say().models.budget
    if (calls !== null && spent.calls + underWay >= calls) return words.calls(calls)
    if (tokens !== null && spentTokens() + aside + needed > tokens) return words.tokens(tokens)
    if (seconds !== null && left(seconds) <= 0) return words.seconds(seconds)
    if (usd === null) return undefined
    if (spent.cost === null) return words.unknownPrice
    return spent.cost >= usd || spent.cost + dollarsAside + costOf(needed, 1, price) > usd
      ? words.dollars(usd)
      : undefined
  }
  const fitting = (call: Call, needed: number): Call => {
    const { tokens, usd } = limits
    const inTokens = tokens === null ? call.maxOutputTokens : tokens - spentTokens() - aside
    const inDollars =
      usd === null ? call.maxOutputTokens : affordable(usd - (spent.cost ?? 0) - dollarsAside, needed, price)
    return { ...call, maxOutputTokens: Math.max(1, Math.min(call.maxOutputTokens, inTokens, inDollars)) }
  }

  return async (call): Promise<Reply> => {
    const needed = tokensIn(call)
    const why = fault(needed)
    if (why !== undefined) return overBudget(say().models.overBudget(why))
    // What is sent counts as set aside before what may come back is fitted into the rest.
    aside += needed
    const fitted = fitting(call, needed)
    const dollars = costOf(needed, fitted.maxOutputTokens, price)
    dollarsAside += dollars
    underWay++
    began ??= timer.now()
    const own = following(call.signal)
    let isLate = false
    const { seconds } = limits
    const giveUp = () => {
      isLate = true
      own.controller.abort()
    }
    const cancel = seconds === null ? () => {} : timer.after(left(seconds), giveUp, 'deadline')
    try {
      const held = await purse?.hold(needed + fitted.maxOutputTokens, dollars)
      if (typeof held === 'string') return overBudget(held)
      const reply = await transport({ ...fitted, signal: own.controller.signal })
      const counted = atLeast(reply.spent, needed)
      spent = addSpent(spent, counted)
      await held?.settle(counted)
      const isOver = reply.outcome === 'stopped' && isLate && !call.signal.aborted
      return isOver
        ? overBudget(say().models.overBudget(say().models.budget.seconds(seconds!)), reply.spent)
        : reply
    } finally {
      cancel()
      own.release()
      aside -= needed
      dollarsAside -= dollars
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

const overBudget = (why: string, spent?: Spent): Reply => unanswered('over-budget', why, spent)

/** In dollars, at the most; 0 where no price is known. */
const costOf = (input: number, output: number, price: LlmRole['price'] | undefined): number =>
  (input * (price?.input ?? 0) + output * (price?.output ?? 0)) / 1e6

/** Tokens of an answer that so many dollars pay for. */
function affordable(usd: number, input: number, price: LlmRole['price'] | undefined): number {
  const output = price?.output ?? 0
  return output === 0
    ? Number.POSITIVE_INFINITY
    : Math.floor(((usd - costOf(input, 0, price)) * 1e6) / output)
}
