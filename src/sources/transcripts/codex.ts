import { type Fields, fieldsIn, textField, wordsOf } from './record.ts'
import { type Said, type TranscriptState, toolOrigin } from './said.ts'
import { isPutIn, spokenPart } from './spoken.ts'

const ROWS = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
])

/** Codex rollouts: `{timestamp, type, payload}`; older ones have the response items bare, one a line. */
export function isCodex(record: Fields): boolean {
  const type = String(record['type'])
  if (ROWS.has(type)) return fieldsIn(record, 'payload') !== undefined
  return BARE.has(type) || (type === 'message' && typeof record['role'] === 'string')
}

const BARE = new Set([
  'function_call',
  'function_call_output',
  'reasoning',
  'custom_tool_call',
  'custom_tool_call_output',
  'web_search_call',
])

export function codexSaid(record: Fields, state: TranscriptState): Said[] {
  const payload = fieldsIn(record, 'payload')
  switch (record['type']) {
    case 'session_meta':
      state.session = textField(payload, 'id') ?? state.session
      state.cwd = textField(payload, 'cwd') ?? state.cwd
      return []
    case 'turn_context':
      state.cwd = textField(payload, 'cwd') ?? state.cwd
      return []
    case 'compacted':
      return plain('system', textField(payload, 'message') ?? '')
    case 'event_msg':
      return payload?.['type'] === 'user_message'
        ? personSaid(textField(payload, 'message') ?? '', state)
        : []
    case 'response_item':
      return itemSaid(payload ?? {}, state)
    default:
      return itemSaid(record, state)
  }
}

function itemSaid(item: Fields, state: TranscriptState): Said[] {
  const call = textField(item, 'call_id') ?? ''
  switch (item['type']) {
    case 'message':
      if (item['role'] === 'user') return personSaid(wordsOf(item['content']), state)
      return plain(item['role'] === 'assistant' ? 'assistant' : 'system', wordsOf(item['content']))
    case 'function_call':
    case 'custom_tool_call':
      state.calls.set(call, textField(item, 'name') ?? '')
      return []
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output =
        textField(item, 'output') ?? textField(fieldsIn(item, 'output'), 'content') ?? wordsOf(item['output'])
      return output.trim() === ''
        ? []
        : [{ speaker: 'tool', origin: toolOrigin(state.calls.get(call)), text: output }]
    }
    default:
      return []
  }
}

function plain(speaker: 'assistant' | 'system', words: string): Said[] {
  const text = words.trim()
  return text === '' ? [] : [{ speaker, origin: speaker === 'assistant' ? 'assistant' : 'unknown', text }]
}

/** A person's words come twice, as an item and as an event: the second is left out. */
function personSaid(words: string, state: TranscriptState): Said[] {
  if (isPutIn(words)) return plain('system', words)
  const text = spokenPart(words)
  if (text === '' || text === state.lastUser) return []
  state.lastUser = text
  return [{ speaker: 'user', origin: 'user', text }]
}
