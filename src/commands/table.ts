import type { Command } from './command.ts'

/**
 * Every command, each loaded when it is asked for; the help lists them in this order. A new command is its file and one
 * line here. `journalReview` is typed `dream journal review`: its name begins with that of the command it belongs to.
 */
export const COMMANDS = {
  run: async () => (await import('./run.ts')).run,
  look: async () => (await import('./look.ts')).look,
  queue: async () => (await import('./queue.ts')).queue,
  explain: async () => (await import('./explain.ts')).explain,
  undo: async () => (await import('./undo.ts')).undo,
  history: async () => (await import('./history.ts')).history,
  search: async () => (await import('./search.ts')).search,
  journal: async () => (await import('./journal.ts')).journal,
  journalInit: async () => (await import('./journal.ts')).journalInit,
  journalReview: async () => (await import('./journal.ts')).journalReview,
  journalWakeup: async () => (await import('./journal.ts')).journalWakeup,
  journalStatus: async () => (await import('./journal.ts')).journalStatus,
  status: async () => (await import('./status.ts')).status,
  doctor: async () => (await import('./doctor.ts')).doctor,

  // notes and plans
  plan: async () => (await import('./plan.ts')).plan,
  apply: async () => (await import('./apply.ts')).apply,
  load: async () => (await import('./load.ts')).load,
  remember: async () => (await import('./remember.ts')).remember,
  forget: async () => (await import('./forget.ts')).forget,
  index: async () => (await import('./index-content.ts')).index,
  adopt: async () => (await import('./adopt.ts')).adopt,

  // models
  brief: async () => (await import('./brief.ts')).brief,
  submit: async () => (await import('./brief.ts')).submit,
  extract: async () => (await import('./extract.ts')).extract,
  agent: async () => (await import('./agent.ts')).agent,
  prompt: async () => (await import('./prompt.ts')).prompt,

  // connections
  setup: async () => (await import('./setup.ts')).setup,
  team: async () => (await import('./team.ts')).team,
  teamInit: async () => (await import('./team-init.ts')).teamInit,
  teamSync: async () => (await import('./team-sync.ts')).teamSync,
  teamWork: async () => (await import('./team-work.ts')).teamWork,

  // automatic runs and settings
  auto: async () => (await import('./auto.ts')).auto,
  autoSession: async () => (await import('./auto.ts')).autoSession,
  autoDaemon: async () => (await import('./auto-daemon.ts')).autoDaemon,
  config: async () => (await import('./config.ts')).config,
  configSet: async () => (await import('./config.ts')).configSet,
  configPath: async () => (await import('./config.ts')).configPath,
  configTrust: async () => (await import('./config.ts')).configTrust,

  // search engines
  magma: async () => (await import('./magma.ts')).magma,
  magmaCheck: async () => (await import('./magma.ts')).magmaCheck,
  magmaGraph: async () => (await import('./magma.ts')).magmaGraph,
  magmaRebuild: async () => (await import('./magma.ts')).magmaRebuild,
  magmaConsolidate: async () => (await import('./magma.ts')).magmaConsolidate,

  // moving and keeping
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  migrate: async () => (await import('./migrate.ts')).migrate,
  gc: async () => (await import('./gc.ts')).gc,
  purge: async () => (await import('./purge.ts')).purge,

  // as the first design spells it, not listed
  rollback: async () => (await import('./history.ts')).rollback,
} as const

/** What a command is called, in the table and as a function of the library. */
export type CommandName = keyof typeof COMMANDS

/** One command, for whoever needs no more of its types than every command has. */
export async function loadCommand(name: CommandName): Promise<Command> {
  const load: () => Promise<unknown> = COMMANDS[name]
  return (await load()) as Command
}

/** The first design's own names. */
export const ALIASES: Readonly<Record<string, CommandName>> = {
  init: 'journalInit',
  review: 'journalReview',
  wakeup: 'journalWakeup',
}

/** Units and hooks that 0.1.0 installed call these; nobody is offered them. */
export function installedSpelling(argv: readonly string[]): CommandName | undefined {
  if (argv[0] === 'daemon' && argv.includes('--once')) return 'autoDaemon'
  return argv[0] === 'session' && argv.includes('--hook') ? 'autoSession' : undefined
}

/** What commands of earlier versions are called now, as a person types it. */
export const RENAMED: Readonly<Record<string, string>> = {
  check: 'magma check',
  consult: '--consult',
  daemon: 'auto daemon',
  diff: 'history MEMORY --diff',
  fsck: 'doctor --fix',
  graph: 'magma graph',
  recover: 'doctor --fix',
  session: 'auto session',
  trust: 'config trust',
}

/** `journalReview` as it is typed: `journal review`. */
export const typedName = (key: string): string => key.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
