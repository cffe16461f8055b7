import { type LlmRole, modelWords } from '../config/index.ts'
import { say } from '../languages/index.ts'
import type { Answer, Model } from './model.ts'
import type { OpenOptions } from './open-options.ts'
import { realTimer } from './timer.ts'
import { unanswered } from './transport.ts'

/**
 * The model of a role, with its limits, retries, budget and mask. Costs nothing until it is asked: libraries are loaded
 * then, the key is read then, and a role that is not set answers `not-set`. One opened model is one run's budget.
 */
export function openModel(
  role: LlmRole,
  env: Readonly<Record<string, string | undefined>>,
  options: OpenOptions = {},
): Model {
  const name = role.state === 'not-set' ? 'no model' : modelWords(role)
  let opened: Promise<Model> | undefined
  const open = () => {
    opened ??= import('./wrapped-model.ts').then(({ wiredModel }) =>
      wiredModel(role, env, { timer: realTimer, ...options }),
    )
    return opened
  }
  const unset = (): Answer<never> | undefined => {
    if (options.replay !== undefined || role.state === 'ready') return undefined
    const why = role.state === 'no-key' ? say().models.noKey(role.keyVariable ?? '') : say().models.notSet
    return unanswered('not-set', why)
  }
  return {
    name,
    ask: async (question, shape) => unset() ?? (await open()).ask(question, shape),
    converse: async conversation => unset() ?? (await open()).converse(conversation),
  }
}
