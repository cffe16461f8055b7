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
