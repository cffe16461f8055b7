import type { Memory, Reference } from '../memory/memory.ts'

const PAST =
  /\b(?:legacy|old|former|formerly|previous|previously|removed?|deleted?|deprecated|replaced?|superseded|retired|dropped|gone|used to|no longer|was|were|ported from)\b|旧|以前|曾经|已删除|已移除|已废弃|原来的|替换/i

const known = new WeakMap<Memory, readonly string[]>()

/** Whether the line that names something speaks of the past: "the legacy `lib/env.sh`", "`a.ts` was removed". */
export function isToldAsPast(memory: Memory, { line, text }: Reference): boolean {
  let lines = known.get(memory)
  if (lines === undefined) {
    lines = (memory.head + memory.body).split(/\r\n|\r|\n/)
    known.set(memory, lines)
  }
  const said = line === 0 ? (memory.description ?? '') : (lines[line - 1] ?? '')
  const at = said.indexOf(text)
  // A long line holds many sentences: only what stands near counts.
  const near = at === -1 ? said.slice(0, 400) : said.slice(Math.max(0, at - 80), at + text.length + 80)
  return speaksOfThePast(near)
}

export const speaksOfThePast = (text: string): boolean => PAST.test(text.replace(NAMES, ' '))

/** `src/legacy/token.ts` is a place, and says nothing about time. */
const NAMES = /`[^`]{0,200}`|[^\s`]{0,200}[/\\][^\s`]{0,200}|[\w.-]{1,80}\.\w{1,8}\b/g
