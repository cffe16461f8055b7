/**
 * # Index drift
 *
 * Finds where `MEMORY.md` and the folder part ways (D22): entries whose file is gone, memories without a line, lines and
 * files that are longer than agents read, no index at all, or one that is not UTF-8.
 *
 * Agents read the first 200 lines or 25,000 bytes of the index and cut the end in silence; new entries are appended
 * there, so in an index that is too long the newest memories are the ones nobody sees.
 *
 * Wrong to use on a journal's `MEMORY.md`, which is no index: the layout is decided before, and this check is silent there.
 * Entries into sub-folders or out of the folder are never called gone.
 *
 * Before: `- [Old](old.md) — …` with no `old.md`; `new.md` without a line.
 * After: the line of `old.md` is gone, `new.md` has one in the form the others have; every other byte stays.
 */
import type { IndexFinding } from '../memory/finding.ts'
import { type IndexFile, MAX_INDEX_BYTES, MAX_INDEX_LINES, MAX_LINE_LENGTH } from '../memory/index-file.ts'
import type { Folder } from '../memory/snapshot.ts'
import type { Check } from './check.ts'
import { entryLeads, unlisted } from './index-lines.ts'

export const indexDrift: Check = {
  name: 'index-drift',
  find({ folder }) {
    return findDrift(folder).map(finding => ({ source: 'observed' as const, ...finding }))
  },
}

function findDrift(folder: Folder): IndexFinding[] {
  const { index, memories, listing } = folder
  if (folder.layout !== 'index') return []
  if (index === undefined) return memories.length > 0 ? [{ kind: 'index-missing' }] : []
  if (!index.editable) return [{ kind: 'index-not-utf8' }]
  return [
    // What could not be listed may hold the files that seem gone.
    ...(listing.state === 'whole' ? goneEntries(index, folder) : []),
    ...unlisted(index.lines, memories).map(
      ({ file }): IndexFinding => ({ kind: 'index-entry-missing', file }),
    ),
    ...longLines(index),
    ...tooLong(index),
  ]
}

function goneEntries(index: IndexFile, folder: Folder): IndexFinding[] {
  const leads = entryLeads(folder)
  return index.lines.flatMap((line, at): IndexFinding[] =>
    line.entry !== undefined && leads(line) === 'nowhere'
      ? [{ kind: 'index-entry-gone', line: at + 1, target: line.entry.target, text: line.text.trimEnd() }]
      : [],
  )
}

function longLines({ lines }: IndexFile): IndexFinding[] {
  return lines.flatMap(({ text, entry }, at): IndexFinding[] => {
    const { length } = text.trimEnd()
    const isLong = entry !== undefined && length >= MAX_LINE_LENGTH
    return isLong ? [{ kind: 'index-line-long', line: at + 1, length }] : []
  })
}

function tooLong({ lines, size }: IndexFile): IndexFinding[] {
  const isLong = lines.length > MAX_INDEX_LINES || size > MAX_INDEX_BYTES
  return isLong ? [{ kind: 'index-too-long', lines: lines.length, bytes: size }] : []
}
