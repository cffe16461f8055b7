import type { TranscriptRows } from '../source.ts'
import {
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

const ROWS = new Set([
  'session',
  'custom_message',
  'custom',
  'compaction',
  'branch_summary',
  'model_change',
  'thinking_level_change',
])

/** OpenClaw, and the agent below it: `session` first, then entries that name each other by `id` and `parentId`. */
export const openClawRows: TranscriptRows = {
  isOne(record) {
    if (record['type'] !== 'message') return ROWS.has(String(record['type']))
    return fieldsIn(record, 'message') !== undefined && typeof record['role'] !== 'string'
  },
  said(record, state) {
    switch (record['type']) {
      case 'session':
        state.session = textField(record, 'id') ?? state.session
        return []
      case 'custom_message':
      case 'compaction':
      case 'branch_summary':
        return saidBy('system', 'unknown', textField(record, 'summary') ?? wordsOf(record['content']))
      case 'message':
        return messageSaid(fieldsIn(record, 'message')!, state)
      default:
        return []
    }
  },
}

function messageSaid(message: Fields, state: TranscriptState): Said[] {
  const words = wordsOf(message['content']).trim()
  switch (message['role']) {
    case 'user':
      return personSaid(words)
    case 'assistant':
      noteCalls(message['content'], 'toolCall', state)
      return saidBy('assistant', 'assistant', words)
    case 'toolResult':
    case 'tool': {
      const tool = textField(message, 'toolName') ?? state.calls.get(textField(message, 'toolCallId') ?? '')
      return saidBy('tool', toolOrigin(tool), words)
    }
    default:
      return saidBy('system', 'unknown', words)
  }
}

/** In a group anyone may speak in the user's place. */
const GROUP =
  /"is_group_chat"\s{0,4}:\s{0,4}true|^\[(?:WhatsApp|Telegram|Discord|Slack|Signal|iMessage) (?:Group|Guild|Channel)\b/
const ENVELOPE =
  /^(?:Conversation info|Sender) \(untrusted metadata\):\s{0,4}```(?:json)?[^`]{0,4000}```\s{0,8}/

function personSaid(words: string): Said[] {
  if (isPutIn(words)) return saidBy('system', 'unknown', words)
  const origin = GROUP.test(words.slice(0, 5000)) ? 'unknown' : 'user'
  return saidBy('user', origin, spokenPart(words.replace(ENVELOPE, '').replace(ENVELOPE, '')))
}
