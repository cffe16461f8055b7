import type { Model } from '../../agents/model.ts'
import type { Taken } from '../../magma/refine.ts'
import type { Refinement } from '../../memory/magma.ts'

/** A model costs money: it is asked about no more than this many at once. */
const MOST = 10

const INSTRUCTIONS =
  'Rewrite the memory below as a lasting note: what holds, why, and how to apply it. Keep every name, number, path and ' +
  'negation. Add nothing that it does not say. Answer with the text of the note alone.'

/** What a model would write for memories that are taken over. Testimony: it is shown, and written by nobody. */
export async function suggestRefinements(
  model: Model,
  taken: readonly Taken[],
  problems: string[],
): Promise<Refinement['suggestions']> {
  const { z } = await import('zod')
  const shape = z.object({ text: z.string().min(1).max(20_000) })
  const suggestions: { file: string; text: string }[] = []
  for (const { memory } of taken.slice(0, MOST)) {
    const question = {
      role: 'agents',
      purpose: 'refine a record',
      instructions: INSTRUCTIONS,
      data: memory.body,
    } as const
    const answer = await model.ask(question, shape)
    if (answer.outcome === 'answered') suggestions.push({ file: memory.file, text: answer.value.text })
    else {
      problems.push(`${model.name} made no suggestion for ${memory.file}: ${answer.why}`)
      break
    }
  }
  return suggestions
}
