import { estimateTokenCount } from 'tokenx'
import type { LlmRole } from '../config/index.ts'
import { debug, type SpentRow } from '../model/index.ts'
import type { Answer, Message, ModelRole, Spent, Turn, Unanswered } from './model.ts'

/**
 * One call to a model, below the port: what `ask` and `converse` both come down to. Limits, retries, budget, masking
 * and recording are functions from line to line, each written once; `modelOn` puts the port on top.
 */
export type Transport = (call: Call) => Promise<Reply>

export type Env = Readonly<Record<string, string | undefined>>

/** Plain data but for the signal, so that it can be hashed, recorded and replayed. */
export interface Call {
  readonly role: ModelRole
  readonly purpose: string
  readonly instructions: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  /** The JSON Schema that the answer has to follow. */
  readonly shape?: JsonSchema
  readonly maxOutputTokens: number
  readonly patience: 'wait' | 'now'
  readonly signal: AbortSignal
}

export interface ToolSpec {
  readonly name: string
  readonly about: string
  readonly input: JsonSchema
}

export type JsonSchema = Readonly<Record<string, unknown>>

/** `retryAfterMs`: how long the service asks to be left alone. */
export type Reply = Answer<Turn> & { readonly retryAfterMs?: number }

export const NOTHING_SPENT: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 }

export function addSpent(a: Spent, b: Spent): Spent {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  }
}

export function unanswered(
  outcome: Unanswered,
  why: string,
  spent: Spent = NOTHING_SPENT,
): { readonly outcome: Unanswered; readonly why: string; readonly spent: Spent } {
  return { outcome, why, spent }
}

/** What is counted where the service does not tell, and before it is asked. */
export function tokensIn(call: Call): number {
  const texts = [
    call.instructions,
    ...call.messages.map(message => message.text),
    JSON.stringify([call.tools, call.shape ?? null]),
  ]
  return texts.reduce((sum, text) => sum + estimateTokenCount(text), 0)
}

export const tokensOf = (text: string): number => estimateTokenCount(text)

/** A service that reports nothing, or nonsense, does not get around the budget. */
export function spentOn(
  { price }: Pick<LlmRole, 'price'>,
  reported: { readonly input: number | undefined; readonly output: number | undefined },
  estimated: { readonly input: number; readonly output: number },
): Spent {
  const inputTokens = plausible(reported.input) ?? estimated.input
  const outputTokens = plausible(reported.output) ?? estimated.output
  const { input, output } = price
  const cost = input === null || output === null ? null : (inputTokens * input + outputTokens * output) / 1e6
  return { calls: 1, inputTokens, outputTokens, cost }
}

function plausible(tokens: number | undefined): number | undefined {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens > 0 ? tokens : undefined
}

/** What a run spent, by who asked and for what. */
export interface Tally {
  add(role: ModelRole, purpose: string, model: string, spent: Spent): void
  rows(): readonly SpentRow[]
}

export function makeTally(): Tally {
  const rows = new Map<string, SpentRow>()
  return {
    add(role, purpose, model, spent) {
      const key = JSON.stringify([role, purpose, model])
      const before = rows.get(key)
      const sum = before === undefined ? spent : addSpent(before, spent)
      rows.set(key, { role, purpose, model, ...sum })
    },
    rows: () => [...rows.values()].filter(row => row.calls > 0),
  }
}

export function withTally(transport: Transport, tally: Tally, model: string): Transport {
  return async call => {
    const reply = await transport(call)
    tally.add(call.role, call.purpose, model, reply.spent)
    debug('model', () => ({ role: call.role, purpose: call.purpose, model, ...reply.spent }))
    return reply
  }
}
