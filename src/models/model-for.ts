import { type Config, type LlmRole, llmRoles } from '../config/index.ts'
import { appendLine, readTextFile } from '../disk/index.ts'
import { keptBy } from '../state/index.ts'
import type { Model, ModelRole } from './model.ts'
import { openModel } from './open-model.ts'
import type { OpenOptions } from './open-options.ts'
import { type Timer, timerOf } from './timer.ts'

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
  options: Pick<OpenOptions, 'tally'> & Tape = {},
): { readonly model: Model; readonly settings: LlmRole } {
  const settings = llmRoles({ llm }, where.env).find(one => one.role === role)!
  const { record, replay, tally } = options
  const isTaped = record !== undefined || replay !== undefined
  const model = openModel(settings, where.env, {
    ...(tally !== undefined && { tally }),
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
