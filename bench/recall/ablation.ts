import { ccbEngine } from '../../src/search/ccb-engine.ts'
import { collect } from '../../src/search/collection.ts'
import type { RecallDocument } from '../../src/search/engine.ts'
import { INTENTS, type IntentKind, intentByRules } from '../../src/search/intent.ts'
import type { Mixture } from '../../src/search/leanings.ts'
import type { Asker } from './systems.ts'

/** What is left out of the ranking, to see what it is worth. */
export interface Ablation {
  readonly name: string
  readonly mixture?: Partial<Mixture>
  readonly meaning?: 'none'
  /** Kinds of questions that are treated as plain ones. */
  readonly plain?: readonly IntentKind[]
}

const KINDS = INTENTS.filter(kind => kind !== 'hybrid')

/** From the whole ranking one part at a time is left out; the last line is words alone. */
export const ABLATIONS: readonly Ablation[] = [
  { name: 'whole' },
  { name: 'no meaning', meaning: 'none' },
  { name: 'meaning never more in other words', mixture: { otherWords: 0 } },
  { name: 'nothing for words that stand together', mixture: { together: 0 } },
  { name: 'nothing for the place', mixture: { neighbours: 0 } },
  { name: 'nothing for the part beside', mixture: { beside: 0 } },
  { name: 'nothing for the day asked for', mixture: { onTheDay: 0 } },
  ...KINDS.map(kind => ({ name: `${kind} as any other`, plain: [kind] })),
  { name: 'all kinds of questions alike', plain: KINDS },
  {
    name: 'words alone',
    meaning: 'none',
    plain: KINDS,
    mixture: { together: 0, neighbours: 0, beside: 0, onTheDay: 0 },
  },
]

type Meaning = (text: string) => Float32Array

/** The engine over documents in memory with one part left out; the intent is what the rules say. */
export function ablated(
  documents: readonly RecallDocument[],
  meaning: Meaning | undefined,
): (without: Ablation) => Asker {
  const index = collect(documents, meaning)
  const { signal } = new AbortController()
  return ({ mixture = {}, meaning: without, plain = [] }) => {
    const engine = ccbEngine({
      index,
      documents,
      textOf: ({ text }) => ({ text, line: 1 }),
      meaning: without === 'none' ? undefined : meaning,
      today: newestDay(documents),
      mixture,
    })
    return {
      ask: async (query, limit) => {
        const { kind, confidence } = intentByRules(query)
        const intent = confidence < SURE_KIND || plain.includes(kind) ? 'hybrid' : kind
        const { hits } = await engine.search({ query, limit, walk: [], intent }, signal)
        return hits.map(({ document }) => document.id)
      },
      close: () => {},
    }
  }
}

/** From here on the rules are believed, by default. */
const SURE_KIND = 0.5

const newestDay = (documents: readonly RecallDocument[]): string =>
  documents.reduce((newest, { day }) => (day !== null && day > newest ? day : newest), '2000-01-01')
