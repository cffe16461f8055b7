import type { Memory, MissingReference, Snapshot } from '../model/index.ts'
import { isMentionedAsPast } from './mentioned-as-past.ts'
import type { ReferenceStatus } from './reference-status.ts'
import { writtenOn } from './written-on.ts'

/**
 * Whether what a memory is about has left, though not every word of it: git removed two files it names, or one by its
 * path, after it was written, code among them and not told as past; no path that it spells out is left; and bare names
 * such as `package.json`, which any project has, are fewer than those that went. Symbols that are still found say
 * little: `render()` is everywhere.
 */
export function isMostlyGone(
  memory: Memory,
  { missing, present }: ReferenceStatus,
  snapshot: Snapshot,
): boolean {
  const removed = missing.filter(one => isRemoved(one) && !isMentionedAsPast(memory, one.reference))
  const last = removed.map(dateOf).sort().at(-1)
  const written = writtenOn(memory, snapshot)
  if (last === undefined || written === undefined || written >= last) return false
  if (!removed.some(isCode)) return false
  if (removed.length < 2 && !removed.some(({ reference }) => reference.text.includes('/'))) return false
  const paths = new Set(memory.references.flatMap(one => (one.kind === 'path' ? [one.text] : [])))
  const left = present.filter(text => paths.has(text))
  return !left.some(text => text.includes('/')) && left.length < removed.length
}

/** A plan that was thrown away is seldom what a memory is about. */
export const isCode = ({ reference }: MissingReference): boolean =>
  !/\.(?:mdx?|txt|rst)\b/i.test(reference.text)

export const isRemoved = ({ fact }: MissingReference): boolean =>
  fact.presence === 'missing' && fact.why === 'removed'

/** `YYYY-MM-DD` on which git removed it. */
export const dateOf = ({ fact }: MissingReference): string => ('date' in fact ? fact.date.slice(0, 10) : '')
