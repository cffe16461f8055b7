/** A note's own word on the work that it is about, and the line that says so. */
export interface StatusWord {
  readonly how: 'status' | 'closing' | 'items'
  readonly quote: string
  /** In the text that was given, from 1; 0 for its title. */
  readonly line: number
}

const DONE =
  'done|complete|completed|shipped|finished|closed|resolved|merged|implemented|retired|superseded|obsolete|delivered|landed|abandoned|cancelled|shelved'
const CHINESE_DONE = '已完成|完成了|已结束|已解决|已发布|已上线|已合并|已废弃|已取消|已归档'

/** "Status: DONE", "**Date completed:** 2026-03-01", 状态：已完成. */
const STATUS_LINE = new RegExp(
  `^[^\\p{L}\\p{N}]{0,12}(?:current |overall )?(?:status|state|状态|进度|当前状态)[^\\p{L}\\p{N}]{1,8}(?:(?:${DONE})\\b|${CHINESE_DONE})`,
  'iu',
)
const COMPLETED_ON =
  /^[^\p{L}\p{N}]{0,12}(?:date completed|completed|completion date|completed on|shipped|shipped on|完成日期|完成时间|完成于)[^\p{L}\p{N}]{1,8}(?:\d{4}|\d{1,2}[/. ]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b)/iu
/** "Payment migration — DONE", "[SHIPPED] …", "DONE 2026-08-07. …": capitals, or set apart from the rest. */
const TITLE_MARK = new RegExp(
  `(?:^|[—–:([|✅-] {0,2})(?:${DONE.toUpperCase()})\\b(?! (?:BY|WHEN|IF|ONLY))|(?:${CHINESE_DONE})(?=$|[)）\\]】。,，])`,
  'u',
)
const TITLE_END = /\b(?:completion|completed|closed|shipped|done)(?: (?:summary|report|notes?))?\W{0,3}$/i
const TITLE_COMPLETION = /\bcompletion (?:summary|report)\b/i

const WORK =
  'arc|work|project|migration|refactor|refactoring|rollout|epic|plan|phase|feature|sprint|milestone|effort|task'
const CLOSED = 'closed|complete|completed|done|finished|shipped|retired'
/** "Arc complete.", "All four PRs shipped.", "RETIRE AFTER NEXT SYNC". */
const CLOSING = [
  new RegExp(
    `(?:^|[.!] )(?:the |this |whole |entire ){0,2}(?:${WORK}) (?:is |was |now |fully ){0,2}(?:${CLOSED})\\b`,
    'i',
  ),
  new RegExp(
    `^all (?:of the |the )?(?:\\w{1,10} )?(?:prs|pull requests|phases|steps|tasks|items|milestones|parts|slices|stages) (?:are |were |have been |now ){0,2}(?:${CLOSED}|merged|landed|implemented)\\b`,
    'i',
  ),
  /\bRETIRE (?:AFTER|NOW|THIS|WHEN|ONCE)\b/,
  /\bthis (?:memory|file|note|pointer) (?:can|may|should) (?:now )?be (?:deleted|removed|retired|archived)\b/i,
  /^(?:全部|所有)(?:任务|阶段|步骤|工作)?(?:都|均)?(?:已经)?(?:已)?完成|(?:本|此)(?:记忆|文件|笔记)(?:可以|可)(?:删除|归档)/,
]
const LONGEST_LINE = 600
/** At the end of a longer one "done" may speak of the last thing named. */
const SHORT_TITLE = 80

/** "mostly done", "definition of done", "task completion": words of a status that are none. */
const NOT_YET =
  /\b(?:task completion|(?:mostly|nearly|almost|partly|partially|not|when|until|definition of) (?:done|complete|completed|finished|closed|resolved))\b/i

/** What a title says: a description, a name, a first heading. */
export function titleStatus(title: string): StatusWord | undefined {
  const text = title.slice(0, LONGEST_LINE)
  if (NOT_YET.test(text)) return undefined
  const isDone =
    TITLE_MARK.test(text) ||
    TITLE_COMPLETION.test(text) ||
    (text.length <= SHORT_TITLE && TITLE_END.test(text) && /\w \W{0,3}\w/.test(text))
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
    if (lines.length <= LONGEST_NOTE && CLOSING.some(pattern => pattern.test(said)))
      return { how: 'closing', quote: full.trim(), line: at + 1 }
  }
  return undefined
}

const ITEM = /^ {0,3}(?:#{2,4} |[-*+] |\d{1,3}[.)] )/
const ITEM_DONE = new RegExp(
  `✅|\\[[xX]\\]|\\b(?:DONE|SHIPPED|MERGED|COMPLETE|COMPLETED)\\b|\\bmerged (?:as|in|on|\\d)|${CHINESE_DONE}`,
  'u',
)
const ITEM_OPEN = /\[ \]|\bTODO\b|\bnext up\b|\bin progress\b|\bpending\b|⏳|🚧|待办|进行中/i
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
