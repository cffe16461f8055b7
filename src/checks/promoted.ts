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
import type { Memory, ProjectDocument, Snapshot } from '../model/index.ts'
import { quoted, shingles, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { type ContainingDocument, documentIndexOf } from './document-index.ts'
import { statedRules } from './stated-rules.ts'
import { percent } from './words.ts'

const EXTENT_WORDS = {
  whole: 'all of it stands in',
  most: 'most of it stands in',
  rule: 'what it demands stands in',
} as const

/** How much of it must stand there for a person hardly to look twice; of a rule, of its name with rare words first. */
const FOR_SURE = { whole: 0, most: 0.9, rule: 0.7 } as const

const promotedKind = kind({
  kind: 'promoted',
  title: 'Promoted',
  meaning: "What the memory says stands in the project's own Markdown.",
  whatNow:
    'Where all of it stands there word for word it is archived; else compare the two quotes and accept or keep it.',
  wouldChange:
    "A sentence that the document does not have, the document's name in the memory (then it is a pointer), or the passage gone from the document.",
  fields: ({ z, fileName, path, count, share, text }) => ({
    file: fileName,
    document: path,
    /** Of the document's quote. */
    line: count,
    /** `whole`: word for word, all of it. `most`: word for word but for some. `rule`: what it demands, in other words. */
    extent: z.enum(['whole', 'most', 'rule']),
    share,
    quote: text,
    documentQuote: text,
  }),
  about: ['file', 'document'],
  say: ({ extent, document }) => `${EXTENT_WORDS[extent]} ${showText(document)}`,
  evidence: ({ quote, document, line, documentQuote, extent, share }) => [
    `here: ${quoted(quote)}`,
    `${showText(document)}, line ${line}: ${quoted(documentQuote)}`,
    extent === 'rule'
      ? `${percent(share)} of what it is called, rare words first, stands there`
      : `${percent(share)} of it stands there word for word`,
  ],
  removal: {
    needsReview({ extent, document }) {
      if (extent === 'most') return `some of it does not stand in ${document}`
      return extent === 'rule' ? `${document} says it in other words` : undefined
    },
    because: ({ document }) => `it stands in ${document}`,
    reason: ({ document }) => ({ why: 'promoted', to: document }),
    // What the rule demands stays: the document says it.
    heldBy: () => ['user', 'pinned', 'recent'],
    confidence: ({ extent, share }) => (share >= FOR_SURE[extent] ? 'sure' : 'likely'),
  },
  reasons: { promoted: { say: ({ to = '' }) => `Promoted: stands in ${showText(to)}`, isOutdated: true } },
})

export type PromotedFinding = FindingOf<typeof promotedKind>

/** Of a memory's runs of words so many make a document hold most of it. */
const MOST = 0.75
/** A shorter text stands in any long document by chance. */
const FEWEST_RUNS = 8

export const promoted = check({
  name: 'promoted',
  kinds: [promotedKind],
  notUnderSeed: true,
  find(snapshot) {
    if ((snapshot.evidence.documents ?? []).length === 0) return []
    const ruleOf = statedRules(snapshot)
    return snapshot.folder.memories.flatMap(memory => {
      const whole = inFull(memory, snapshot)
      if (whole !== undefined) return [whole]
      const rule = ruleOf(memory)
      return rule === undefined ? [] : [{ kind: 'promoted', file: memory.file, extent: 'rule', ...rule }]
    })
  },
})

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

function inFull(memory: Memory, snapshot: Snapshot): Found<PromotedFinding> | undefined {
  const others = notInFull(snapshot.evidence.documents!)
  if (others.has(memory)) return undefined
  const found = lookForAll(memory, snapshot)
  if (found === undefined) others.add(memory)
  return found
}

function lookForAll(memory: Memory, { evidence }: Snapshot): Found<PromotedFinding> | undefined {
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
    extent: textOf(memory).sentences.every(sentence => stands(sentence, holder)) ? 'whole' : 'most',
    share,
    quote,
  }
}

/** Every run of it: one word changed is another sentence. */
function stands(sentence: string, { has }: ContainingDocument): boolean {
  for (const run of shingles(sentence)) if (!has(run)) return false
  return true
}

function longestShared(memory: Memory, holder: ContainingDocument): string {
  const shared = textOf(memory).sentences.filter(
    sentence => shingles(sentence).size > 0 && stands(sentence, holder),
  )
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
