import { z } from 'zod'
import { say } from '../languages/index.ts'
import { CONFIDENT, isQuoteOf, type Memory, type ModelOpinion } from '../model/index.ts'
import type { Answer, Model, Unanswered } from '../models/index.ts'

/** Two notes that are near each other and that no rule speaks of. */
export interface Pair {
  readonly a: Memory
  readonly b: Memory
}

export interface PairOpinions {
  readonly asked: number
  readonly opinions: readonly ModelOpinion[]
  /** What was said and does not count. */
  readonly dropped: readonly { readonly pair: Pair; readonly why: string }[]
  /** Why there was no answer, where there was none. */
  readonly unanswered: readonly { readonly outcome: Unanswered; readonly why: string }[]
}

const INSTRUCTIONS = `You compare two notes from the memory of a software agent, note a and note b.

- "same": each says what the other says, so that one of them could go and nothing would be lost.
- "opposite": whoever follows one breaks the other, about the same thing, in the same place and at the same time.
- "neither": everything else. Most pairs are neither: notes on one subject that add to each other are neither.

Quote from each note the sentence or clause that your verdict rests on, copied character for character.
"confidence" is how sure you are, from 0 to 1.`

const shape = z.strictObject({
  verdict: z.enum(['same', 'opposite', 'neither']),
  confidence: z.number().min(0).max(1),
  quoteA: z.string().max(2000),
  quoteB: z.string().max(2000),
})

/** Of a longer note the beginning is shown. */
const MOST_SHOWN = 8000

/** After so many in a row that got no answer the rest is not asked. */
const MOST_FAILURES = 3

/** With these there is no use in asking again. */
const HOPELESS: ReadonlySet<Unanswered> = new Set([
  'not-set',
  'refused',
  'over-budget',
  'rate-limited',
  'stopped',
])

/** The duplicate and the contradiction judge: asks about each pair. What comes back is an opinion and decides nothing. */
export async function judgePairs(
  model: Model,
  pairs: readonly Pair[],
  signal?: AbortSignal,
): Promise<PairOpinions> {
  const opinions: ModelOpinion[] = []
  const dropped: { pair: Pair; why: string }[] = []
  const unanswered: { outcome: Unanswered; why: string }[] = []
  let asked = 0
  let failures = 0
  for (const pair of pairs) {
    const answer = await ask(model, pair, signal)
    asked++
    if (answer.outcome !== 'answered') {
      unanswered.push({ outcome: answer.outcome, why: answer.why })
      if (HOPELESS.has(answer.outcome) || ++failures === MOST_FAILURES) break
      continue
    }
    failures = 0
    const opinion = opinionIn(answer.value, pair, model.name)
    if (typeof opinion === 'string') dropped.push({ pair, why: opinion })
    else if (opinion !== undefined) opinions.push(opinion)
  }
  return { asked, opinions, dropped, unanswered }
}

type Said = z.infer<typeof shape>

function ask(model: Model, { a, b }: Pair, signal: AbortSignal | undefined): Promise<Answer<Said>> {
  const data = `note a (${a.file}):\n${a.body.slice(0, MOST_SHOWN)}\n\nnote b (${b.file}):\n${b.body.slice(0, MOST_SHOWN)}`
  return model.ask(
    {
      role: 'agents',
      purpose: 'judging pairs',
      instructions: INSTRUCTIONS,
      data,
      maxOutputTokens: 1000,
      ...(signal !== undefined && { signal }),
    },
    shape,
  )
}

/** What a model said, where it counts; why it does not, where it does not; nothing where it had nothing to say. */
function opinionIn(said: Said, { a, b }: Pair, model: string): ModelOpinion | string | undefined {
  const { verdict, confidence, quoteA, quoteB } = said
  if (verdict === 'neither') return undefined
  if (confidence < CONFIDENT) return say().agents.opinion.unsure(confidence)
  const [quote, other] = [quoteA.trim(), quoteB.trim()]
  if (!isQuoteOf(quote, a.body)) return say().agents.opinion.notQuoted(a.file)
  if (!isQuoteOf(other, b.body)) return say().agents.opinion.notQuoted(b.file)
  return {
    verdict,
    a: { file: a.file, hash: a.hash, quote },
    b: { file: b.file, hash: b.hash, quote: other },
    confidence,
    model,
  }
}
