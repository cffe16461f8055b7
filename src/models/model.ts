import type { z } from 'zod'

/**
 * The port to any language model. What it says is an opinion: it enters the snapshot or a review, and decides nothing.
 * Every answer is a word with its reason, never an exception, so that a model that fails costs a sentence and no run.
 */
export interface Model {
  /** As shown in reports: the model and where it is asked. */
  readonly name: string
  /** An answer of a stated shape; repaired once where it is nearly right, `garbled` where it is not. */
  ask<T>(question: Question, shape: z.ZodType<T>): Promise<Answer<T>>
  /** One turn of a conversation with tools. The loop, and every tool, belongs to the caller. */
  converse(conversation: Conversation): Promise<Answer<Turn>>
}

export type ModelRole = 'intent' | 'verification' | 'agents'

export interface Question {
  readonly role: ModelRole
  /** What it is asked for, in a word or two: the report counts by it. */
  readonly purpose: string
  /** Our words. Text that others wrote belongs in `data`, where it is marked as data. */
  readonly instructions: string
  readonly data: string
  readonly maxOutputTokens?: number
  readonly timeoutMs?: number
  /** `now`: give up at once where the limiter is not free. */
  readonly patience?: 'wait' | 'now'
  readonly signal?: AbortSignal
}

export interface Conversation extends Omit<Question, 'data'> {
  readonly messages: readonly Message[]
  readonly tools: readonly ToolOffer[]
}

export type Message =
  | { readonly from: 'user'; readonly text: string }
  | { readonly from: 'model'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly from: 'tool'; readonly callId: string; readonly tool: string; readonly text: string }

export interface ToolOffer {
  readonly name: string
  readonly about: string
  readonly input: z.ZodType
}

export interface ToolCall {
  readonly id: string
  readonly tool: string
  /** As the model sent it: not checked against the tool's shape. */
  readonly input: unknown
}

export interface Turn {
  readonly text: string
  readonly calls: readonly ToolCall[]
}

export interface Spent {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In US dollars; null where no price is known. */
  readonly cost: number | null
}

export type Answer<T> =
  | { readonly outcome: 'answered'; readonly value: T; readonly spent: Spent }
  | { readonly outcome: Unanswered; readonly why: string; readonly spent: Spent }

/** Why there is no answer. */
export type Unanswered =
  | 'not-set'
  | 'busy'
  | 'timed-out'
  | 'unreachable'
  | 'refused'
  | 'rate-limited'
  | 'over-budget'
  | 'garbled'
  | 'stopped'
