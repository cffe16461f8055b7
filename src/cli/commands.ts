import type { Command } from './command.ts'
import { agentCommand } from './commands/agent.ts'
import { applyCommand } from './commands/apply.ts'
import { autoCommand } from './commands/auto.ts'
import { checkCommand } from './commands/check.ts'
import { completionCommand } from './commands/completion.ts'
import { configCommand } from './commands/config.ts'
import { consultCommand } from './commands/consult.ts'
import { daemonCommand } from './commands/daemon.ts'
import { demoCommand } from './commands/demo.ts'
import { diffCommand } from './commands/diff.ts'
import { doctorCommand } from './commands/doctor.ts'
import { explainCommand } from './commands/explain.ts'
import { extractCommand } from './commands/extract.ts'
import { forgetCommand } from './commands/forget.ts'
import { fsckCommand } from './commands/fsck.ts'
import { gcCommand } from './commands/gc.ts'
import { graphCommand } from './commands/graph.ts'
import { historyCommand } from './commands/history.ts'
import { indexCommand } from './commands/index-content.ts'
import { initCommand } from './commands/init.ts'
import { loadCommand } from './commands/load.ts'
import { magmaCommand } from './commands/magma.ts'
import { planCommand } from './commands/plan.ts'
import { promptCommand } from './commands/prompt.ts'
import { purgeCommand } from './commands/purge.ts'
import { queueCommand } from './commands/queue.ts'
import { recoverCommand } from './commands/recover.ts'
import { rememberCommand } from './commands/remember.ts'
import { reviewCommand } from './commands/review.ts'
import { rollbackCommand } from './commands/rollback.ts'
import { runCommand } from './commands/run.ts'
import { searchCommand } from './commands/search.ts'
import { sessionCommand } from './commands/session.ts'
import { statusCommand } from './commands/status.ts'
import { trustCommand } from './commands/trust.ts'
import { undoCommand } from './commands/undo.ts'
import { wakeupCommand } from './commands/wakeup.ts'

/** I7: the map of commands, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  planCommand,
  applyCommand,
  queueCommand,
  consultCommand,
  undoCommand,
  historyCommand,
  diffCommand,
  rollbackCommand,
  explainCommand,
  statusCommand,
  loadCommand,
  initCommand,
  rememberCommand,
  extractCommand,
  agentCommand,
  promptCommand,
  reviewCommand,
  searchCommand,
  indexCommand,
  forgetCommand,
  wakeupCommand,
  graphCommand,
  checkCommand,
  magmaCommand,
  autoCommand,
  sessionCommand,
  daemonCommand,
  configCommand,
  trustCommand,
  doctorCommand,
  recoverCommand,
  fsckCommand,
  gcCommand,
  purgeCommand,
  demoCommand,
  completionCommand,
]
