/**
 * # Plans carried out
 *
 * Finds lines that speak of a file or a name of code as yet to be made ("Next: create `src/export/csv.ts`", "`Exporter` (not
 * implemented yet)", an open item "- [ ] write `docs/export.md`") where the project has it by now. Agents take such a line
 * for work that waits, and do it again.
 *
 * Wrong to use where the thing is only worked on ("add tests to `src/export/csv.ts`"): only what is to be made counts, not
 * what it is made in. Records of their day told what was planned then, and rules say what to make each time; both are left
 * alone. Nothing is changed.
 *
 * Before: `export.md` says "Next: create `src/export/csv.ts`"; the file is in the project.
 * After: the same, and the report shows the line.
 */
import { HERE, say, says } from '../languages/index.ts'
import { type Evidence, INDEX_FILE, type Memory, type Reference, type Snapshot } from '../model/index.ts'
import { indexNote, quoted, showText, splitSentences, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { overAt, plainLine } from './note-lines.ts'
import { isRecord } from './records.ts'
import { lineWords } from './words.ts'

const carriedOutKind = kind({
  kind: 'carried-out',
  words: ({ judged }) => judged.carriedOut,
  fields: ({ fileName, count, text }) => ({ file: fileName, line: count, name: text, at: text, quote: text }),
  about: ['file', 'name'],
  say: ({ line, name }) => say().judged.carriedOut.say(lineWords(line), showText(name)),
  evidence: ({ name, at, quote }) => [
    quoted(quote),
    ...(at === name ? [] : [say().judged.carriedOut.at(showText(at))]),
  ],
  showsEvidence: true,
})

type CarriedOut = Found<FindingOf<typeof carriedOutKind>>

export const carriedOut = check({
  name: 'carried-out',
  kinds: [carriedOutKind],
  notUnderSeed: true,
  find({ folder, evidence }: Snapshot) {
    const note = folder.layout === 'index' ? indexNote(folder.index) : undefined
    const read = note === undefined ? folder.memories : [...folder.memories, note]
    return read.flatMap(memory => carriedOutIn(memory, evidence))
  },
})

function carriedOutIn(memory: Memory, evidence: Evidence): CarriedOut[] {
  const { file, type } = memory
  if (file !== INDEX_FILE && (isRecord(memory) || type === 'feedback' || type === 'user')) return []
  const { fileLines } = textOf(memory)
  if (overAt(memory) !== -1) return []
  const seen = new Set<string>()
  return memory.references.flatMap((reference): CarriedOut[] => {
    const { line, text: name } = reference
    if (seen.has(name)) return []
    const at = placeOf(reference, evidence)
    if (at === undefined || !isPlanned(memory, reference)) return []
    seen.add(name)
    const quote = line === 0 ? (memory.description ?? '') : fileLines[line - 1]!.trim()
    return [{ kind: 'carried-out', file, line, name, at, quote }]
  })
}

/** Where the project has it; nothing where it has not, or where the name may be that of anything. */
function placeOf(reference: Reference, { paths, words }: Evidence): string | undefined {
  if (reference.kind === 'symbol') {
    const isThere = reference.words.every(word => words.get(word) === 'present')
    return isThere && /[a-z\d](?:[A-Z_]|$)/.test(reference.text) && reference.text.length > 7
      ? reference.text
      : undefined
  }
  const fact = paths.get(reference.path)
  const isFile = reference.shape === 'file' || reference.shape === 'bare'
  return isFile && fact?.presence === 'present' && fact.how !== 'glob' ? fact.at : undefined
}

const isYetToBeMade = says(({ notes }) => notes?.planned)
const isNextWork = says(({ notes }) => notes?.nextWork)
const isOrder = says(({ notes }) => notes?.toMake)

function isPlanned(memory: Memory, { line, text }: Reference): boolean {
  const lines = textOf(memory).fileLines
  const said = line === 0 ? (memory.description ?? '') : (lines[line - 1] ?? '')
  if (said.length > 2000 || /^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[xX]\]|~~|✅)/.test(said)) return false
  const isOpen = /^\s*(?:[-*+]|\d+[.)])\s+\[ \]/.test(said) || isUnderNextWork(lines, line)
  return splitSentences(plainLine(said.replaceAll(text, HERE)).replace(/`/g, ''))
    .filter(sentence => sentence.includes(HERE))
    .some(sentence => isYetToBeMade(sentence) || (isOpen && isOrder(sentence.replace(/^\W*\[ \]\s*/, ''))))
}

/** Under a heading about what comes next. */
function isUnderNextWork(lines: readonly string[], line: number): boolean {
  for (let at = line - 2; at >= 0; at--) {
    const heading = /^(?:#{1,6}\s+(.+)|\*\*([^*]+)\*\*:?\s*)$/.exec(lines[at] ?? '')
    if (heading !== null) return isNextWork(heading[1] ?? heading[2]!)
  }
  return false
}
