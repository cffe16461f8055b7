/**
 * # Staleness
 *
 * Finds memories that name files or symbols which are no longer in the project: `fully-stale` where nothing they name is
 * left, `partially-stale` where some of it is gone (D6, D7), and of these `mostly-stale` where what the memory is about has
 * left: git removed two files that it names, or one by its path, after it was written, and no path it spells out remains.
 *
 * Under `careful` a path counts as missing only with a reason: git removed it, or its folder is there and it is not. A
 * path that never was here, leads out of the project, or could not be looked up neither condemns nor saves; a path with a
 * new name is alive; a missing symbol alone condemns nothing. Under `seed` whatever does not resolve is missing.
 *
 * Alone, `careful` archives a fully stale memory only where git shows of every path it names that it was removed after the
 * memory was written, and where those are code and documents of the project: not run-time state (logs, caches, data files,
 * `.env`, build output), not a rule, not `feedback` (D39). Without git nothing of this can be shown, and it waits for a person.
 *
 * Wrong to use where the memory is about the past ("we removed `src/legacy.ts` because …"): the reference is meant to be
 * gone. A memory that was written the day its files went, or later, is taken to know, and so is one that says in the same
 * sentence, list item or section that the thing is gone; "the old gateway" alone says nothing. These wait for a person, as
 * do pinned and recent memories and what is only mostly stale. What is all gone since before the memory was written is only
 * mentioned. What is partly stale is shown and kept.
 *
 * Before: `auth.md` says "Tokens are refreshed in `src/auth/refresh.ts`"; git removed that file in 4f2a on 2026-03-01.
 * After: `auth.md` is in the archive, with the commit and the day as the reason.
 */
import { say } from '../languages/index.ts'
import type { Memory, Snapshot } from '../model/index.ts'
import { showText } from '../text/index.ts'
import { check, type FindingOf, type Found, kind, type PlanContext } from './check.ts'
import type { Fields, MissingReference } from './fields.ts'
import { speaksFor, writtenOn } from './pairs/order.ts'
import { isMentionedAsPast, isRunTimeState } from './past-mentions.ts'
import { demandsSomething } from './protections.ts'
import { type ReferenceStatus, referenceStatus } from './reference-status.ts'
import { commitWords, factWords, lineWords, listed } from './words.ts'
import { isWorthTelling } from './worth-telling.ts'

const fields = ({ fileName, many, missingReference, text }: Fields) => ({
  file: fileName,
  missing: many(missingReference),
  /** As the memory spells them. */
  present: many(text),
})

interface Missing {
  readonly missing: readonly MissingReference[]
}

const shared = {
  fields,
  about: ['file'],
  evidence: ({ missing }: Missing) => missing.map(one => say().checks.at(placeOf(one), factWords(one.fact))),
  missing: ({ missing }: Missing) =>
    missing.map(({ reference, fact }) => ({
      text: reference.text,
      words: factWords(fact),
      ...('commit' in fact && { went: commitWords(fact.commit, fact.date) }),
    })),
  level: 'warning',
  places: ({ missing }: Missing) =>
    missing.map(({ reference: { line, text }, fact }) => ({
      line,
      words: `${showText(text)}: ${factWords(fact)}`,
      about: text,
    })),
} as const

const placeOf = ({ reference: { text, line } }: MissingReference): string =>
  say().checks.place(showText(text), lineWords(line))

const removal = {
  because: ({ missing }: Missing) => say().checks.fullyStale.because(listed(missing.map(missingWords))),
}

const textsOf = ({ missing }: Missing): string[] => missing.map(({ reference }) => reference.text)

const fullyStale = kind({
  kind: 'fully-stale',
  words: ({ checks }) => checks.fullyStale,
  ...shared,
  say: () => say().checks.fullyStale.say,
  removal: {
    ...removal,
    needsReview: (finding, context) => unproven(finding, context.memories.get(finding.file)!, context),
    reason: finding => ({ why: 'fully-stale', missing: textsOf(finding) }),
  },
  reasons: {
    'fully-stale': {
      say: () => say().checks.fullyStale.reason,
      counted: 'stalePruned',
      isOutdated: true,
    },
  },
})

const mostlyStale = kind({
  kind: 'mostly-stale',
  words: ({ checks }) => checks.mostlyStale,
  ...shared,
  say: () => say().checks.mostlyStale.say,
  isFlagged: true,
  removal: {
    ...removal,
    needsReview: { always: () => say().checks.mostlyStale.needsReview },
    reason: finding => ({ why: 'mostly-stale', missing: textsOf(finding) }),
    confidence: () => 'sure',
  },
  reasons: {
    'mostly-stale': { say: () => say().checks.mostlyStale.reason, isOutdated: true },
  },
})

const partiallyStale = kind({
  kind: 'partially-stale',
  words: ({ checks }) => checks.partiallyStale,
  ...shared,
  say: ({ missing, present }) => say().checks.partiallyStale.say(missing.length, present.length),
  isFlagged: true,
  isNote: () => false,
})

const KINDS = [fullyStale, mostlyStale, partiallyStale] as const

type Stale = Found<FindingOf<(typeof KINDS)[number]>>

export const staleness = check({
  name: 'staleness',
  kinds: KINDS,
  find(snapshot, rules) {
    return snapshot.folder.memories.flatMap((memory): Stale[] => {
      const stands = referenceStatus(memory, snapshot.evidence, rules)
      const { class: className, missing, present } = stands
      if (className !== 'fully-stale' && className !== 'partially-stale') return []
      const isMostly =
        rules !== 'seed' && className === 'partially-stale' && isMostlyGone(memory, stands, snapshot)
      const found = { file: memory.file, missing, present }
      if (isMostly || className === 'fully-stale') {
        const isKnown = rules !== 'seed' && knowsOf(missing, memory, snapshot)
        const kind = isMostly ? ('mostly-stale' as const) : ('fully-stale' as const)
        return [{ kind, ...found, ...(isKnown && { mention: true as const }) }]
      }
      const isShown = missing.some(one => isWorthTelling(one, memory, snapshot))
      return [{ kind: className, ...found, ...(!isShown && { mention: true as const }) }]
    })
  },
})

/** Written when all of it was gone already: whoever wrote it tells of the past on purpose. */
function knowsOf(missing: readonly MissingReference[], memory: Memory, snapshot: Snapshot): boolean {
  const written = speaksFor(memory, snapshot)
  const went = missing.filter(isRemoved).map(dateOf)
  return written !== undefined && went.length > 0 && went.every(date => written >= date)
}

/**
 * Whether what a memory is about has left, though not every word of it: git removed two files it names, or one by its
 * path, after it was written, code among them and not told as past; no path that it spells out is left; and bare names
 * such as `package.json`, which any project has, are fewer than those that went. Symbols that are still found say
 * little: `render()` is everywhere.
 */
function isMostlyGone(memory: Memory, { missing, present }: ReferenceStatus, snapshot: Snapshot): boolean {
  const removed = missing.filter(one => isRemoved(one) && !isMentionedAsPast(memory, one.reference))
  const last = removed.map(dateOf).sort().at(-1)
  const written = writtenOn(memory, snapshot)
  if (last === undefined || written === undefined || written >= last) return false
  if (!removed.some(isCode)) return false
  if (removed.length < 2 && !removed.some(({ reference }) => reference.text.includes('/'))) return false
  const paths = new Set(memory.references.flatMap(one => (one.kind === 'path' ? [one.text] : [])))
  const left = present.filter(text => paths.has(text))
  return !left.some(text => text.includes('/')) && left.length < removed.length
}

/** A plan that was thrown away is seldom what a memory is about. */
const isCode = ({ reference }: MissingReference): boolean => !/\.(?:mdx?|txt|rst)\b/i.test(reference.text)

const isRemoved = ({ fact }: MissingReference): boolean =>
  fact.presence === 'missing' && fact.why === 'removed'

/** `YYYY-MM-DD` on which git removed it. */
const dateOf = ({ fact }: MissingReference): string => ('date' in fact ? fact.date.slice(0, 10) : '')

/**
 * Alone only where all that it names is proven to be gone, is a part of the project that people write, and went after the
 * memory was written: who wrote later is likely to know, and tells of the past on purpose. Dates come before words: "the
 * old gateway" in a memory that is older than the removal is no talk of what is gone.
 */
function unproven(finding: Missing, memory: Memory, { snapshot }: PlanContext): string | undefined {
  const words = say().checks.fullyStale
  const paths = traceless(finding, memory, snapshot)
  if (paths.length > 0) return words.traceless(listed(paths))
  const removed = finding.missing.filter(isRemoved)
  const state = removed.filter(isState)
  if (state.length > 0) return words.runTimeState(listed(textsOf({ missing: state })))
  if (!removed.some(isCode)) return words.onlyDocuments
  return mayTellOfPast(removed, memory, snapshot) ?? mayHoldAsRule(memory)
}

/** Paths that no commit removed: never here, elsewhere, or gone without a trace. */
function traceless({ missing }: Missing, memory: Memory, { evidence }: Snapshot): string[] {
  const { never, elsewhere } = referenceStatus(memory, evidence, 'careful')
  const gone = missing.filter(one => one.reference.kind === 'path' && !isRemoved(one))
  return [...new Set([...textsOf({ missing: gone }), ...never, ...elsewhere])]
}

const isState = ({ reference, fact }: MissingReference): boolean =>
  isRunTimeState(reference.text) || ('was' in fact && isRunTimeState(fact.was))

function mayTellOfPast(
  removed: readonly MissingReference[],
  memory: Memory,
  snapshot: Snapshot,
): string | undefined {
  const words = say().checks.fullyStale
  const first = removed.map(dateOf).sort()[0]!
  const written = writtenOn(memory, snapshot)
  if (written === undefined) return words.writtenUnknown
  if (written >= first)
    return words.writtenLater(written, missingWords(removed.find(one => dateOf(one) === first)!))
  const shown = removed.find(({ reference }) => isMentionedAsPast(memory, reference))
  return shown === undefined ? undefined : words.saysGone(shown.reference.text)
}

/** What it names may be gone, what it demands may hold. */
function mayHoldAsRule(memory: Memory): string | undefined {
  if (memory.type === 'feedback') return say().checks.fullyStale.feedback(memory.file)
  return demandsSomething(memory) ? say().checks.fullyStale.rule(memory.file) : undefined
}

/** "src/a.ts (removed in 4f2a91c0 on 2026-03-01)". */
export function missingWords({ reference, fact }: MissingReference): string {
  const isRemoved = fact.presence === 'missing' && fact.why === 'removed'
  if (!isRemoved) return reference.text
  return say().checks.removedReference(reference.text, commitWords(fact.commit, fact.date))
}
