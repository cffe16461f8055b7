import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isInside } from '../../disk/index.ts'
import { say } from '../../languages/index.ts'
import { showText } from '../../text/index.ts'
import { filesIn, foldersIn, isDatedName, isTranscriptName } from '../listing.ts'
import type { Environment, Source, TranscriptRows } from '../source.ts'
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
import { findWorkspace, isJournalWorkspace, snapshotName, type Workspace } from './workspace.ts'

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
const openClawRows: TranscriptRows = {
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

export const openClaw = {
  name: 'openclaw',
  variables: ['OPENCLAW_STATE_DIR', 'OPENCLAW_CONFIG_PATH', 'OPENCLAW_PROFILE', 'OPENCLAW_WORKSPACE_DIR'],
  /** The journal workspace we stand in. The agent's own lies in the home directory, and is no part of other projects. */
  find({ cwd, home, env, chosen }) {
    const root = findWorkspace({ cwd, home, env, paths: [], vault: null })?.root
    if (root === undefined) return { folders: [], notes: [] }
    const project = { absent: say().places.folders.journals }
    const isElsewhere = !isInside(chosen ?? cwd, root)
    return { folders: [{ path: root, origin: 'journal-workspace', project, isElsewhere }], notes: [] }
  },
  format: { layout: 'journal', isOne: isJournalWorkspace, indexName: snapshotName, memories: 'none' },
  /** A day of talk is a session. */
  sessions: ({ roots }) =>
    roots.map(root => ({
      folder: join(root, 'memory'),
      idOf: name => (isDatedName(name) ? `${root}/${name}` : undefined),
    })),
  rows: openClawRows,
} satisfies Source

/** For whoever looked for it here. */
export const notPart = (workspace: string): string => say().places.folders.notPart(showText(workspace))

const QUIET_MS = 15 * 60_000
const ANSWER_MS = 5000

/** Whether somebody is at work: OpenClaw says so, or a transcript or journal was touched a moment ago. */
export function idleOrBusy(workspace: Workspace, env: Environment, now: number): 'idle' | 'busy' {
  const said = runOpenClaw(env, ['agent', 'status'])
  if (said !== undefined) {
    if (/\bidle\b/i.test(said)) return 'idle'
    if (/\b(?:busy|running|active|working|streaming)\b/i.test(said)) return 'busy'
  }
  const agents = foldersIn(join(workspace.openclaw.home, 'agents'))
  const files = [
    ...agents.flatMap(agent => [
      ...filesIn(join(agent, 'sessions'), isTranscriptName),
      // Newer versions keep conversations in a database.
      ...filesIn(join(agent, 'agent'), name => name.startsWith('openclaw-agent.sqlite')),
    ]),
    ...filesIn(join(workspace.root, 'memory'), isDatedName),
  ]
  return files.some(({ time }) => time > now - QUIET_MS) ? 'busy' : 'idle'
}

/** What `openclaw …` answers; nothing where it is not installed, fails or takes too long. */
export function runOpenClaw(env: Environment, args: readonly string[]): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  if (!folders.some(folder => existsSync(join(folder, 'openclaw')))) return undefined
  try {
    return execFileSync('openclaw', [...args], {
      env: { ...env } as NodeJS.ProcessEnv,
      encoding: 'utf8',
      timeout: ANSWER_MS,
      maxBuffer: 1_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
}

/** Signs that OpenClaw dreams in this workspace too. */
export function nativeDreaming({ root }: Pick<Workspace, 'root'>): string[] {
  return ['memory/.dreams', 'memory/dreaming', 'DREAMS.md'].filter(name => existsSync(join(root, name)))
}
