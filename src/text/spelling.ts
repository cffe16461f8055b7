/** The name that `word` was probably meant to be: at most two letters away, and less than half of it wrong. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  if (word.length > 40) return undefined
  const ranked = names
    .map(name => ({ name, away: lettersApart(word, name) }))
    .filter(({ name, away }) => away <= 2 && away * 2 < Math.max(name.length, word.length))
    .sort((a, b) => a.away - b.away)
  return ranked[0]?.name
}

/** Letters to insert, delete, change or swap with their neighbour. */
function lettersApart(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (swapped && i > 1) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

// Apart from the other words about text: hooks read settings, and load no dictionary for it.

/** What is wrong with a text that is no JSON, without the part of it that Node quotes: it may hold anything. */
export const jsonFault = (error: unknown): string =>
  (error as Error).message.replace(/, (?:\.{3})?"[\s\S]*"(?:\.{3})? is not valid JSON$/, '')
