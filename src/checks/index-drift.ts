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
import type { Folder, FolderPast, IndexFile, IndexLine, Rules, SeenBy, Snapshot } from '../model/index.ts'
import {
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  MAX_LINE_LENGTH,
  quoted,
  showText,
  unseenLines,
} from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { disusedLine } from './disused-index.ts'
import { deadLinks, unlisted } from './index-lines.ts'
import { noteOfLine } from './line-notes.ts'
import { commitWords } from './words.ts'

const takenOut = kind({
  kind: 'taken-out-of-index',
  title: 'Taken out of the index',
  meaning:
    'The memory is there, and somebody took its line out of MEMORY.md: agents do not find it any more.',
  whatNow: 'Accept to archive it, or write its line again; Dream does neither alone.',
  wouldChange: 'A line, a table row or a mention of the file in MEMORY.md.',
  fields: ({ fileName, seenBy }) => ({ file: fileName, seen: seenBy }),
  about: ['file'],
  say: () => 'has no line in MEMORY.md any more: it was taken out',
  evidence: ({ seen: { by, date, commit = '' } }) => [
    by === 'git'
      ? `git: its line was taken out ${commitWords(commit, date)}, and the memory stayed`
      : `its line was there when Dream wrote MEMORY.md on ${showText(date)}, and the memory stayed`,
  ],
  removal: {
    needsReview: 'why its line was taken out, only you know',
    because: ({ seen }) => `its line was taken out of MEMORY.md by ${seen.date}`,
  },
  reasons: {
    'taken-out-of-index': { say: () => 'Taken out of the index by its owner', isOutdated: true },
  },
})

const indexMissing = kind({
  kind: 'index-missing',
  title: 'No index',
  meaning: 'There is no MEMORY.md, so agents do not see that these memories are here.',
  whatNow: 'It is made from the memories that are there.',
  wouldChange: 'A MEMORY.md beside the memories.',
  fields: () => ({}),
  about: [],
  say: () => 'is not there',
  settledBy: 'index',
})

const entryGone = kind({
  kind: 'index-entry-gone',
  title: 'Entry without a file',
  meaning: 'A line of MEMORY.md leads to a file that is not there.',
  whatNow:
    'The link goes where git or Dream itself shows that the file was here and left; else it stays: bring the file back, write it, or take the line out.',
  wouldChange: 'The file back, or the link out of MEMORY.md.',
  fields: ({ z, count, text, seenBy }) => ({
    line: count,
    target: text,
    text,
    /** How it is known that the file was here and left; with `none` the line stays. Absent: nobody asks under `seed`. */
    proof: z.union([seenBy, z.literal('none')]).exactOptional(),
  }),
  about: ['target', 'text'],
  say: ({ line, target, proof }) =>
    `line ${line} points to ${showText(target)}, which is not there${proof === 'none' ? '; nothing shows that it ever was, so the line stays' : ''}`,
  evidence: ({ target, proof }) => (typeof proof === 'object' ? [leftWords(target, proof)] : []),
  settledBy: 'index',
  // A line that goes is told with the index; one that stays without a file is told in any case.
  isNote: ({ proof }, { isWritten, step }) => !isWritten || (proof === 'none' && step !== 'rebuild'),
  indexLine: ({ line }) => line,
  offer({ line, target, proof }, context) {
    const note = proof === 'none' ? noteOfLine(context, line, target) : undefined
    if (note === undefined) return undefined
    return { ...note, because: `line ${line} is all there is of it: accepting writes ${target} from it` }
  },
})

/** How it is known that a file was here and left. */
function leftWords(file: string, { by, date, commit = '' }: SeenBy): string {
  if (by === 'dream') return `Dream archived ${showText(file)} on ${showText(date)}`
  return by === 'git'
    ? `git: ${showText(file)} left ${commitWords(commit, date)}`
    : `${showText(file)} was here when Dream looked on ${showText(date)}`
}

const entryMissing = kind({
  kind: 'index-entry-missing',
  title: 'Memory without an entry',
  meaning: 'No line of MEMORY.md names this memory, so agents do not find it.',
  whatNow: 'It gets a line, unless somebody took its line out before.',
  wouldChange: 'A line, a table row or a mention of the file in MEMORY.md.',
  fields: ({ fileName }) => ({ file: fileName }),
  about: ['file'],
  say: () => 'has no line in MEMORY.md',
  settledBy: 'index',
})

const lineLong = kind({
  kind: 'index-line-long',
  title: 'Long index line',
  meaning: 'A line of MEMORY.md has 150 characters or more; the index is read whole in every conversation.',
  whatNow: 'Shorten it and leave the detail to its file.',
  wouldChange: 'Fewer than 150 characters.',
  fields: ({ count }) => ({ line: count, length: count }),
  about: ['line'],
  say: ({ line, length }) => `line ${line} has ${length} characters; agents want about 150`,
  digest(lines) {
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a))
    return `${lines.length} lines are longer than the 150 characters that agents want; line ${longest.line} has ${longest.length}`
  },
})

const tooLong = kind({
  kind: 'index-too-long',
  title: 'Index too long',
  meaning:
    'MEMORY.md has more than 200 lines or 25,000 bytes. Agents cut the end in silence, and the end is where new entries stand.',
  whatNow: 'Merge or shorten entries, and see that the newest ones are not alone at the end.',
  wouldChange: 'At most 200 lines and 25,000 bytes.',
  fields: ({ z, count, many, text }) => ({
    lines: count,
    bytes: count,
    /** Entries behind what agents read; plans of 0.1.0 do not say. */
    unseen: many(z.strictObject({ line: count, text })).exactOptional(),
  }),
  about: [],
  say: ({ lines, bytes }) => `has ${lines} lines and ${bytes} bytes; agents read 200 lines or 25,000 bytes`,
  evidence: ({ unseen = [] }) => unseen.map(one => `agents do not see line ${one.line}: ${quoted(one.text)}`),
  showsEvidence: true,
})

const disused = kind({
  kind: 'index-retired',
  title: 'Retired index',
  meaning: 'MEMORY.md says itself that it is no longer in use.',
  whatNow: 'Nothing is done to it; take that sentence out if it is in use after all.',
  wouldChange: 'The head of MEMORY.md without that sentence, or --rebuild-index.',
  fields: ({ count, text }) => ({ line: count, text }),
  about: [],
  say: ({ line, text }) => `is left alone: line ${line} says ${quoted(text)}`,
})

const notUtf8 = kind({
  kind: 'index-not-utf8',
  title: 'Index not readable',
  meaning: 'MEMORY.md is not valid UTF-8.',
  whatNow: 'Save it as UTF-8; until then it is never edited.',
  wouldChange: 'The file saved as UTF-8.',
  fields: () => ({}),
  about: [],
  say: () => 'is not valid UTF-8 and is left as it is',
})

export type TakenOutFinding = FindingOf<typeof takenOut>
export type IndexFinding = Exclude<FindingOf<typeof indexDrift>, TakenOutFinding>

const KINDS = [takenOut, indexMissing, entryGone, entryMissing, lineLong, tooLong, disused, notUtf8] as const

type Drift = Found<FindingOf<(typeof KINDS)[number]>>

export const indexDrift = check({ name: 'index-drift', kinds: KINDS, find: findDrift })

function findDrift({ folder, past }: Snapshot, rules: Rules): Drift[] {
  const { index, memories, listing } = folder
  if (folder.layout !== 'index') return []
  if (index === undefined) return memories.length > 0 ? [{ kind: 'index-missing' }] : []
  if (!index.editable) return [{ kind: 'index-not-utf8' }]
  const line = rules === 'seed' ? undefined : disusedLine(index.lines)
  if (line !== undefined) return [{ kind: 'index-retired', ...line }]
  return [
    // What could not be listed may hold the files that seem gone.
    ...(listing.state === 'whole' ? goneEntries(index, folder, rules, past) : []),
    ...unlisted(index.lines, memories).map(({ file }): Drift => {
      const seen = rules === 'seed' ? undefined : past?.takenOut.get(file)
      return seen === undefined
        ? { kind: 'index-entry-missing', file }
        : { kind: 'taken-out-of-index', file, seen }
    }),
    ...longLines(index),
    ...overLength(index),
  ]
}

function goneEntries(index: IndexFile, folder: Folder, rules: Rules, past?: FolderPast): Drift[] {
  const dead = deadLinks(folder)
  // The first design looks at the link that a line begins with.
  const ownLinks = (line: IndexLine) =>
    dead(line).filter(({ file }) => rules !== 'seed' || file === line.entry?.file)
  return index.lines.flatMap((line, at) =>
    ownLinks(line).map(
      ({ file }): Drift => ({
        kind: 'index-entry-gone',
        line: at + 1,
        target: file,
        text: line.text.trimEnd(),
        ...(rules !== 'seed' && { proof: past?.left.get(file) ?? 'none' }),
      }),
    ),
  )
}

function longLines({ lines }: IndexFile): Drift[] {
  return lines.flatMap(({ text, entry }, at): Drift[] => {
    const { length } = text.trimEnd()
    const isLong = entry !== undefined && length >= MAX_LINE_LENGTH
    return isLong ? [{ kind: 'index-line-long', line: at + 1, length }] : []
  })
}

function overLength({ lines, size }: IndexFile): Drift[] {
  const isLong = lines.length > MAX_INDEX_LINES || size > MAX_INDEX_BYTES
  if (!isLong) return []
  return [{ kind: 'index-too-long', lines: lines.length, bytes: size, unseen: unseenLines(lines) }]
}
