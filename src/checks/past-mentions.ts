import { HERE, says } from '../languages/index.ts'
import type { Memory, Reference } from '../model/index.ts'
import { splitSentences, textOf } from '../text/index.ts'

const isGone = says(({ status }) => status?.gone)
/** A section about what is gone: "## Deleted code", "### Removed". */
const isGoneHeading = says(({ status }) => status?.goneHeading)

/** Whether a memory itself says that something it names is gone: in the same sentence or list item, or by the heading above. */
export function isMentionedAsPast(memory: Memory, { line, text }: Reference): boolean {
  const lines = textOf(memory).fileLines
  const said = line === 0 ? (memory.description ?? '') : (lines[line - 1] ?? '')
  return splitSentences(said).some(sentence => saysGone(sentence, text)) || isUnderGone(lines, line)
}

/** Whether a sentence says of something it names that it is gone. */
export function saysGone(sentence: string, text: string): boolean {
  if (!sentence.includes(text)) return false
  // Other names are no words either: a list of files is gone together.
  const marked = sentence.replaceAll(`\`${text}\``, HERE).replaceAll(text, HERE).replace(NAMES, HERE)
  return isGone(marked)
}

function isUnderGone(lines: readonly string[], line: number): boolean {
  for (let at = line - 1; at >= 0; at--) {
    const heading = /^#{1,6}\s+(.*)$/.exec(lines[at] ?? '')
    if (heading !== null) return isGoneHeading(heading[1]!.replace(NAMES, ' '))
  }
  return false
}

/** `src/legacy/token.ts` is a place, and says nothing about time. */
const NAMES = /`[^`\u0001]{0,200}`|[^\s`\u0001]{0,200}[/\\][^\s`\u0001]{0,200}|[\w.-]{1,80}\.\w{1,8}\b/g

/** Kinds of files that programs write while they run: that one is gone says nothing about what a memory tells. */
const FILES =
  /\.(?:log|lock|pid|sock|tmp|temp|bak|swp|cache|sqlite3?|db|rdb|mdb|jsonl|ndjson|csv|tsv|parquet|pickle|pkl|out|o|pyc|class|map)$/i
const FOLDERS =
  /(?:^|\/)(?:logs?|\.?cache|caches|tmp|temp|var|run|state|status|sessions?|dist|build|out|target|coverage|node_modules|__pycache__|\.next|\.venv|venv|generated|artifacts?|output)\//i
const SECRETS = /(?:^|\/)\.env(?:\.[\w-]+)?$/i

/** JSON is data that a program writes, unless its name says that people write it. */
const JSON_FILE = /\.json$/i
const WRITTEN_JSON =
  /(?:^|\/)(?:package|composer|deno|jsconfig|tsconfig(?:\.[\w-]+)?|manifest|settings|[\w.-]*(?:config|rc|schema|template|spec))\.json$/i

/** Run-time state, no part of the project that people write: a log, a cache, a data file, build output. */
export function isRunTimeState(path: string): boolean {
  if (JSON_FILE.test(path) && !WRITTEN_JSON.test(path)) return true
  return FILES.test(path) || FOLDERS.test(path) || SECRETS.test(path)
}
