import { describe, expect, it } from 'vitest'
import { type AnyKind, CHECKS, type Check } from '../../src/checks/index.ts'
import { inLanguage, say } from '../../src/languages/index.ts'

const kinds = new Map<string, AnyKind>(
  CHECKS.flatMap((check: Check) => check.kinds.map(kind => [kind.kind, kind] as const)),
)
const [english, chinese] = ['en', 'zh'].map(language => inLanguage(language, say))

describe('words of findings', () => {
  it.each([...kinds])('I9 %s has its words in both languages', (_, kind) => {
    const spoken = kind.words(english!)
    expect(Object.values(spoken).length).toBeGreaterThan(0)
    for (const part of ['title', 'meaning', 'whatNow', 'wouldChange'] as const) {
      expect(spoken[part]).not.toMatch(/\p{Script=Han}/u)
      expect(kind.words(chinese!)[part]).toMatch(/\p{Script=Han}/u)
    }
  })
})
