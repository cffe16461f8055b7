import type { Source } from '../source.ts'
import { find, findBelow, isOwnMemory, lost, memoryOf, projectOf, projects } from './find.ts'
import { dreamHooks } from './hooks.ts'
import { sessionFolders, slugFolderOf } from './places.ts'
import { claudeCodeRows } from './rows.ts'

export const claudeCode = {
  name: 'claude-code',
  variables: ['CLAUDE_CONFIG_DIR'],
  settings: '.claude',
  collections: ['agent-memory', 'agent-memory-local'],
  find,
  findBelow,
  projectOf,
  isOwnMemory,
  memoryOf,
  projects,
  lost,
  sessions: sessionFolders,
  transcriptsBeside: slugFolderOf,
  rows: claudeCodeRows,
  hooks: dreamHooks,
} satisfies Source
