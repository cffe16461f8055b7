/**
 * # Work that is committed by now
 *
 * Finds notes and index lines that say "not committed" of work that git has: every file they name that is there is as the
 * last commit has it. Agents take such a line for the state of things and hold back, or commit anew.
 *
 * Wrong to use on rules ("never leave work uncommitted"), which speak of no state; and where one of the files is changed or
 * untracked, because that may be what is meant. Nothing is changed.
 *
 * Before: "Export to `src/export/csv.ts`, tests green. Not committed." and git has the file.
 * After: the same, and the report counts the notes that say so.
 */
import { patterns, say, says } from '../languages/index.ts'
import { asFileName, INDEX_FILE, type Memory, type Snapshot } from '../model/index.ts'
import { indexNote, linksIn, quoted, showText, splitSentences, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { overAt, plainLine } from './note-lines.ts'
import { lineWords, listed } from './words.ts'

const uncommittedKind = kind({
  kind: 'says-uncommitted',
  words: ({ judged }) => judged.uncommitted,
  fields: ({ fileName, count, text, many }) => ({
    file: fileName,
    line: count,
    quote: text,
    /** What it names and git has. */
    committed: many(text),
  }),
  about: ['file', 'line'],
  say: ({ line, committed }) => say().judged.uncommitted.say(lineWords(line), listed(committed, 2)),
  evidence: ({ quote }) => [quoted(quote)],
  digest: all =>
    say().judged.uncommitted.digest(
      all.length,
      listed([...new Set(all.map(({ file }) => showText(file)))], 3),
    ),
})

type UncommittedFinding = Found<FindingOf<typeof uncommittedKind>>

export const uncommitted = check({
  name: 'uncommitted',
  kinds: [uncommittedKind],
  notUnderSeed: true,
  find(snapshot) {
    const { memories, index } = snapshot.folder
    const own = memories.flatMap(memory => inMemory(memory, snapshot) ?? [])
    const note = indexNote(index)
    return note === undefined ? own : [...own, ...inIndex(note, own, snapshot)]
  },
})

const UNCOMMITTED = patterns(({ notes }) => notes?.uncommitted)
const isUncommitted = says(({ notes }) => notes?.uncommitted)
const isConditional = says(({ notes }) => notes?.conditional)

/** Whether a line says of work that it is in no commit: a state, and no rule about such states. */
export const saysUncommitted = (line: string): boolean =>
  isUncommitted(line) &&
  splitSentences(plainLine(line)).some(
    sentence => sentence.length < 600 && isUncommitted(sentence) && !isConditional(clauseOf(sentence)),
  )

/** What the remark is a part of, as far as it has been said: what comes after speaks of something else. */
function clauseOf(sentence: string): string {
  const said = sentence.split(/;|\. /).find(clause => isUncommitted(clause)) ?? ''
  const ends = UNCOMMITTED.map(one => one.exec(said)).map(found =>
    found === null ? 0 : found.index + found[0].length,
  )
  return said.slice(0, Math.max(0, ...ends) + 20)
}

/** The files that it names, where git has every one of them that is there. */
export function committedIn(memory: Memory, { evidence }: Snapshot, line?: number): string[] {
  const paths = memory.references.filter(
    one => one.kind === 'path' && (line === undefined || one.line === line),
  )
  const there = paths.flatMap(one =>
    one.kind === 'path' && evidence.paths.get(one.path)?.presence === 'present' ? [one] : [],
  )
  const { committed } = evidence
  if (committed === undefined || !there.every(({ path }) => committed.has(path))) return []
  return there.filter(({ shape }) => shape === 'file' || shape === 'bare').map(({ path }) => path)
}

function inMemory(memory: Memory, snapshot: Snapshot): UncommittedFinding | undefined {
  if (memory.type === 'feedback' || memory.type === 'user') return undefined
  if (overAt(memory) !== -1) return undefined
  const { fileLines, linesAbove, proseLines } = textOf(memory)
  const at = proseLines.findIndex(saysUncommitted)
  if (at === -1) return undefined
  const committed = committedIn(memory, snapshot)
  if (committed.length === 0) return undefined
  const line = linesAbove + at + 1
  return { kind: 'says-uncommitted', file: memory.file, line, quote: fileLines[line - 1]!.trim(), committed }
}

/** Where so many notes are wrong about it, a remark of the index about all of them is too. */
const ALL_OF_THEM = 3

function inIndex(note: Memory, own: readonly UncommittedFinding[], snapshot: Snapshot): UncommittedFinding[] {
  const byFile = new Map(own.map(one => [one.file, one.committed]))
  return textOf(note).fileLines.flatMap((text, at) => {
    if (!saysUncommitted(text)) return []
    const files = linksIn(text).flatMap(({ file }) => (file === undefined ? [] : [file]))
    const linked = files.flatMap(file => byFile.get(file) ?? [])
    const general = files.length === 0 && own.length >= ALL_OF_THEM ? own.flatMap(one => one.committed) : []
    const committed = [...committedIn(note, snapshot, at + 1), ...linked, ...general]
    const file = asFileName(INDEX_FILE)!
    return committed.length === 0
      ? []
      : [{ kind: 'says-uncommitted', file, line: at + 1, quote: text.trim(), committed }]
  })
}
