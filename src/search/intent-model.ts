import { z } from 'zod'
import { type Answer, type Model, realTimer, type Timer } from '../models/index.ts'
import { INTENTS } from './intent.ts'

/** M6: the model's own time-out. */
const MODEL_MS = 1500

const SHAPE = z.object({ intent: z.enum(INTENTS), confidence: z.number().min(0).max(1) })

const INSTRUCTIONS = `Say what kind of question the text is. It is asked of a store of notes.
simple-fact: one fact. preference-recall: what someone likes, wants or has as a rule. causal-reasoning: why something is so, or what
came of it. entity-relationship: how people or things hang together. temporal-analysis: when, in what order, what changed. hybrid: more
than one of these, or bare key words. Answer with the kind and how sure you are, from 0 to 1.`

/** What a model takes a question for; nothing where it does not say in time. */
export async function askForIntent(
  model: Model,
  query: string,
  signal?: AbortSignal,
  timer: Timer = realTimer,
): Promise<Answer<z.infer<typeof SHAPE>> | undefined> {
  const asking = model.ask(
    {
      role: 'intent',
      purpose: 'intent',
      instructions: INSTRUCTIONS,
      data: query.slice(0, 2000),
      maxOutputTokens: 100,
      timeoutMs: MODEL_MS,
      patience: 'now',
      ...(signal !== undefined && { signal }),
    },
    SHAPE,
  )
  return withinTime(asking, MODEL_MS + 100, timer)
}

/** Also where a model does not keep to the time that it was given. */
async function withinTime<Value>(work: Promise<Value>, ms: number, timer: Timer): Promise<Value | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>(resolve => {
    cancel = timer.after(ms, () => resolve(undefined), 'deadline')
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    cancel()
  }
}
