/**
 * # Index drift
 *
 * Finds where `MEMORY.md` and the folder part ways (D22): entries whose file is not there, memories without a line, lines
 * and files that are longer than agents read (with the entries that no agent sees), no index at all, or one that is not UTF-8.
 *
 * Under `careful` a link goes only on proof (D36): Dream archived its file, or git or an earlier look of Dream shows that the
 * file was here and left. A clone, a work tree or another machine may simply not have it: then the line stays and is told.
 * Where such a line states a rule that stands nowhere else, Dream offers to make the note from it. Of a line with several
 * links only the dead one goes. An index that says itself that it is retired is left alone, and a memory whose line
 * somebody took out (git or history shows it) gets no new one; it is offered for the archive (D43).
 *
 * Agents read the first 200 lines or 25,000 bytes of the index and cut the end in silence; new entries are appended
 * there, so in an index that is too long the newest memories are the ones nobody sees.
 *
 * Wrong to use on a journal's `MEMORY.md`, which is no index: the layout is decided before, and this check is silent there.
 * Entries into sub-folders or out of the folder are never called gone.
 *
 * Before: `- [Old](old.md) — …`, and git removed `old.md` in 4f2a; `new.md` without a line.
 * After: the line of `old.md` is gone, `new.md` has one in the form the others have; every other byte stays.
 */
import type {
  Folder,
  FolderPast,
  IndexFile,
  IndexFinding,
  IndexLine,
  Rules,
  Snapshot,
  TakenOutFinding,
} from '../model/index.ts'
import { MAX_INDEX_BYTES, MAX_INDEX_LINES, MAX_LINE_LENGTH, unseenLines } from '../text/index.ts'
import type { Check } from './check.ts'
import { disusedLine } from './disused-index.ts'
import { deadLinks, unlisted } from './index-lines.ts'

export const indexDrift: Check = {
  name: 'index-drift',
  find(snapshot, rules) {
    return findDrift(snapshot, rules).map(finding => ({ source: 'observed' as const, ...finding }))
  },
}

function findDrift({ folder, past }: Snapshot, rules: Rules): (IndexFinding | TakenOutFinding)[] {
  const { index, memories, listing } = folder
  if (folder.layout !== 'index') return []
  if (index === undefined) return memories.length > 0 ? [{ kind: 'index-missing' }] : []
  if (!index.editable) return [{ kind: 'index-not-utf8' }]
  const disused = rules === 'seed' ? undefined : disusedLine(index.lines)
  if (disused !== undefined) return [{ kind: 'index-retired', ...disused }]
  return [
    // What could not be listed may hold the files that seem gone.
    ...(listing.state === 'whole' ? goneEntries(index, folder, rules, past) : []),
    ...unlisted(index.lines, memories).map(({ file }): IndexFinding | TakenOutFinding => {
      const seen = rules === 'seed' ? undefined : past?.takenOut.get(file)
      return seen === undefined
        ? { kind: 'index-entry-missing', file }
        : { kind: 'taken-out-of-index', file, seen }
    }),
    ...longLines(index),
    ...tooLong(index),
  ]
}

function goneEntries(index: IndexFile, folder: Folder, rules: Rules, past?: FolderPast): IndexFinding[] {
  const dead = deadLinks(folder)
  // The first design looks at the link that a line begins with.
  const ownLinks = (line: IndexLine) =>
    dead(line).filter(({ file }) => rules !== 'seed' || file === line.entry?.file)
  return index.lines.flatMap((line, at) =>
    ownLinks(line).map(
      ({ file }): IndexFinding => ({
        kind: 'index-entry-gone',
        line: at + 1,
        target: file,
        text: line.text.trimEnd(),
        ...(rules !== 'seed' && { proof: past?.left.get(file) ?? 'none' }),
      }),
    ),
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
  if (!isLong) return []
  return [{ kind: 'index-too-long', lines: lines.length, bytes: size, unseen: unseenLines(lines) }]
}
