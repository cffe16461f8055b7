import { says } from '../languages/index.ts'
import type { IndexLine, LineOfIndex } from '../model/index.ts'

/** Only the head speaks of the whole file: a section "Deprecated" is about its entries. */
const LONGEST_HEAD = 15

const isDisused = says(({ status }) => status?.disused)

/** The line with which an index says that it is no longer in use; nothing where it says no such thing. */
export function disusedLine(lines: readonly IndexLine[]): LineOfIndex | undefined {
  for (const [at, { text, entry }] of lines.slice(0, LONGEST_HEAD).entries()) {
    if (entry !== undefined || /^##/.test(text)) return undefined
    const said = text.replace(/<!--|-->|[*_>~]|^\s+|⚠️?|\p{Extended_Pictographic}/gu, ' ').trim()
    if (isDisused(said)) return { line: at + 1, text: text.trimEnd() }
  }
  return undefined
}
