import { z } from 'zod'
import { sha256 } from '../disk/index.ts'
import type { Kept } from '../state/index.ts'
import { findSecrets, maskSecrets } from '../text/index.ts'
import type { Answer, Model, Question } from './model.ts'
import { NOTHING_SPENT } from './transport.ts'

const MOST_ENTRIES = 1000
const MOST_BYTES = 4_000_000

/**
 * The same question gets the same answer without a call. Only answers of the right shape are kept, never a failure, and
 * none in which something looks like a secret. Conversations are not kept: their tools look at files that change.
 */
export function withCache(model: Model, cache: Kept<ReadonlyMap<string, string>>): Model {
  let known: Map<string, string> | undefined
  const entries = () => {
    known ??= new Map(cache.load())
    return known
  }
  return {
    ...model,
    async ask<T>(question: Question, shape: z.ZodType<T>): Promise<Answer<T>> {
      const key = keyOf(model.name, question, shape)
      const kept = entries().get(key)
      const checked = kept === undefined ? undefined : shape.safeParse(JSON.parse(kept))
      if (checked?.success) return { outcome: 'answered', value: checked.data, spent: NOTHING_SPENT }
      const answer = await model.ask(question, shape)
      if (answer.outcome === 'answered') {
        keep(entries(), key, JSON.stringify(answer.value))
        cache.store(entries())
      }
      return answer
    },
  }
}

function keyOf(name: string, question: Question, shape: z.ZodType): string {
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })
  const { role, purpose, instructions, data } = question
  const asked = JSON.stringify([name, role, purpose, maskSecrets(instructions), maskSecrets(data), schema])
  return sha256(asked)
}

function keep(entries: Map<string, string>, key: string, value: string): void {
  if (findSecrets(value).length > 0) return
  entries.set(key, value)
  let bytes = 0
  let count = 0
  for (const [known, answer] of [...entries].reverse()) {
    bytes += known.length + answer.length
    count += 1
    if (count > MOST_ENTRIES || bytes > MOST_BYTES) entries.delete(known)
  }
}
