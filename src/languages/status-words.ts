import { alternatives, says } from './combined.ts'

/** A note's own word on the work that it is about, and the line that says so. */
export interface StatusWord {
  readonly how: 'status' | 'closing' | 'items'
  readonly quote: string
  /** In the text that was given, from 1; 0 for its title. */
  readonly line: number
}

/** Signs before a label, and between a label and what it says. */
const [MARKS, GAP] = ['[^\\p{L}\\p{N}]{0,12}', '[^\\p{L}\\p{N}]{1,8}']
const MONTHS = alternatives(({ dates }) => dates?.months?.replaceAll(' ', '|'))
/** "Status: DONE" */
const STATUS_LINE = new RegExp(
  `^${MARKS}(?:${alternatives(({ status }) => status?.label)})${GAP}(?:${alternatives(({ status }) => status?.done)})`,
  'iu',
)
/** "**Date completed:** 2026-03-01" */
const COMPLETED_ON = new RegExp(
  `^${MARKS}(?:${alternatives(({ status }) => status?.completedLabel)})${GAP}(?:\\d{4}|\\d{1,2}[/. ]|(?:${MONTHS})[a-z]{0,6}\\b)`,
  'iu',
)
const isClosing = says(({ status }) => status?.closing)
const isDoneTitle = says(({ status }) => status?.title)
const endsDone = says(({ status }) => status?.titleEnd)
const isNotYet = says(({ status }) => status?.notYet)
const LONGEST_LINE = 600
/** At the end of a longer one "done" may speak of the last thing named. */
const SHORT_TITLE = 80

/** What a title says: a description, a name, a first heading. */
export function titleStatus(title: string): StatusWord | undefined {
  const text = title.slice(0, LONGEST_LINE)
  if (isNotYet(text)) return undefined
  const isDone =
    isDoneTitle(text) || (text.length <= SHORT_TITLE && endsDone(text) && /\w \W{0,3}\w/.test(text))
  return isDone ? { how: 'status', quote: title, line: 0 } : undefined
}

/** How far down a status line still speaks for the whole note, and how long a note may be that one sentence closes. */
const HEAD_LINES = 14
const LONGEST_NOTE = 120

/** What the lines of a note say; those of fenced code left out by the caller. */
export function linesStatus(lines: readonly string[]): StatusWord | undefined {
  let seen = 0
  for (const [at, full] of lines.entries()) {
    const text = full.slice(0, LONGEST_LINE)
    if (text.trim() === '') continue
    seen++
    if (seen <= HEAD_LINES && (STATUS_LINE.test(text) || COMPLETED_ON.test(text)))
      return { how: 'status', quote: full.trim(), line: at + 1 }
    const said = text.replace(/^[\s>#*+-]{0,12}/, '').replaceAll('**', '')
    if (lines.length <= LONGEST_NOTE && isClosing(said))
      return { how: 'closing', quote: full.trim(), line: at + 1 }
  }
  return undefined
}

const ITEM = /^ {0,3}(?:#{2,4} |[-*+] |\d{1,3}[.)] )/
const ITEM_DONE = new RegExp(`✅|\\[[xX]\\]|${alternatives(({ status }) => status?.itemDone)}`, 'u')
const ITEM_OPEN = new RegExp(`\\[ \\]|⏳|🚧|${alternatives(({ status }) => status?.itemOpen)}`, 'i')
const FEWEST_ITEMS = 3

/** Every item of its list is done: what was a plan is a story now. */
export function itemsStatus(lines: readonly string[]): StatusWord | undefined {
  if (lines.some(line => ITEM_OPEN.test(line))) return undefined
  const ticked = lines.filter(line => /^\s{0,6}[-*+] \[[xX]\]/.test(line))
  const headings = lines.filter(line => /^ {0,3}#{2,4} /.test(line))
  for (const items of [ticked, headings, lines.filter(line => ITEM.test(line) && /^\S/.test(line))]) {
    const done = items.filter(line => ITEM_DONE.test(line.slice(0, LONGEST_LINE)))
    // A checklist at the end of a design ticks off the design, not the work.
    const isMain = items === headings || items.length * 3 >= lines.filter(line => line.trim() !== '').length
    if (isMain && items.length >= FEWEST_ITEMS && done.length === items.length) {
      const first = items[0]!
      return { how: 'items', quote: first.trim(), line: lines.indexOf(first) + 1 }
    }
  }
  return undefined
}
