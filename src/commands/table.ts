import type { Command } from './command.ts'

/** Every command, each loaded when it is asked for. A new command is its file and one line here. */
export const COMMANDS = {
  run: async () => (await import('./run.ts')).run,
  plan: async () => (await import('./plan.ts')).plan,
  apply: async () => (await import('./apply.ts')).apply,
  queue: async () => (await import('./queue.ts')).queue,
  explain: async () => (await import('./explain.ts')).explain,
  undo: async () => (await import('./undo.ts')).undo,
  history: async () => (await import('./history.ts')).history,
  diff: async () => (await import('./diff.ts')).diff,
  rollback: async () => (await import('./rollback.ts')).rollback,
  load: async () => (await import('./load.ts')).load,
  init: async () => (await import('./init.ts')).init,
  remember: async () => (await import('./remember.ts')).remember,
  review: async () => (await import('./review.ts')).review,
  index: async () => (await import('./index-content.ts')).index,
  forget: async () => (await import('./forget.ts')).forget,
  wakeup: async () => (await import('./wakeup.ts')).wakeup,
  auto: async () => (await import('./auto.ts')).auto,
  session: async () => (await import('./session.ts')).session,
  daemon: async () => (await import('./daemon.ts')).daemon,
  config: async () => (await import('./config.ts')).config,
  trust: async () => (await import('./trust.ts')).trust,
  doctor: async () => (await import('./doctor.ts')).doctor,
  recover: async () => (await import('./recover.ts')).recover,
  fsck: async () => (await import('./fsck.ts')).fsck,
  gc: async () => (await import('./gc.ts')).gc,
  purge: async () => (await import('./purge.ts')).purge,
  status: async () => (await import('./status.ts')).status,
  search: async () => (await import('./search.ts')).search,
  graph: async () => (await import('./graph.ts')).graph,
  check: async () => (await import('./check.ts')).check,
  magma: async () => (await import('./magma.ts')).magma,
  extract: async () => (await import('./extract.ts')).extract,
  agent: async () => (await import('./agent.ts')).agent,
  prompt: async () => (await import('./prompt.ts')).prompt,
} as const

export type CommandName = keyof typeof COMMANDS

/** One command, for whoever needs no more of its types than every command has. */
export async function loadCommand(name: CommandName): Promise<Command> {
  const load: () => Promise<unknown> = COMMANDS[name]
  return (await load()) as Command
}
