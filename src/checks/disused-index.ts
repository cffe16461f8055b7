import type { IndexLine, LineOfIndex } from '../model/index.ts'

/** Only the head speaks of the whole file: a section "Deprecated" is about its entries. */
const LONGEST_HEAD = 15

const STATE =
  '(?:deprecated|retired|obsolete|superseded|archived|abandoned|frozen|no longer (?:loaded|read|used|in use|maintained|updated))'
const TITLE = new RegExp(String.raw`^#\s.*\b${STATE}\b`, 'i')
const OPENING = new RegExp(String.raw`^(?:(?:status|note|warning)\s*[:：]\s*)?${STATE}\b`, 'i')
const SUBJECT = new RegExp(
  String.raw`\b(?:this|the) (?:memory |old )?(?:index|file|memory|list|folder)\b[^.!?]{0,40}\b${STATE}\b`,
  'i',
)
const CHINESE =
  /^#\s.*(?:废弃|弃用|停用|作废|不再(?:加载|使用|维护|更新))|^(?:状态[:：]\s*)?(?:已(?:经)?(?:废弃|弃用|停用|作废|退役)|不再(?:加载|使用|维护|更新))|(?:本|此|该|这个)(?:索引|文件|记忆|目录|列表)[^。！？]{0,20}(?:废弃|弃用|停用|作废|退役|不再(?:加载|使用|维护|更新))/

/** The line with which an index says that it is no longer in use; nothing where it says no such thing. */
export function disusedLine(lines: readonly IndexLine[]): LineOfIndex | undefined {
  for (const [at, { text, entry }] of lines.slice(0, LONGEST_HEAD).entries()) {
    if (entry !== undefined || /^##/.test(text)) return undefined
    const said = text.replace(/<!--|-->|[*_>~]|^\s+|⚠️?|\p{Extended_Pictographic}/gu, ' ').trim()
    const isDisused = [TITLE, OPENING, SUBJECT, CHINESE].some(form => form.test(said))
    if (isDisused) return { line: at + 1, text: text.trimEnd() }
  }
  return undefined
}
