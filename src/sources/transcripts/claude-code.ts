import { blocksOf, type Fields, fieldsIn, textField, wordsOf } from './record.ts'
import { type Said, type TranscriptState, toolOrigin } from './said.ts'
import { isPutIn, spokenPart } from './spoken.ts'

/**
 * Claude Code: `user`, `assistant`, `system`, `summary`, `attachment` and rows of bookkeeping. A person speaks only where
 * a `user` row is no meta row, no summary, no sub-agent's task and no tool's answer. Other agents that write rows of this
 * shape (`type: tool`, `tool_result`) are read too.
 */
export function claudeCodeSaid(record: Fields, state: TranscriptState): Said[] {
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
}

const ROWS = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'tool',
  'tool_result',
  'attachment',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-setting',
  'permission-mode',
  'mode',
  'pr-link',
  'bridge-session',
  'progress',
])

export const isClaudeCode = (record: Fields): boolean => ROWS.has(String(record['type']))

/** Our own words in place of a person's: nobody said it. */
const system = (text: string): Said[] =>
  text.trim() === '' ? [] : [{ speaker: 'system', origin: 'unknown', text }]

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
  return isSpoken ? [{ speaker: 'user', origin: 'user', text }] : [...results, ...system(text)]
}

/** What a sub-agent reports is not said to the person. */
function assistantRow(record: Fields, message: Fields | undefined, state: TranscriptState): Said[] {
  for (const block of blocksOf(message?.['content'])) {
    const [id, name] = [textField(block, 'id'), textField(block, 'name')]
    if (block['type'] === 'tool_use' && id !== undefined && name !== undefined) state.calls.set(id, name)
  }
  const text = wordsOf(message?.['content']).trim()
  if (record['isSidechain'] === true) return system(text)
  return text === '' ? [] : [{ speaker: 'assistant', origin: 'assistant', text }]
}

function toolResult(block: Fields, state: TranscriptState): Said[] {
  const tool = state.calls.get(textField(block, 'tool_use_id') ?? '')
  const text = wordsOf(block['content']).trim()
  return text === '' ? [] : [{ speaker: 'tool', origin: toolOrigin(tool), text }]
}

function toolRow(message: Fields | undefined): Said[] {
  const text = textField(message, 'tool_output') ?? wordsOf(message?.['content'])
  const origin = toolOrigin(textField(message, 'tool_name'))
  return text.trim() === '' ? [] : [{ speaker: 'tool', origin, text }]
}
