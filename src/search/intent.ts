import { LANGUAGES, type Questions, type Sign } from '../languages/index.ts'

/** M5: what kind of question is asked. */
export const INTENTS = [
  'simple-fact',
  'preference-recall',
  'causal-reasoning',
  'entity-relationship',
  'temporal-analysis',
  'hybrid',
] as const
export type IntentKind = (typeof INTENTS)[number]

export interface Intent {
  readonly kind: IntentKind
  /** From 0 to 1. */
  readonly confidence: number
  /** Who said so; `default` where nobody was sure enough. */
  readonly by: 'model' | 'rules' | 'cache' | 'default'
}

const SIGNS: Record<Exclude<IntentKind, 'hybrid'>, readonly Sign[]> = {
  'causal-reasoning': signs('cause'),
  'temporal-analysis': signs('time'),
  'preference-recall': signs('preference'),
  'entity-relationship': signs('relation'),
  'simple-fact': signs('fact'),
}

function signs(kind: keyof Questions): readonly Sign[] {
  return LANGUAGES.flatMap(({ questions }) => questions?.[kind] ?? [])
}

/** A second sign of the same kind makes it surer by so much. */
const MORE = 0.05
/** Two kinds this near to each other are one question of both kinds. */
const TIE = 0.05
const MOST_LOOKED_AT = 1000

/** What the words of a question tell. A few bare words tell nothing: that is a search, and both engines are asked. */
export function intentByRules(query: string): { readonly kind: IntentKind; readonly confidence: number } {
  const text = query.trim().slice(0, MOST_LOOKED_AT)
  const scored = (Object.keys(SIGNS) as (keyof typeof SIGNS)[])
    .map(kind => ({ kind, confidence: confidenceOf(text, SIGNS[kind]) }))
    .sort((a, b) => b.confidence - a.confidence)
  const [first, second] = scored
  if (first === undefined || first.confidence === 0) return { kind: 'hybrid', confidence: 0 }
  const isBoth = second !== undefined && second.confidence > first.confidence - TIE && second.confidence > 0.6
  return isBoth ? { kind: 'hybrid', confidence: first.confidence } : first
}

function confidenceOf(text: string, signs: readonly Sign[]): number {
  const found = signs.filter(([pattern]) => pattern.test(text)).map(([, confidence]) => confidence)
  return found.length === 0 ? 0 : Math.min(0.95, Math.max(...found) + MORE * (found.length - 1))
}
