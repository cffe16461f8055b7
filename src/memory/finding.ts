import type { Clock, PathFact } from './evidence.ts'
import type { FileName } from './file-name.ts'
import type { Reference } from './memory.ts'
import type { OddityKind } from './snapshot.ts'

/**
 * What is wrong, and how we know. A check returns these; it proposes nothing and decides nothing.
 * `observed` findings rest on something anyone can look up; `suggested` ones on a model's word, and those never
 * act without a person.
 */
export type Finding = { readonly source: 'observed' | 'suggested' } & (
  | StaleFinding
  | RenamedFinding
  | DuplicateFinding
  | ContradictionFinding
  | IndexFinding
  | DanglingLinkFinding
  | OddityFinding
)

export type FindingKind = Finding['kind']

/** D6. `fully-stale`: nothing it names is there any more. `partially-stale`: some of it. */
export interface StaleFinding {
  readonly kind: 'fully-stale' | 'partially-stale'
  readonly file: FileName
  readonly missing: readonly MissingReference[]
  /** As the memory spells them. */
  readonly present: readonly string[]
}

export interface MissingReference {
  readonly reference: Reference
  /** For paths, what the world said; for symbols only that the word is nowhere in the code. */
  readonly fact: PathFact | { readonly presence: 'missing'; readonly why: 'symbol' }
}

/** D8. A path that git knows under a new name. */
export interface RenamedFinding {
  readonly kind: 'renamed-path'
  readonly file: FileName
  readonly path: string
  readonly to: string
  readonly commit: string
  readonly date: string
  readonly line: number
}

/** D9, D10. `file` says what `of` says. Which of the two goes is told by `order`. */
export interface DuplicateFinding {
  readonly kind: 'duplicate'
  readonly file: FileName
  readonly of: FileName
  readonly how: 'identical' | 'overlap'
  /** Shared significant words over the smaller set's size. */
  readonly overlap: number
  readonly order: Order
  /** Sentences of `file` that `of` does not have (D13). */
  readonly unique: readonly string[]
  /** Values that differ between the two: numbers, names, versions, negation. Empty: none seen. */
  readonly differing: readonly string[]
}

/** D15. `file` says the opposite of `by`. */
export interface ContradictionFinding {
  readonly kind: 'contradiction'
  readonly file: FileName
  readonly by: FileName
  readonly overlap: number
  readonly object: string
  readonly quote: string
  readonly byQuote: string
  readonly order: Order
}

/** Why `of` / `by` counts as the newer of the two. */
export type Order =
  | { readonly known: 'by-clock'; readonly clock: Clock }
  /** It says so itself: "no longer", "instead of", 改为. */
  | { readonly known: 'by-words'; readonly words: string }
  /** Every common clock says the same moment: the path that sorts first is kept. */
  | { readonly known: 'no' }

/** D22. */
export type IndexFinding =
  | { readonly kind: 'index-missing' }
  | {
      readonly kind: 'index-entry-gone'
      readonly line: number
      readonly target: string
      readonly text: string
    }
  | { readonly kind: 'index-entry-missing'; readonly file: FileName }
  | { readonly kind: 'index-line-long'; readonly line: number; readonly length: number }
  | { readonly kind: 'index-too-long'; readonly lines: number; readonly bytes: number }
  | { readonly kind: 'index-not-utf8' }

/** D31. */
export interface DanglingLinkFinding {
  readonly kind: 'dangling-link'
  readonly file: FileName
  readonly target: string
  readonly text: string
  readonly line: number
}

export interface OddityFinding {
  readonly kind: 'oddity'
  readonly name: string
  readonly oddity: OddityKind | 'frontmatter-unreadable' | 'frontmatter-too-large'
  readonly detail: string
}

/** What a person needs to know about a kind of finding; the compiler asks for every kind. */
export interface FindingInfo {
  readonly title: string
  readonly meaning: string
  readonly whatNow: string
}
