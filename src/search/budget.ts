import { estimateTokenCount } from 'tokenx'
import { cutAtWord } from '../text/index.ts'

export interface TokenBudget {
  readonly maxTokens: number
  readonly maxTokensPerMemory: number
  /** What short memories leave goes to the long ones; otherwise each has the same share. */
  readonly dynamic: boolean
}

/** Counting reads no more than this of one text: more than any share holds. */
const LONGEST = 20_000

export const tokensOf = (text: string): number => estimateTokenCount(text.slice(0, LONGEST))

/** How many tokens each may have. The first ones come first where there is not enough to go round. */
export function shareTokens(wanted: readonly number[], budget: TokenBudget): number[] {
  const { maxTokens, maxTokensPerMemory, dynamic } = budget
  const wishes = wanted.map(tokens => Math.min(tokens, maxTokensPerMemory))
  const even = Math.floor(maxTokens / Math.max(1, wanted.length))
  if (!dynamic) return wishes.map(wish => Math.min(wish, even))
  const shares = wishes.map(() => 0)
  let left = maxTokens
  let open = wishes.map((_, at) => at)
  while (open.length > 0 && left > 0) {
    const each = Math.max(1, Math.floor(left / open.length))
    const next: number[] = []
    for (const at of open) {
      const given = Math.min(wishes[at]! - shares[at]!, each, left)
      shares[at]! += given
      left -= given
      if (shares[at]! < wishes[at]! && given > 0) next.push(at)
    }
    open = next
  }
  return shares
}

/** The beginning of a text, in at most so many tokens, cut at a word. */
export function cutToTokens(text: string, most: number): string {
  if (most <= 0) return ''
  let cut = text.slice(0, LONGEST)
  for (let tries = 0; tries < 12; tries++) {
    const tokens = tokensOf(cut)
    if (tokens <= most)
      return cut.length < text.length && !cut.endsWith('…') ? cutAtWord(`${cut} …`, cut.length) : cut
    cut = cutAtWord(cut, Math.floor((cut.length * most * 0.97) / tokens))
  }
  return tokensOf(cut) <= most ? cut : ''
}
