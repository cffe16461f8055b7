import type { Command } from './command.ts'
import { applyCommand } from './commands/apply.ts'
import { completionCommand } from './commands/completion.ts'
import { demoCommand } from './commands/demo.ts'
import { explainCommand } from './commands/explain.ts'
import { fsckCommand } from './commands/fsck.ts'
import { historyCommand } from './commands/history.ts'
import { loadCommand } from './commands/load.ts'
import { planCommand } from './commands/plan.ts'
import { purgeCommand } from './commands/purge.ts'
import { recoverCommand } from './commands/recover.ts'
import { runCommand } from './commands/run.ts'
import { statusCommand } from './commands/status.ts'
import { undoCommand } from './commands/undo.ts'

/** I7: the map of commands, in the order in which help shows them. */
export const COMMANDS: readonly Command[] = [
  runCommand,
  planCommand,
  applyCommand,
  undoCommand,
  historyCommand,
  explainCommand,
  statusCommand,
  loadCommand,
  recoverCommand,
  fsckCommand,
  purgeCommand,
  demoCommand,
  completionCommand,
]
