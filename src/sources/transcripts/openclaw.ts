import { blocksOf, type Fields, fieldsIn, textField, wordsOf } from './record.ts'
import { type Said, type TranscriptState, toolOrigin } from './said.ts'
import { isPutIn, spokenPart } from './spoken.ts'

const ROWS = new Set([
  'session',
  'message',
  'custom_message',
  'custom',
  'compaction',
  'branch_summary',
  'model_change',
  'thinking_level_change',
])

/** OpenClaw, and the agent below it: `session` first, then entries that name each other by `id` and `parentId`. */
export function isOpenClaw(record: Fields): boolean {
  const type = String(record['type'])
  return ROWS.has(type) && (type !== 'message' || fieldsIn(record, 'message') !== undefined)
}

export function openClawSaid(record: Fields, state: TranscriptState): Said[] {
  const type = record['type']
  if (type === 'session') {
    state.session = textField(record, 'id') ?? state.session
    return []
  }
  if (type === 'custom_message' || type === 'compaction' || type === 'branch_summary') {
    const text = textField(record, 'summary') ?? wordsOf(record['content'])
    return text.trim() === '' ? [] : [{ speaker: 'system', origin: 'unknown', text }]
  }
  return type === 'message' ? messageSaid(fieldsIn(record, 'message')!, state) : []
}

function messageSaid(message: Fields, state: TranscriptState): Said[] {
  const words = wordsOf(message['content']).trim()
  switch (message['role']) {
    case 'user':
      return personSaid(words)
    case 'assistant':
      noteCalls(message, state)
      return words === '' ? [] : [{ speaker: 'assistant', origin: 'assistant', text: words }]
    case 'toolResult':
    case 'tool': {
      const tool = textField(message, 'toolName') ?? state.calls.get(textField(message, 'toolCallId') ?? '')
      return words === '' ? [] : [{ speaker: 'tool', origin: toolOrigin(tool), text: words }]
    }
    default:
      return words === '' ? [] : [{ speaker: 'system', origin: 'unknown', text: words }]
  }
}

function noteCalls(message: Fields, state: TranscriptState): void {
  for (const block of blocksOf(message['content'])) {
    const [id, name] = [textField(block, 'id'), textField(block, 'name')]
    if (block['type'] === 'toolCall' && id !== undefined && name !== undefined) state.calls.set(id, name)
  }
}

/** In a group anyone may speak in the user's place. */
const GROUP =
  /"is_group_chat"\s{0,4}:\s{0,4}true|^\[(?:WhatsApp|Telegram|Discord|Slack|Signal|iMessage) (?:Group|Guild|Channel)\b/
const ENVELOPE =
  /^(?:Conversation info|Sender) \(untrusted metadata\):\s{0,4}```(?:json)?[^`]{0,4000}```\s{0,8}/

function personSaid(words: string): Said[] {
  if (words === '') return []
  if (isPutIn(words)) return [{ speaker: 'system', origin: 'unknown', text: words }]
  const origin = GROUP.test(words.slice(0, 5000)) ? 'unknown' : 'user'
  const text = spokenPart(words.replace(ENVELOPE, '').replace(ENVELOPE, ''))
  return text === '' ? [] : [{ speaker: 'user', origin, text }]
}
