import type { Origin } from '../../model/index.ts'

/** Who says something in a conversation. `system` is neither of the two: hooks, summaries, what the harness puts in. */
export type Speaker = 'user' | 'assistant' | 'tool' | 'system'

/** One thing that was said, with where it stands in its transcript. */
export interface TranscriptTurn {
  readonly speaker: Speaker
  /** Without what the harness put between the words: reminders, recalled memory, output of commands. */
  readonly text: string
  readonly origin: Origin
  /** ISO time, where the transcript tells it. */
  readonly at?: string
  readonly session?: string
  readonly cwd?: string
  /** From 1. */
  readonly line: number
  /** Of the line's first byte. */
  readonly offset: number
  /** Read before, and here only so that what is said later can be compared with it. */
  readonly seen?: true
}

/** One line of a transcript, parsed. Keys come from a file: only those that we name are ever looked at. */
export type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textField(record: Fields | undefined, key: string): string | undefined {
  const value = record?.[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function fieldsIn(record: Fields | undefined, key: string): Fields | undefined {
  const value = record?.[key]
  return isFields(value) ? value : undefined
}

/** A content that is a string or a list of blocks, as blocks. */
export function blocksOf(content: unknown): Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content
    .map(block => (typeof block === 'string' ? { type: 'text', text: block } : block))
    .filter(isFields)
}

/** The words of blocks; pictures, documents and calls have none. */
export function wordsOf(content: unknown): string {
  return blocksOf(content)
    .filter(
      ({ type }) => type === 'text' || type === 'input_text' || type === 'output_text' || type === undefined,
    )
    .flatMap(block => textField(block, 'text') ?? [])
    .join('\n')
}

/** ISO time from a text, or from milliseconds since 1970; nothing where it is no time. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    return Number.isNaN(Date.parse(value)) ? undefined : value
  if (typeof value === 'number' && value > 1e12 && value < 1e14) return new Date(value).toISOString()
  return undefined
}

/** What a record holds, before it is known where it stands. */
export interface Said {
  readonly speaker: Speaker
  readonly origin: Origin
  readonly text: string
}

/** Nothing where there are no words. */
export function saidBy(speaker: Speaker, origin: Origin, text: string): Said[] {
  return text.trim() === '' ? [] : [{ speaker, origin, text }]
}

/** Remembers which tools were called: `type` is how a block that calls one says so. */
export function noteCalls(content: unknown, type: string, state: TranscriptState): void {
  for (const block of blocksOf(content)) {
    const [id, name] = [textField(block, 'id'), textField(block, 'name')]
    if (block['type'] === type && id !== undefined && name !== undefined) state.calls.set(id, name)
  }
}

/** What is remembered from record to record of one transcript. */
export interface TranscriptState {
  session: string | undefined
  cwd: string | undefined
  /** The tools that calls were made to, by the call's id. */
  readonly calls: Remembered<string>
  /** Records that were there before: a session that goes on somewhere else repeats its rows. */
  readonly rows: Remembered<true>
  lastUser: string
}

/** A map that forgets its oldest. */
export interface Remembered<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

const MOST = 4000

function remembered<Value>(): Remembered<Value> {
  const kept = new Map<string, Value>()
  return {
    get: key => kept.get(key),
    set(key, value) {
      kept.set(key, value)
      if (kept.size <= MOST) return
      const oldest = kept.keys().next()
      if (oldest.done !== true) kept.delete(oldest.value)
    },
  }
}

export const newTranscriptState = (): TranscriptState => ({
  session: undefined,
  cwd: undefined,
  calls: remembered(),
  rows: remembered(),
  lastUser: '',
})

const WEB =
  /web|browser|fetch|http|url|search_query|scrape|crawl|navigate|playwright|puppeteer|tavily|exa\b|firecrawl/i
/** Asks about the files at hand, whatever its name holds. */
const LOCAL = /^(?:tool_?search|search_files|codebase_search|grep|glob)/i

/** Web pages are trusted less than the output of tools. */
export function toolOrigin(tool: string | undefined): Origin {
  return tool !== undefined && WEB.test(tool) && !LOCAL.test(tool) ? 'web' : 'tool'
}

/**
 * What a person typed, without what the harness put between the words: reminders, recalled memory, editor context, output
 * of commands. An opening tag that is never closed takes the rest with it: less is read, never more.
 */
const PUT_IN =
  `system-reminder command-name command-message command-args command-contents local-command-stdout local-command-stderr
  local-command-caveat bash-input bash-stdout bash-stderr ide_opened_file ide_selection ide_diagnostics new-diagnostics
  task-notification user-prompt-submit-hook session-start-hook environment_context user_instructions permissions
  turn_aborted memory memories recalled-memories dream-memory`.split(/\s+/)

/** OpenClaw's own marks around what came in from outside. */
const OUTSIDE = ['<<<EXTERNAL_UNTRUSTED_CONTENT', '<<<END_EXTERNAL_UNTRUSTED_CONTENT'] as const

export function spokenPart(text: string): string {
  let rest = cutOut(text, OUTSIDE[0], OUTSIDE[1], '>>>')
  if (rest.includes('<')) for (const tag of PUT_IN) rest = cutOut(rest, `<${tag}`, `</${tag}`, '>')
  return withoutMemoryBlocks(rest).trim()
}

/**
 * Everything from the first `open` to the last `close`: whatever stands between could have been put in too, with a closing
 * mark of its own making. Where a person spoke between two reminders, their words are lost; nothing is ever won.
 */
function cutOut(text: string, open: string, close: string, end: string): string {
  const start = openingAt(text, open)
  if (start === -1) return text
  const closing = text.lastIndexOf(close)
  const after = closing < start ? -1 : text.indexOf(end, closing + close.length)
  return after === -1 ? text.slice(0, start) : text.slice(0, start) + text.slice(after + end.length)
}

/** `<memory>` and `<memory path="…">`, not `<memory-bank>`. */
function openingAt(text: string, open: string): number {
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at + 1)) {
    const next = text.charAt(at + open.length)
    if (open.startsWith('<<<') || next === '' || /[\s>/]/.test(next)) return at
  }
  return -1
}

const BLOCK_STARTS = [
  /^(?:Contents of|Content of) \S.{0,400}(?:MEMORY|CLAUDE|AGENTS)\.md\b/,
  /^## (?:Memory|Pinned|Changed since yesterday): /,
  /^# AGENTS\.md instructions for /,
]

/** What was loaded from memory or instruction files, as `dream load` and the agents themselves print it: to the turn's end. */
function withoutMemoryBlocks(text: string): string {
  if (!/MEMORY|CLAUDE|AGENTS|## (?:Memory|Pinned|Changed)/.test(text)) return text
  const lines = text.split('\n')
  const start = lines.findIndex(line => BLOCK_STARTS.some(pattern => pattern.test(line)))
  return start === -1 ? text : lines.slice(0, start).join('\n')
}

/** Begins like something that only the harness says in a person's name. */
const NOT_SPOKEN =
  /^(?:This session is being continued from a previous conversation|Caveat: The messages below were generated|\[Request interrupted by user|\[Image|Read HEARTBEAT\.md|\[cron:|Pre-compaction memory flush|System: \[|A new session was started via|<command-name>|API Error\b)/

export function isPutIn(text: string): boolean {
  return NOT_SPOKEN.test(text.trimStart())
}
