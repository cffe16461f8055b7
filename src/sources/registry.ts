import { claudeCode } from './claude-code/index.ts'
import { codex } from './codex/index.ts'
import { openClaw } from './openclaw/index.ts'
import type { Source } from './source.ts'

/** A line for each agent. */
export const SOURCES: readonly Source[] = [
  claudeCode, // memory folders, sessions, transcripts
  openClaw, // journal workspaces, transcripts
  codex, // memory that is only read, transcripts
]
