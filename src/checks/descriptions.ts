/**
 * # Descriptions
 *
 * Finds descriptions that say other than their note. Agents decide by the description which notes to open, and it goes stale
 * before the text does: it breaks off (an open bracket, a `#` that YAML takes for a comment), or it tells as living what the
 * first lines of the note call over.
 *
 * Wrong to use on the whole text: a detail that differs is the matter of other checks. Nothing is changed.
 *
 * Before: the description says "The cache layer and its settings", the text begins "DISCARDED 2026-05-29, none of it is left".
 * After: the same, and the report shows both.
 */
import { say, says } from '../languages/index.ts'
import type { Memory, Snapshot } from '../model/index.ts'
import { quoted, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { headLines } from './declared.ts'
import { saysItIsOver } from './note-lines.ts'
import { modulesIn } from './removed-modules.ts'
import { committedIn, saysUncommitted } from './uncommitted.ts'
import { lineWords } from './words.ts'

const description = kind({
  kind: 'misleading-description',
  words: ({ judged }) => judged.description,
  fields: ({ z, fileName, count, text }) => ({
    file: fileName,
    how: z.enum(['cut-off', 'comment', 'over', 'committed', 'removed']),
    description: text,
    /** Of the quote from the text; the description's own where there is none. */
    line: count,
    quote: text,
  }),
  about: ['file', 'how'],
  say: ({ how }) => say().judged.description.how[how],
  evidence: ({ description, line, quote }) => [
    say().judged.description.quote(quoted(description)),
    ...(quote === '' ? [] : [say().checks.at(lineWords(line), quoted(quote))]),
  ],
})

type DescriptionFinding = FindingOf<typeof description>

export const descriptions = check({
  name: 'descriptions',
  kinds: [description],
  notUnderSeed: true,
  find: snapshot => snapshot.folder.memories.flatMap(memory => misleading(memory, snapshot) ?? []),
})

function misleading(memory: Memory, snapshot: Snapshot): Found<DescriptionFinding> | undefined {
  const { file, description } = memory
  if (description === undefined || description === '') return undefined
  const line = textOf(memory).fileLines.findIndex(text => /^\s{0,8}description:/.test(text)) + 1
  const about = { kind: 'misleading-description', file, description } as const
  if (isCommentedOut(memory)) return { ...about, how: 'comment', line, quote: '' }
  if (breaksOff(description)) return { ...about, how: 'cut-off', line, quote: '' }
  const committed = saysUncommitted(description) ? committedIn(memory, snapshot) : []
  if (committed.length > 0) return { ...about, how: 'committed', line, quote: '' }
  const removed = modulesIn(memory, [...(snapshot.evidence.removedModules ?? [])], snapshot)
  const named = removed.find(one => one.line === line && one.mention !== true)
  if (named !== undefined) return { ...about, how: 'removed', line, quote: `${named.folder}/, ${named.date}` }
  const over = headLines(memory).find(({ text }) => saysItIsOver(text))
  if (over === undefined || tellsSo(description) || tellsSo(memory.name ?? '')) return undefined
  return { ...about, how: 'over', line: over.line, quote: over.text.trim() }
}

const isTitle = says(({ notes }) => notes?.tombstoneTitle)
const tellsOfEnd = says(({ status }) => status?.goneHeading)

const tellsSo = (text: string): boolean => isTitle(text) || saysItIsOver(text) || tellsOfEnd(text)

/** A plain value with a space before a `#`: a strict reader sees only what stands before it. A number at the end is no loss. */
function isCommentedOut({ head }: Memory): boolean {
  const value = /^[ \t]{0,8}description:[ \t]+([^"'>|\s][^\r\n]*)/m.exec(head)?.[1]
  return value !== undefined && /\s#.*?(?:\s+\S+){3}/.test(value)
}

/** A bracket that is never closed, and no end of a sentence: the rest was lost. One that only closes counts items. */
function breaksOff(text: string): boolean {
  if (/[.!?。！？…]\s*$/.test(text)) return false
  let open = 0
  for (const char of text.replace(/`[^`]*`|[:;]-?\(/g, ' ')) {
    if ('([（'.includes(char)) open++
    else if (')]）'.includes(char)) open = Math.max(0, open - 1)
  }
  return open > 0
}
