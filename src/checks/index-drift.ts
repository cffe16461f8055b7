/**
 * # Index drift
 *
 * Finds where `MEMORY.md` and the folder part ways (D22): entries whose file is not there, memories without a line, lines
 * and files that are longer than agents read (with the entries that no agent sees), no index at all, or one that is not UTF-8.
 *
 * Under `careful` a link goes only on proof (D36): Dream archived its file, or git or an earlier look of Dream shows that the
 * file was here and left. A clone, a work tree or another machine may simply not have it: then the line stays and is told.
 * Where such a line states a rule that stands nowhere else, Dream offers to make the note from it. Of a line with several
 * links only the dead one goes. An index that says itself that it is no longer in use is left alone, and a memory whose line
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
import { say, says } from '../languages/index.ts'
import {
  asFileName,
  type FileName,
  type Folder,
  type FolderPast,
  INDEX_FILE,
  type IndexFile,
  type IndexLine,
  isUntrusted,
  type Memory,
  type NumberedLine,
  type Rules,
  type Snapshot,
} from '../model/index.ts'
import {
  filesNamedIn,
  type IndexLink,
  linksIn,
  MAX_INDEX_BYTES,
  MAX_INDEX_LINES,
  MAX_LINE_LENGTH,
  newNameFault,
  quoted,
  showText,
  unseenLines,
} from '../text/index.ts'
import { check, type FindingOf, type Found, kind, type OfferContext } from './check.ts'
import { linkedInVain } from './links.ts'
import { commitWords, leftWords, listed } from './words.ts'

const takenOut = kind({
  kind: 'taken-out-of-index',
  words: ({ checks }) => checks.takenOut,
  fields: ({ fileName, seenBy }) => ({ file: fileName, seen: seenBy }),
  about: ['file'],
  say: () => say().checks.takenOut.say,
  evidence: ({ seen: { by, date, commit = '' } }) => [
    by === 'git'
      ? say().checks.takenOut.byGit(commitWords(commit, date))
      : say().checks.takenOut.byDream(showText(date)),
  ],
  removal: {
    needsReview: { always: () => say().checks.takenOut.needsReview },
    because: ({ seen }) => say().checks.takenOut.because(seen.date),
  },
  reasons: {
    'taken-out-of-index': { say: () => say().checks.takenOut.reason, isOutdated: true },
  },
})

const indexMissing = kind({
  kind: 'index-missing',
  words: ({ checks }) => checks.indexMissing,
  fields: () => ({}),
  about: [],
  level: 'warning',
  say: () => say().checks.indexMissing.say,
  settledBy: 'index',
})

const entryGone = kind({
  kind: 'index-entry-gone',
  words: ({ checks }) => checks.entryGone,
  fields: ({ z, count, text, seenBy }) => ({
    line: count,
    target: text,
    text,
    /** How it is known that the file was here and left; with `none` the line stays. Absent: nobody asks under `seed`. */
    proof: z.union([seenBy, z.literal('none')]).exactOptional(),
  }),
  about: ['target', 'text'],
  level: 'warning',
  say: ({ line, target, proof }) =>
    say().checks.entryGone[proof === 'none' ? 'sayUnproven' : 'say'](line, showText(target)),
  evidence: ({ target, proof }) => (typeof proof === 'object' ? [leftWords(target, proof)] : []),
  settledBy: 'index',
  // A line that goes is told with the index; one that stays without a file is told in any case.
  isNote: ({ proof }, { isWritten, step }) => !isWritten || (proof === 'none' && step !== 'rebuild'),
  indexLine: ({ line }) => line,
  digest: all =>
    say().judged.deadLines(
      all.length,
      listed(
        all.map(({ line, target }) => say().judged.deadLine(line, showText(target))),
        3,
      ),
    ),
  offer({ line, target, proof, mention }, context) {
    if (mention) return undefined
    const note = proof === 'none' ? noteOfLine(context, line, target) : undefined
    if (note === undefined) return undefined
    return { ...note, because: say().checks.entryGone.because(line, target) }
  },
})

const entryMissing = kind({
  kind: 'index-entry-missing',
  words: ({ checks }) => checks.entryMissing,
  fields: ({ fileName }) => ({ file: fileName }),
  about: ['file'],
  level: 'warning',
  say: () => say().checks.entryMissing.say,
  settledBy: 'index',
})

const lineLong = kind({
  kind: 'index-line-long',
  words: ({ checks }) => checks.lineLong,
  isMention: true,
  fields: ({ count }) => ({ line: count, length: count }),
  about: ['line'],
  say: ({ line, length }) => say().checks.lineLong.say(line, length),
  digest(lines) {
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a))
    return say().checks.lineLong.digest(lines.length, longest.line, longest.length)
  },
})

const tooLong = kind({
  kind: 'index-too-long',
  words: ({ checks }) => checks.tooLong,
  fields: ({ z, count, many, text }) => ({
    lines: count,
    bytes: count,
    /** Entries behind what agents read; plans of 0.1.0 do not say. */
    unseen: many(z.strictObject({ line: count, text })).exactOptional(),
  }),
  about: [],
  level: 'warning',
  say: ({ lines, bytes }) => say().checks.tooLong.say(lines, bytes),
  evidence: ({ unseen = [] }) => unseen.map(one => say().checks.tooLong.evidence(one.line, quoted(one.text))),
  showsEvidence: true,
})

const disused = kind({
  kind: 'index-retired',
  words: ({ checks }) => checks.disused,
  fields: ({ count, text }) => ({ line: count, text }),
  about: [],
  say: ({ line, text }) => say().checks.disused.say(line, quoted(text)),
})

const notUtf8 = kind({
  kind: 'index-not-utf8',
  words: ({ checks }) => checks.notUtf8,
  fields: () => ({}),
  about: [],
  level: 'warning',
  say: () => say().checks.notUtf8.say,
})

const KINDS = [takenOut, indexMissing, entryGone, entryMissing, lineLong, tooLong, disused, notUtf8] as const

type Drift = Found<FindingOf<(typeof KINDS)[number]>>

export const indexDrift = check({ name: 'index-drift', kinds: KINDS, find: findDrift })

function findDrift({ folder, past }: Snapshot, rules: Rules): Drift[] {
  const { index, memories, listing } = folder
  if (folder.layout !== 'index') return []
  if (index === undefined)
    return memories.length > 0 && wantsIndex(folder.root) ? [{ kind: 'index-missing' }] : []
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
        ...(past?.left.get(file) === undefined && isKeptApart(line.text) && { mention: true as const }),
      }),
    ),
  )
}

/** A line that says that its note is kept on another machine, or for one person. */
const isKeptApart = says(({ notes }) => notes?.keptApart)

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

/** Serena's agents list its notes by themselves: an index there would be one note more. */
export const wantsIndex = (root: string): boolean => !/[/\\]\.serena[/\\]/.test(`${root}/`)

/** Whether an entry of the index still leads to a file; only plain `.md` names beside the index are ever called gone. */
export function entryLeads(folder: Folder): (line: IndexLine) => 'somewhere' | 'nowhere' {
  const leads = fileLeads(folder)
  return ({ entry }) => leads(entry?.file)
}

export interface DeadLink extends IndexLink {
  readonly file: FileName
}

/** The links of an entry that lead to no file; prose and tables are their owner's. */
export function deadLinks(folder: Folder): (line: IndexLine) => DeadLink[] {
  const leads = fileLeads(folder)
  return ({ text, entry }) =>
    entry === undefined
      ? []
      : linksIn(text).flatMap(link =>
          link.file !== undefined && leads(link.file) === 'nowhere' ? [{ ...link, file: link.file }] : [],
        )
}

function fileLeads(folder: Folder): (file: FileName | undefined) => 'somewhere' | 'nowhere' {
  const there = new Set<string>([INDEX_FILE, ...folder.memories.map(({ file }) => file)])
  for (const { name } of folder.oddities) there.add(name)
  // The same name may be stored composed or decomposed; an entry in either form is right.
  for (const name of [...there]) there.add(name.normalize('NFC'))
  return file => {
    // A backslash is a path of another system, or an escape: not a name that could be looked up here.
    if (file === undefined || !/^[^\\]+\.md$/i.test(file)) return 'somewhere'
    return there.has(file) || there.has(file.normalize('NFC')) ? 'somewhere' : 'nowhere'
  }
}

/**
 * Memories that no line of the index names: not as an entry, not in a table or in passing. What nobody vouches for gets
 * no line: agents read the index before anything else.
 */
export function unlisted(lines: readonly IndexLine[], memories: readonly Memory[]): Memory[] {
  const named = namedFiles(lines)
  return memories.filter(
    ({ file, origin }) => !isUntrusted(origin) && !named.has(file) && !named.has(file.normalize('NFC')),
  )
}

function namedFiles(lines: readonly IndexLine[]): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { text, entry } of lines)
    for (const name of [...(entry?.file === undefined ? [] : [entry.file]), ...filesNamedIn(text)])
      named.add(name).add(name.normalize('NFC'))
  return named
}

/** What the past of the folder is asked about: whom the index names in vain, and whom it does not name. */
export interface AskedOfPast {
  readonly gone: readonly FileName[]
  readonly unlisted: readonly FileName[]
}

export function askedOfPast(folder: Folder): AskedOfPast {
  const { index, layout, listing, memories } = folder
  const isAsked = layout === 'index' && listing.state === 'whole' && index?.editable === true
  if (!isAsked) return { gone: [], unlisted: [] }
  const gone = [...index.lines.flatMap(deadLinks(folder)).map(({ file }) => file), ...linkedInVain(folder)]
  const hasEntries = index.lines.some(({ entry }) => entry !== undefined)
  return {
    gone: [...new Set(gone)].sort(),
    // An index without entries took nobody out.
    unlisted: hasEntries ? unlisted(index.lines, memories).map(({ file }) => file) : [],
  }
}

/** Only the head speaks of the whole file: a section "Deprecated" is about its entries. */
const LONGEST_HEAD = 15

const isDisused = says(({ status }) => status?.disused)

/** The line with which an index says that it is no longer in use; nothing where it says no such thing. */
export function disusedLine(lines: readonly IndexLine[]): NumberedLine | undefined {
  for (const [at, { text, entry }] of lines.slice(0, LONGEST_HEAD).entries()) {
    if (entry !== undefined || /^##/.test(text)) return undefined
    const said = text.replace(/<!--|-->|[*_>~]|^\s+|⚠️?|\p{Extended_Pictographic}/gu, ' ').trim()
    if (isDisused(said)) return { line: at + 1, text: text.trimEnd() }
  }
  return undefined
}

/** The note that a line without a file asks for, where the line is the only copy of a rule. */
function noteOfLine(
  { snapshot, isSaid }: OfferContext,
  line: number,
  target: string,
): { readonly file: FileName; readonly text: string } | undefined {
  const { index, memories } = snapshot.folder
  const { entry } = index?.lines[line - 1] ?? {}
  const file = asFileName(target)
  if (file === undefined || entry?.file !== file) return undefined
  const rule = [entry.hook, entry.title].map(text => text.replace(/\s+/g, ' ').trim()).find(statesRule)
  if (rule === undefined || isSaid(rule)) return undefined
  const names = memories.map(memory => memory.file)
  return newNameFault(file, names) === undefined ? { file, text: noteFrom(entry.title, rule) } : undefined
}

/** A title and a pointer say where to look; an order says what to do. */
const statesRule = says(({ cues }) => cues?.rule?.inIndexLine)

function noteFrom(title: string, rule: string): string {
  const name = JSON.stringify(title.replace(/\s+/g, ' '))
  return `---\nname: ${name}\ndescription: ${JSON.stringify(rule)}\ntype: feedback\n---\n\n${rule}\n`
}
