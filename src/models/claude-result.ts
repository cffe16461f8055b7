import { say } from '../languages/index.ts'
import { cutAtWord, showText } from '../text/index.ts'
import { jsonInText } from './json-in-text.ts'
import type { Spent } from './model.ts'
import { tokensIn, tokensOf } from './price.ts'
import { type Call, type Reply, unanswered } from './transport.ts'

/** What `claude -p --output-format json` prints. */
interface Result {
  readonly type?: unknown
  readonly is_error?: unknown
  readonly result?: unknown
  readonly total_cost_usd?: unknown
  readonly usage?: Readonly<Record<string, unknown>>
}

export function readResult(output: string, call: Call): Reply {
  const result = resultIn(output)
  if (result === undefined) {
    const why = output.trim() === '' ? say().models.claude.silent : say().models.claude.noJson
    return unanswered('garbled', why, spentIn(undefined, call, ''))
  }
  const text = typeof result.result === 'string' ? result.result : ''
  const spent = spentIn(result, call, text)
  if (result.is_error === true) {
    const outcome = /limit|overloaded|\b429\b/i.test(text) ? 'rate-limited' : 'refused'
    return unanswered(outcome, `claude -p: ${shown(text) || say().models.claude.noReason}`, spent)
  }
  if (typeof result.result !== 'string') return unanswered('garbled', say().models.claude.noResult, spent)
  return { outcome: 'answered', value: { text, calls: [] }, spent }
}

/** One object, or a list of events whose last one it is. */
function resultIn(output: string): Result | undefined {
  const parsed = jsonInText(output)
  const result = Array.isArray(parsed) ? parsed.findLast(one => one?.type === 'result') : parsed
  return (result as Result | undefined)?.type === 'result' ? (result as Result) : undefined
}

export function spentIn(result: Result | undefined, call: Call, text: string): Spent {
  const usage = result?.usage ?? {}
  const sum = (...names: string[]) => names.reduce((all, name) => all + numberOf(usage[name]), 0)
  const cost = result?.total_cost_usd
  return {
    calls: 1,
    inputTokens:
      sum('input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens') || tokensIn(call),
    outputTokens: sum('output_tokens') || tokensOf(text),
    cost: typeof cost === 'number' && cost >= 0 ? cost : null,
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

/** Words of the command's own, fit to be shown. */
export const shown = (text: string): string => cutAtWord(showText(text), 160)
