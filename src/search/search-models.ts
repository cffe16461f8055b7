import type { Where } from '../app/index.ts'
import { type Config, llmRoles } from '../config/index.ts'
import type { Model, Tally } from '../models/index.ts'

/** The model of a role where one is set and its key is there. Nothing of it is loaded otherwise. */
export async function readyModel(
  role: 'intent' | 'verification',
  { llm }: Pick<Config, 'llm'>,
  where: Pick<Where, 'env' | 'home' | 'timer'>,
  tally: Tally,
): Promise<Model | undefined> {
  const state = llmRoles({ llm }, where.env).find(one => one.role === role)?.state
  if (state !== 'ready') return undefined
  const { modelFor } = await import('../models/open.ts')
  return modelFor(role, llm, where, { tally }).model
}
