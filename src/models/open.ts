import { type Config, type LlmRole, llmRoles, modelWords } from '../config/index.ts'
import { appendLine, readTextFile } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { keptBy } from '../state/index.ts'
import type { Answer, Model, ModelRole } from './model.ts'
import { realTimer, type Timer, timerOf } from './timer.ts'
import { unanswered } from './transport.ts'
import type { OpenOptions } from './wired.ts'

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
    opened ??= import('./wired.ts').then(({ wiredModel }) =>
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

export interface Tape {
  /** A file to which every call and its answer is added. */
  readonly record?: string
  /** A recording that answers instead of the service. */
  readonly replay?: string
}

/** Whose keys, whose cache, whose clock. */
interface ModelPlace {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly timer?: Timer
}

/** The model of a role as it is configured, with its cache; and how the role stands. */
export function modelFor(
  role: ModelRole,
  llm: Config['llm'],
  where: ModelPlace,
  options: Pick<OpenOptions, 'tally' | 'purse'> & Tape = {},
): { readonly model: Model; readonly settings: LlmRole } {
  const settings = llmRoles({ llm }, where.env).find(one => one.role === role)!
  const { record, replay, tally, purse } = options
  const isTaped = record !== undefined || replay !== undefined
  const model = openModel(settings, where.env, {
    ...(tally !== undefined && { tally }),
    ...(purse !== undefined && { purse }),
    ...timerOf(where),
    ...(record !== undefined && {
      record: (text: string) => appendLine(record, text, Number.POSITIVE_INFINITY),
    }),
    ...(replay !== undefined && { replay: readTextFile(replay) }),
    // What is known already would be missing on the tape.
    ...(!isTaped && { cache: keptBy('modelAnswers', where, 'read-write') }),
  })
  return { model, settings }
}
