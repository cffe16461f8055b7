import type { Origin, Speaker } from '../../model/index.ts'

/** What a record holds, before it is known where it stands. */
export interface Said {
  readonly speaker: Speaker
  readonly origin: Origin
  readonly text: string
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
