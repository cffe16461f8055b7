/**
 * # What notes declare
 *
 * Finds what notes say of themselves and of each other (D37): a tombstone ("SUPERSEDED …", "this note is obsolete") in
 * its first lines, its name or its description; a pointer ("moved to …"), a short note that is left only to say where its
 * text stands now; and a note that another one says it replaces. The sentence is shown, and the replacement where there is one.
 *
 * Owners remove nearly all such notes in the end, and some they keep on purpose: nothing goes alone, and a note that says
 * that it is kept is only mentioned.
 *
 * Wrong to use where the sentence is about something else: what was dropped or declined is a decision to remember, and a
 * heading further down speaks for its own section.
 *
 * Before: `deploy.md` begins "SUPERSEDED by [[deploy-pipeline]]."
 * After, once accepted: `deploy.md` is in the archive, and links to it lead to `deploy-pipeline.md`.
 */
import { patterns, say, says } from '../languages/index.ts'
import type { FileName, Memory, NumberedLine } from '../model/index.ts'
import { makeLinkResolver, quoted, showText, textOf } from '../text/index.ts'
import { check, type FindingOf, type Found, kind } from './check.ts'
import { plainLine, saysItIsOver } from './note-lines.ts'
import { lineWords } from './words.ts'

const tombstone = kind({
  kind: 'tombstone',
  words: ({ judged }) => judged.tombstone,
  fields: ({ fileName, count, text }) => ({
    file: fileName,
    line: count,
    quote: text,
    /** The memory that it gives way to, where it names one. */
    by: fileName.exactOptional(),
  }),
  about: ['file'],
  say: ({ by }) => say().judged.tombstone.say(by && showText(by)),
  evidence: ({ line, quote }) => [say().checks.at(lineWords(line), quoted(quote))],
  removal: {
    needsReview: { always: () => say().judged.tombstone.needsReview },
    because: ({ quote }) => say().judged.tombstone.because(quoted(quote)),
    confidence: () => 'sure',
  },
  reasons: { tombstone: { say: () => say().judged.tombstone.reason, isOutdated: true } },
})

const pointer = kind({
  kind: 'pointer',
  words: ({ judged }) => judged.pointer,
  fields: ({ fileName, count, text }) => ({ file: fileName, line: count, quote: text }),
  about: ['file'],
  say: () => say().judged.pointer.say,
  evidence: ({ line, quote }) => [say().checks.at(lineWords(line), quoted(quote))],
  removal: {
    needsReview: { always: () => say().judged.pointer.needsReview },
    because: ({ quote }) => say().judged.pointer.because(quoted(quote)),
    confidence: () => 'sure',
  },
  reasons: { pointer: { say: () => say().judged.pointer.reason, isOutdated: true } },
})

const replaced = kind({
  kind: 'replaced',
  words: ({ judged }) => judged.replaced,
  fields: ({ fileName, count, text }) => ({ file: fileName, by: fileName, line: count, quote: text }),
  about: ['file', 'by'],
  files: ({ file, by }) => [file, by],
  say: ({ by }) => say().judged.replaced.say(showText(by)),
  evidence: ({ by, line, quote }) => [
    say().judged.saidGone.evidence(showText(by), lineWords(line), quoted(quote)),
  ],
  removal: {
    needsReview: { always: () => say().judged.replaced.needsReview },
    because: ({ by, quote }) => say().judged.replaced.because(by, quoted(quote)),
    reason: ({ by }) => ({ why: 'replaced', by }),
    replacement: ({ by }) => by,
    confidence: () => 'sure',
  },
  reasons: {
    replaced: { say: ({ by = '' }) => say().judged.replaced.reason(showText(by)), isOutdated: true },
  },
})

const KINDS = [tombstone, pointer, replaced] as const

type Declared = Found<FindingOf<(typeof KINDS)[number]>>

export const declared = check({
  name: 'declared',
  kinds: KINDS,
  notUnderSeed: true,
  find({ folder: { memories } }) {
    const resolve = makeLinkResolver(memories)
    const replaced = replacements(memories, resolve)
    return memories.flatMap(
      memory => tombstoneIn(memory, resolve) ?? pointerIn(memory) ?? replaced.get(memory.file) ?? [],
    )
  },
})

type Resolve = (target: string) => FileName | undefined

/** So many lines from the top speak for the whole note. */
const HEAD_LINES = 3

const isTitle = says(({ notes }) => notes?.tombstoneTitle)
const isKept = says(({ notes }) => notes?.kept)

function tombstoneIn(memory: Memory, resolve: Resolve): Declared | undefined {
  const { file, name = '', description = '' } = memory
  const title = [description, name].find(text => isTitle(text) || saysItIsOver(text))
  const first = headLines(memory).find(({ text }) => saysItIsOver(text))
  const said = first ?? (title === undefined ? undefined : { line: 0, text: title })
  if (said === undefined) return undefined
  const by = replacementIn(said.text, memory, resolve)
  return {
    kind: 'tombstone',
    file,
    line: said.line,
    quote: said.text.trim(),
    ...(by !== undefined && { by }),
    ...(isKept(`${description} ${said.text}`) && { mention: true as const }),
  }
}

/** A heading below the first speaks for its section. */
export function headLines(memory: Memory, most = HEAD_LINES): NumberedLine[] {
  const { proseLines, linesAbove, fileLines } = textOf(memory)
  return proseLines
    .map((text, at) => ({ line: linesAbove + at + 1, text }))
    .filter(({ text }) => text.trim() !== '')
    .slice(0, most)
    .filter(({ text }) => !/^ {0,3}##/.test(text))
    .map(({ line }) => ({ line, text: fileLines[line - 1] ?? '' }))
}

function replacementIn(text: string, { file, links }: Memory, resolve: Resolve): FileName | undefined {
  const targets = links.filter(link => text.includes(link.text)).map(({ target }) => resolve(target))
  return targets.find(target => target !== undefined && target !== file)
}

/** More than this is a text of its own. */
const LONGEST_POINTER = 700

const isPointer = says(({ notes }) => notes?.pointer)

function pointerIn(memory: Memory): Declared | undefined {
  if (memory.body.replace(/<!--[\s\S]{0,5000}?-->/g, '').trim().length > LONGEST_POINTER) return undefined
  const first = headLines(memory).find(({ text }) => isPointer(plainLine(text)))
  return first && { kind: 'pointer', file: memory.file, line: first.line, quote: first.text.trim() }
}

/** In words: what stands further back is said of something else. */
const MOST_BEFORE = 7

const REPLACES = patterns(({ notes }) => notes?.replaces)

/** Of each memory whose place another one says it takes, the first that says so. Every link is looked at once. */
function replacements(memories: readonly Memory[], resolve: Resolve): Map<FileName, Declared> {
  const replaced = new Map<FileName, Declared>()
  for (const memory of memories)
    for (const { target, text, line } of memory.links) {
      const file = resolve(target)
      if (file === undefined || file === memory.file || replaced.has(file)) continue
      const whole = textOf(memory).fileLines[line - 1] ?? ''
      if (takesThePlaceOf(text, whole))
        replaced.set(file, { kind: 'replaced', file, by: memory.file, line, quote: whole.trim() })
    }
  return replaced
}

function takesThePlaceOf(link: string, line: string): boolean {
  const at = line.indexOf(link)
  const [before, after] = [line.slice(Math.max(0, at - 120), at), line.slice(at + link.length)]
  // "supersedes the [[cache]] series" speaks of what the note is about.
  const clause = before.split(/[.;:!?。；：]|\*\*|\(\d\)/).at(-1)!
  const isOpening = clause.trim().split(/\s+/).length <= MOST_BEFORE
  return isOpening && REPLACES.some(one => one.test(clause)) && !/^\s*[\p{L}\p{N}]/u.test(after)
}
