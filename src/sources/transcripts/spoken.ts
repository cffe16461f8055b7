/**
 * What a person typed, without what the harness put between the words: reminders, recalled memory, editor context, output
 * of commands. An opening tag that is never closed takes the rest with it: less is read, never more.
 */
const PUT_IN = [
  'system-reminder',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'new-diagnostics',
  'task-notification',
  'user-prompt-submit-hook',
  'session-start-hook',
  'environment_context',
  'user_instructions',
  'permissions',
  'turn_aborted',
  'memory',
  'memories',
  'recalled-memories',
  'dream-memory',
]

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
