import { estimateTokenCount } from 'tokenx'
import type { LlmRole } from '../config/index.ts'
import type { Spent } from './model.ts'
import type { Call } from './transport.ts'

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
