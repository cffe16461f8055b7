import { significantWords } from './words.ts'

/** From this share of the words of the longer text on. It names what a person may want to look at and decides nothing. */
const NEAR = 0.5
/** Two words in common, unless one of the texts has no more than that. */
const SHORT = 2

/** Texts that can be asked which of them come near another one. */
export interface NearTexts<Of> {
  add(text: string, of: Of): void
  /** Whose texts come near, the nearest first, each once. */
  find(text: string): Of[]
}

export function nearTexts<Of>(): NearTexts<Of> {
  const all: { readonly of: Of; readonly size: number }[] = []
  const holders = new Map<string, number[]>()
  return {
    add(text, of) {
      const words = significantWords(text)
      for (const word of words) {
        const held = holders.get(word)
        if (held === undefined) holders.set(word, [all.length])
        else held.push(all.length)
      }
      all.push({ of, size: words.size })
    },
    find(text) {
      const words = significantWords(text)
      const shared = new Map<number, number>()
      for (const word of words)
        for (const at of holders.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
      const near = Array.from(shared, ([at, count]) => {
        const { of, size } = all[at]!
        const isTelling = count >= SHORT || Math.min(size, words.size) <= SHORT
        return { at, of, share: isTelling ? count / Math.max(size, words.size) : 0 }
      }).filter(({ share }) => share >= NEAR)
      return [...new Set(near.sort((a, b) => b.share - a.share || a.at - b.at).map(({ of }) => of))]
    },
  }
}
