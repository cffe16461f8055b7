/**
 * # Gone by another's word
 *
 * Finds names of code that a note speaks of as there, and that another text says are gone: a document of the project
 * ("`BranchIndexer` was removed in v8"), or a note that says of itself that it no longer holds and names the same missing
 * file. The sentence is shown.
 *
 * Wrong to use with change logs, whose lines tell what happened once: they are left out. So are records of their day.
 * Nothing is changed.
 *
 * Before: `indexing.md` lists `BranchIndexer`; `docs/algorithms.md` says "`BranchIndexer` was removed in v8.0".
 * After: the same, and the report shows both places.
 */
import { patterns, say } from '../languages/index.ts'
import { knownOf, type Memory, type ProjectDocument, type Snapshot } from '../model/index.ts'
import { quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import type { MissingReference } from './fields.ts'
import { overAt } from './note-lines.ts'
import { isMentionedAsPast } from './past-mentions.ts'
import { isRecord } from './records.ts'
import { lineWords } from './words.ts'
import { isSpokenOfAsThere } from './worth-telling.ts'

const saidGone = kind({
  kind: 'said-gone',
  words: ({ judged }) => judged.saidGone,
  fields: ({ fileName, text, path, count }) => ({
    file: fileName,
    line: count,
    name: text,
    /** The document or note that says so. */
    where: path,
    whereLine: count,
    quote: text,
  }),
  about: ['file', 'name', 'where'],
  say: ({ line, name, where }) => say().judged.saidGone.say(lineWords(line), showText(name), showText(where)),
  evidence: ({ where, whereLine, quote }) => [
    say().judged.saidGone.evidence(showText(where), lineWords(whereLine), quoted(quote)),
  ],
  showsEvidence: true,
})

type SaidGone = Found<FindingOf<typeof saidGone>>

interface Saying {
  readonly where: string
  readonly whereLine: number
  readonly quote: string
}

export const saidGoneCheck = check({
  name: 'said-gone',
  kinds: [saidGone],
  notUnderSeed: true,
  find(snapshot) {
    const { documents = [] } = snapshot.evidence
    const inDocuments = knownOf(snapshot).of('said gone', documents, () => sayings(documents))
    const inTombstones = tombstones(snapshot)
    return snapshot.folder.memories.flatMap(memory => {
      if (isRecord(memory) || overAt(memory) !== -1) return []
      const found = [...inMemory(memory, inDocuments), ...missingIn(memory, inTombstones, snapshot)]
      return found.slice(0, 1)
    })
  },
})

/** What was planned or told of a day says nothing about now. */
const NOT_NOW =
  /change-?log|history|releases?\b|fixes|migration|archive|completed|plans?\b|sprints?\b|specs?\b|research|retro/i
const GONE = patterns(({ notes }) => notes?.saidGone)

/** What documents say is gone, by name. */
function sayings(documents: readonly ProjectDocument[]): ReadonlyMap<string, Saying> {
  const found = new Map<string, Saying>()
  for (const { path, text } of documents) {
    if (NOT_NOW.test(path)) continue
    text.split(/\r\n|\r|\n/).forEach((line, at) => {
      if (line.length > 2000 || !line.includes('`')) return
      const names = GONE.flatMap(gone => gone.exec(line)?.[1] ?? [])
      for (const name of names)
        if (!found.has(name)) found.set(name, { where: path, whereLine: at + 1, quote: line.trim() })
    })
  }
  return found
}

function inMemory(memory: Memory, gone: ReadonlyMap<string, Saying>): SaidGone[] {
  return memory.references.flatMap(reference => {
    const word = reference.kind === 'symbol' ? reference.words.at(-1)! : undefined
    const saying = word === undefined ? undefined : gone.get(word)
    if (saying === undefined || isMentionedAsPast(memory, reference)) return []
    return [
      {
        kind: 'said-gone' as const,
        file: memory.file,
        line: reference.line,
        name: reference.text,
        ...saying,
      },
    ]
  })
}

/** The missing files that notes name below the word that they no longer hold. */
function tombstones({ folder: { memories }, evidence }: Snapshot): ReadonlyMap<string, Saying> {
  const found = new Map<string, Saying>()
  for (const memory of memories) {
    const lines = textOf(memory).fileLines
    const at = overAt(memory)
    if (at === -1) continue
    const saying = { where: memory.file, whereLine: at + 1, quote: lines[at]!.trim() }
    for (const reference of memory.references)
      if (
        reference.kind === 'path' &&
        reference.line > at &&
        evidence.paths.get(reference.path)?.presence === 'missing'
      )
        found.set(nameOf(reference.path), saying)
  }
  return found
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function missingIn(memory: Memory, gone: ReadonlyMap<string, Saying>, { evidence }: Snapshot): SaidGone[] {
  return memory.references.flatMap(reference => {
    if (reference.kind !== 'path' || evidence.paths.get(reference.path)?.presence !== 'missing') return []
    const saying = gone.get(nameOf(reference.path))
    const fact = evidence.paths.get(reference.path) as MissingReference['fact']
    if (saying === undefined || !isSpokenOfAsThere({ reference, fact }, memory)) return []
    if (isMentionedAsPast(memory, reference)) return []
    return [
      {
        kind: 'said-gone' as const,
        file: memory.file,
        line: reference.line,
        name: reference.text,
        ...saying,
      },
    ]
  })
}
