import { join } from 'node:path'
import { isInside, readSmallText } from '../../disk/index.ts'
import { say } from '../../languages/index.ts'
import { INDEX_FILE } from '../../model/index.ts'
import type { Candidates, Source, Surroundings } from '../source.ts'
import {
  type Fields,
  fieldsIn,
  isPutIn,
  type Said,
  saidBy,
  spokenPart,
  type TranscriptState,
  textField,
  toolOrigin,
  wordsOf,
} from '../transcripts/record.ts'

const ROWS = new Set('session_meta response_item event_msg turn_context compacted world_state'.split(' '))
const BARE = new Set(
  `function_call function_call_output reasoning custom_tool_call custom_tool_call_output
  web_search_call`.split(/\s+/),
)

/** Rollouts: `{timestamp, type, payload}`; older ones have the response items bare, one a line. */
export const codex = {
  name: 'codex',
  variables: ['CODEX_HOME'],
  find,
  /** Codex writes these files anew from its sessions: what anybody else wrote there would be gone. */
  format: {
    layout: 'index',
    isOne: (_, names) => names.has(SUMMARY) && names.has(INDEX_FILE),
    indexName: () => INDEX_FILE,
    memories: 'none',
    isReadOnly: true,
  },
  rows: {
    isOne(record) {
      const type = String(record['type'])
      if (ROWS.has(type)) return fieldsIn(record, 'payload') !== undefined
      return BARE.has(type) || (type === 'message' && typeof record['role'] === 'string')
    },
    said(record, state) {
      const payload = fieldsIn(record, 'payload')
      switch (record['type']) {
        case 'session_meta':
        case 'turn_context':
          if (record['type'] === 'session_meta') state.session = textField(payload, 'id') ?? state.session
          state.cwd = textField(payload, 'cwd') ?? state.cwd
          return []
        case 'compacted':
          return saidBy('system', 'unknown', (textField(payload, 'message') ?? '').trim())
        case 'event_msg':
          return payload?.['type'] === 'user_message'
            ? personSaid(textField(payload, 'message') ?? '', state)
            : []
        case 'response_item':
          return itemSaid(payload ?? {}, state)
        default:
          return itemSaid(record, state)
      }
    },
  },
} satisfies Source

const SUMMARY = 'memory_summary.md'
const LARGEST = 10_000_000

/** One memory for all projects. It counts where one of its tasks was done in this one. */
function find(
  { home, env, chosen, project, projectPaths }: Surroundings,
  projects: 'this' | 'all',
): Candidates {
  const path = join(env['CODEX_HOME'] || join(home, '.codex'), 'memories')
  const text = readSmallText(join(path, SUMMARY)) && readSmallText(join(path, INDEX_FILE), LARGEST)
  const places = [...(text ?? '').matchAll(/\bcwd=([^\s;,]+)/g)].map(([, place]) => place!)
  const isIn = (place: string) => projectPaths.some(path => isInside(place, path))
  const isOurs = places.some(isIn)
  if (text === undefined || (!isOurs && projects === 'this')) return { folders: [], notes: [] }
  // What was learned in several projects is not checked against one of them.
  const of = chosen ?? (isOurs && places.every(isIn) ? project : undefined)
  const whose = of === undefined ? { absent: say().places.folders.belongsToUser } : { path: of }
  return { folders: [{ path, origin: 'codex-memory', project: whose }], notes: [] }
}

function itemSaid(item: Fields, state: TranscriptState): Said[] {
  const call = textField(item, 'call_id') ?? ''
  switch (item['type']) {
    case 'message':
      if (item['role'] === 'user') return personSaid(wordsOf(item['content']), state)
      return item['role'] === 'assistant'
        ? saidBy('assistant', 'assistant', wordsOf(item['content']).trim())
        : saidBy('system', 'unknown', wordsOf(item['content']).trim())
    case 'function_call':
    case 'custom_tool_call':
      state.calls.set(call, textField(item, 'name') ?? '')
      return []
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output =
        textField(item, 'output') ?? textField(fieldsIn(item, 'output'), 'content') ?? wordsOf(item['output'])
      return saidBy('tool', toolOrigin(state.calls.get(call)), output)
    }
    default:
      return []
  }
}

/** A person's words come twice, as an item and as an event: the second is left out. */
function personSaid(words: string, state: TranscriptState): Said[] {
  if (isPutIn(words)) return saidBy('system', 'unknown', words.trim())
  const text = spokenPart(words)
  if (text === '' || text === state.lastUser) return []
  state.lastUser = text
  return saidBy('user', 'user', text)
}
