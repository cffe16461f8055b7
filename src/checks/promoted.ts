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
import { say } from '../languages/index.ts'
import { knownOf, type Memory } from '../model/index.ts'
import { quoted, shingles, showText, textForm, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { type ContainingDocument, documentFinder, type FindDocument, statedRules } from './documents.ts'
import { percent } from './words.ts'

/** How much of it must stand there for a person hardly to look twice; of a rule, of its name with rare words first. */
const FOR_SURE = { whole: 0, most: 0.9, rule: 0.7 } as const

const promotedKind = kind({
  kind: 'promoted',
  words: ({ checks }) => checks.promoted,
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
  say: ({ extent, document }) => say().checks.promoted.extents[extent](showText(document)),
  evidence: ({ quote, document, line, documentQuote, extent, share }) => [
    say().checks.here(quoted(quote)),
    say().checks.promoted.inDocument(showText(document), line, quoted(documentQuote)),
    say().checks.promoted[extent === 'rule' ? 'shareOfName' : 'share'](percent(share)),
  ],
  removal: {
    needsReview({ extent, document }) {
      if (extent === 'most') return say().checks.promoted.notAll(document)
      return extent === 'rule' ? say().checks.promoted.otherWords(document) : undefined
    },
    because: ({ document }) => say().checks.promoted.because(document),
    reason: ({ document }) => ({ why: 'promoted', to: document }),
    // What the rule demands stays: the document says it.
    heldBy: () => ['user', 'pinned', 'recent'],
    confidence: ({ extent, share }) => (share >= FOR_SURE[extent] ? 'sure' : 'likely'),
  },
  reasons: {
    promoted: { say: ({ to = '' }) => say().checks.promoted.reason(showText(to)), isOutdated: true },
  },
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
    const { documents = [] } = snapshot.evidence
    if (documents.length === 0) return []
    const ruleOf = statedRules(snapshot)
    const known = knownOf(snapshot)
    const finder = () => known.of('documents', documents, () => documentFinder(documents))
    return snapshot.folder.memories.flatMap(memory => {
      const whole = known.of('promoted', memory, () => inFull(memory, finder()))
      if (whole.length > 0) return whole
      const rule = ruleOf(memory)
      return rule === undefined ? [] : [{ kind: 'promoted', file: memory.file, extent: 'rule', ...rule }]
    })
  },
})

/** The one document that has it word for word, or most of it. */
function inFull(memory: Memory, findDocument: FindDocument): Found<PromotedFinding>[] {
  const { file } = memory
  const runs = shingles(memory.body)
  if (runs.size < FEWEST_RUNS) return []
  const holder = findDocument(runs, path => !path.endsWith(`/${file}`))
  if (holder === undefined || holder.share < MOST || names(memory, holder.document.path)) return []
  const quote = longestShared(memory, holder)
  const { document, share } = holder
  const isWhole = textOf(memory).sentences.every(sentence => stands(sentence, holder))
  const extent = isWhole ? 'whole' : 'most'
  const place = placeOf(quote, document.text)
  return [{ kind: 'promoted', file, document: document.path, ...place, extent, share, quote }]
}

/** Every run of it: one word changed is another sentence. */
function stands(sentence: string, { document, has }: ContainingDocument): boolean {
  const runs = shingles(sentence)
  // Too short for a run of words: "Ask Anna." has to stand there as it is.
  if (runs.size === 0) return textForm(document.text).includes(textForm(sentence))
  for (const run of runs) if (!has(run)) return false
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
