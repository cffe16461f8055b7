import { agentCommand } from './agent.ts'
import { applyCommand } from './apply.ts'
import { autoCommand } from './auto.ts'
import { checkCommand } from './check.ts'
import type { Command } from './command.ts'
import { completionCommand } from './completion.ts'
import { configCommand } from './config.ts'
import { daemonCommand } from './daemon.ts'
import { demoCommand } from './demo.ts'
import { diffCommand } from './diff.ts'
import { doctorCommand } from './doctor.ts'
import { explainCommand } from './explain.ts'
import { extractCommand } from './extract.ts'
import { forgetCommand } from './forget.ts'
import { fsckCommand } from './fsck.ts'
import { gcCommand } from './gc.ts'
import { graphCommand } from './graph.ts'
import { historyCommand } from './history.ts'
import { indexCommand } from './index-content.ts'
import { initCommand } from './init.ts'
import { loadCommand } from './load.ts'
import { magmaCommand } from './magma.ts'
import { planCommand } from './plan.ts'
import { promptCommand } from './prompt.ts'
import { purgeCommand } from './purge.ts'
import { queueCommand } from './queue.ts'
import { recoverCommand } from './recover.ts'
import { rememberCommand } from './remember.ts'
import { reviewCommand } from './review.ts'
import { rollbackCommand } from './rollback.ts'
import { runCommand } from './run.ts'
import { searchCommand } from './search.ts'
import { sessionCommand } from './session.ts'
import { statusCommand } from './status.ts'
import { trustCommand } from './trust.ts'
import { undoCommand } from './undo.ts'
import { wakeupCommand } from './wakeup.ts'

/** I7: the map of commands, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  planCommand,
  applyCommand,
  queueCommand,
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
