import { noteSession } from '../automation/index.ts'
import { DreamError } from '../model/index.ts'
import { readHookInput } from '../sources/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const session = command({
  name: 'session',
  group: 'automatic',
  summary: 'say that a session is there, for agents whose transcripts Dream cannot find',
  effect: 'write',
  settings: 'none',
  input: shared('hook', 'session', 'project', 'folder'),
  examples: [
    { line: 'dream session --hook', about: 'in a hook: takes the id and the folder from its JSON' },
    { line: 'dream session --session 298c09b0', about: 'by hand, or from a script' },
  ],
  run: ({ where }, input) =>
    asHook(async () => {
      const consulted = input.hook === true ? readHookInput() : {}
      const id = input.session ?? consulted.session
      if (id === undefined)
        throw new DreamError('which session? Say --session ID, or --hook with the JSON of a hook.', 1)
      const noted = noteSession({ ...where, cwd: consulted.cwd ?? where.cwd, session: id, now: Date.now() })
      if (noted === 'no-name') throw new DreamError('a session id has letters, digits, dots and dashes.', 1)
      return { session: id }
    }),
  render: () => '',
})

/** For commands that agents call: they take exit code 2 for an order to stop, so what is wrong ends with 1. */
export async function asHook<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DreamError) throw new DreamError(error.sentence, 1)
    throw error
  }
}
