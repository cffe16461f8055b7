import { noteSession } from '../automation/index.ts'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { readHookInput } from '../sources/index.ts'
import { command } from './command.ts'
import { shared } from './options.ts'

export const autoSession = command({
  name: 'auto session',
  group: 'automatic',
  help: say => say.help.autoSession,
  effect: 'write',
  settings: 'none',
  input: shared('hook', 'session', 'project', 'folder'),
  examples: ['dream auto session --hook', 'dream auto session --session 298c09b0'],
  run: ({ where }, input) =>
    asHook(async () => {
      const consulted = input.hook === true ? readHookInput() : {}
      const id = input.session ?? consulted.session
      if (id === undefined) throw new DreamError(say().engines.auto.whichSession, 1)
      const noted = noteSession({ ...where, cwd: consulted.cwd ?? where.cwd, session: id, now: Date.now() })
      if (noted === 'no-name') throw new DreamError(say().engines.auto.badSession, 1)
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
