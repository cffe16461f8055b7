import type { Model } from '../../agents/model.ts'
import type { Config } from '../../config/defaults.ts'
import { llmRoles } from '../../config/roles.ts'
import type { Where } from '../where.ts'

/** The model of a role where one is set and its key is there. Nothing of it is loaded otherwise. */
export async function readyModel(
  role: 'intent' | 'verification',
  { llm }: Pick<Config, 'llm'>,
  where: Pick<Where, 'env' | 'home' | 'timer'>,
): Promise<Model | undefined> {
  const state = llmRoles({ llm }, where.env).find(one => one.role === role)?.state
  if (state !== 'ready') return undefined
  const { modelFor } = await import('../models.ts')
  return modelFor(role, llm, where).model
}
