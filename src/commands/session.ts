import type { Call, Command } from './command.ts'
import { Refusal } from './errors.ts'
import { asHook } from './hook.ts'
import { whereOf } from './where.ts'

export const sessionCommand: Command = {
  name: 'session',
  summary: 'say that a session is there, for agents whose transcripts Dream cannot find',
  arguments: [],
  flags: ['hook', 'session', 'project', 'folder'],
  settings: 'none',
  examples: [
    { line: 'dream session --hook', about: 'in a hook: takes the id and the folder from its JSON' },
    { line: 'dream session --session 298c09b0', about: 'by hand, or from a script' },
  ],
  run: call => asHook(() => run(call)),
}

async function run(call: Call): Promise<number> {
  const { noteSession } = await import('../automation/session.ts')
  const { readHookInput } = await import('../sources/hook-input.ts')
  const input = call.flags.hook === true ? readHookInput() : {}
  const session = call.flags.session ?? input.session
  if (session === undefined)
    throw new Refusal('which session? Say --session ID, or --hook with the JSON of a hook.', 1)
  const where = whereOf(call)
  const noted = noteSession({ ...where, cwd: input.cwd ?? where.cwd, session, now: Date.now() })
  if (noted === 'no-name') throw new Refusal('a session id has letters, digits, dots and dashes.', 1)
  return 0
}
