/**
 * # Promoted
 *
 * Finds memories whose content now stands in the project's own Markdown (D27): in `CLAUDE.md`, `AGENTS.md`,
 * `.claude/rules/`, `docs/` or anywhere else, word for word; and rules that agents' instructions state in other words.
 * Both quotes are shown.
 *
 * Under `careful` a memory is archived alone only where every sentence of it stands in one document, word for word. A
 * memory that names the document is a pointer to it, not a copy, and is left alone. A rule in other words is measured by
 * its name and description, each word weighed by how rare it is, and always waits for a person.
 *
 * Wrong to use where the document is a mirror of the memories: folders with a `MEMORY.md` are never taken for documents,
 * nor is a file of the memory's own name.
 *
 * Before: `push.md` says "Never push without asking."; `CLAUDE.md` says "Never push without asking."
 * After: `push.md` is in the archive; agents read the rule in `CLAUDE.md`.
 */
import type { Memory, ProjectDocument, PromotedFinding, Snapshot } from '../model/index.ts'
import { sentences, shingles } from '../text/index.ts'
import type { Check } from './check.ts'
import { type ContainingDocument, documentIndexOf } from './document-index.ts'
import { statedRules } from './stated-rules.ts'

/** Of a memory's runs of words so many make a document hold most of it. */
const MOST = 0.75
/** A shorter text stands in any long document by chance. */
const FEWEST_RUNS = 8

export const promoted: Check = {
  name: 'promoted',
  find(snapshot, rules) {
    const documents = snapshot.evidence.documents ?? []
    if (rules === 'seed' || documents.length === 0) return []
    const rule = statedRules(snapshot)
    return snapshot.folder.memories.flatMap(memory => {
      const finding = inFull(memory, snapshot) ?? rule(memory)
      return finding === undefined ? [] : [{ source: 'observed' as const, ...finding }]
    })
  },
}

/** Those that stand in none of these documents: rounds ask for the same ones again, and so does the next night. */
const known = new WeakMap<readonly ProjectDocument[], WeakSet<Memory>>()

export function notInFull(documents: readonly ProjectDocument[]): WeakSet<Memory> {
  let memories = known.get(documents)
  if (memories === undefined) {
    memories = new WeakSet()
    known.set(documents, memories)
  }
  return memories
}

function inFull(memory: Memory, snapshot: Snapshot): PromotedFinding | undefined {
  const others = notInFull(snapshot.evidence.documents!)
  if (others.has(memory)) return undefined
  const found = lookForAll(memory, snapshot)
  if (found === undefined) others.add(memory)
  return found
}

function lookForAll(memory: Memory, { evidence }: Snapshot): PromotedFinding | undefined {
  const runs = shingles(memory.body)
  if (runs.size < FEWEST_RUNS) return undefined
  const holder = documentIndexOf(evidence.documents!).findContaining(
    runs,
    path => !path.endsWith(`/${memory.file}`),
  )
  if (holder === undefined || holder.share < MOST || names(memory, holder.document.path)) return undefined
  const quote = longestShared(memory, holder)
  const { document, share } = holder
  return {
    kind: 'promoted',
    file: memory.file,
    document: document.path,
    ...placeOf(quote, document.text),
    extent: sentences(memory.body).every(sentence => stands(sentence, holder)) ? 'whole' : 'most',
    share,
    quote,
  }
}

/** Every run of it: one word changed is another sentence. */
function stands(sentence: string, { has }: ContainingDocument): boolean {
  for (const run of shingles(sentence)) if (!has(run)) return false
  return true
}

function longestShared({ body }: Memory, holder: ContainingDocument): string {
  const shared = sentences(body).filter(sentence => shingles(sentence).size > 0 && stands(sentence, holder))
  return shared.reduce((a, b) => (b.length > a.length ? b : a), '')
}

/** The line of the document that shares most with the quote. */
function placeOf(quote: string, document: string): { line: number; documentQuote: string } {
  const wanted = shingles(quote)
  let best = { line: 1, documentQuote: '', shared: 0 }
  document.split(/\r\n|\r|\n/).forEach((text, at) => {
    const shared = [...shingles(text)].filter(run => wanted.has(run)).length
    if (shared > best.shared) best = { line: at + 1, documentQuote: text.trim(), shared }
  })
  return { line: best.line, documentQuote: best.documentQuote }
}

/** Whether a memory leads to the document: then it is a pointer, not a copy. */
function names({ body, description = '' }: Memory, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return `${description} ${body}`.toLowerCase().includes(name)
}
