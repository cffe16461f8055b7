import type { Source, TranscriptRows } from '../source.ts'
import {
  blocksOf,
  type Fields,
  fieldsIn,
  isPutIn,
  noteCalls,
  type Said,
  saidBy,
  spokenPart,
  type TranscriptState,
  textField,
  toolOrigin,
  wordsOf,
} from '../transcripts/record.ts'
import { find, findBelow, isOwnMemory, lost, memoryOf, projectOf, projects } from './find.ts'
import { dreamHooks } from './hooks.ts'
import { sessionFolders, slugFolderOf } from './places.ts'

const ROWS = new Set(
  `user assistant system summary tool tool_result attachment file-history-snapshot queue-operation last-prompt ai-title
  custom-title agent-name agent-setting permission-mode mode pr-link bridge-session progress`.split(/\s+/),
)

/**
 * Claude Code: `user`, `assistant`, `system`, `summary`, `attachment` and rows of bookkeeping. A person speaks only where
 * a `user` row is no meta row, no summary, no sub-agent's task and no tool's answer. Other agents that write rows of this
 * shape (`type: tool`, `tool_result`) are read too.
 */
const claudeCodeRows: TranscriptRows = {
  isOne: record => ROWS.has(String(record['type'])),
  said(record, state) {
    const message = fieldsIn(record, 'message')
    switch (record['type']) {
      case 'user':
        return userRow(record, message, state)
      case 'assistant':
        return assistantRow(record, message, state)
      case 'tool':
      case 'tool_result':
        return toolRow(message)
      case 'system':
        return system(textField(record, 'content') ?? wordsOf(message?.['content']))
      case 'summary':
        return system(textField(record, 'summary') ?? '')
      default:
        return []
    }
  },
}

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

/** The harness's words in place of a person's: nobody said it. */
const system = (text: string): Said[] => saidBy('system', 'unknown', text)

function userRow(record: Fields, message: Fields | undefined, state: TranscriptState): Said[] {
  const content = message?.['content'] ?? record['message']
  const results = blocksOf(content)
    .filter(({ type }) => type === 'tool_result')
    .flatMap(block => toolResult(block, state))
  const words = wordsOf(content)
  if (words.trim() === '') return results
  if (record['isMeta'] === true || record['isCompactSummary'] === true || isPutIn(words))
    return [...results, ...system(words)]
  const text = spokenPart(words)
  if (text === '') return results
  // The task of a sub-agent is none of the person's; words beside a tool's answer are as often the harness's.
  const isSpoken = record['isSidechain'] !== true && results.length === 0
  return isSpoken ? saidBy('user', 'user', text) : [...results, ...system(text)]
}

/** What a sub-agent reports is not said to the person. */
function assistantRow(record: Fields, message: Fields | undefined, state: TranscriptState): Said[] {
  noteCalls(message?.['content'], 'tool_use', state)
  const text = wordsOf(message?.['content']).trim()
  return record['isSidechain'] === true ? system(text) : saidBy('assistant', 'assistant', text)
}

function toolResult(block: Fields, state: TranscriptState): Said[] {
  const tool = state.calls.get(textField(block, 'tool_use_id') ?? '')
  return saidBy('tool', toolOrigin(tool), wordsOf(block['content']).trim())
}

function toolRow(message: Fields | undefined): Said[] {
  const text = textField(message, 'tool_output') ?? wordsOf(message?.['content'])
  return saidBy('tool', toolOrigin(textField(message, 'tool_name')), text)
}
