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
