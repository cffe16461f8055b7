import type { Clock, PathFact } from './evidence.ts'
import type { FileName } from './file-name.ts'
import type { Reference } from './memory.ts'
import type { LineOfIndex } from './memory-index.ts'
import type { Activity, OddityKind, SeenBy } from './snapshot.ts'

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
  | PromotedFinding
  | FinishedFinding
  | SupersededFinding
  | InactiveFinding
  | TakenOutFinding
  | ClusterFinding
  | CopyElsewhereFinding
  | IndexFinding
  | DanglingLinkFinding
  | UnreachableFinding
  | RelativeDateFinding
  | SecretFinding
  | OddityFinding
)

export type FindingKind = Finding['kind']

/** D6. `fully-stale`: nothing it names is there any more. `partially-stale`: some of it. `mostly-stale`: what it is about. */
export interface StaleFinding {
  readonly kind: 'fully-stale' | 'mostly-stale' | 'partially-stale'
  readonly file: FileName
  readonly missing: readonly MissingReference[]
  /** As the memory spells them. */
  readonly present: readonly string[]
}

export interface MissingReference {
  readonly reference: Reference
  /** For paths, what the project said; for symbols only that the word is nowhere in the code. */
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

/** D9, D10. `file` says what `of` says. `order` says which of the two goes; of two of which one holds the other, the shorter. */
export interface DuplicateFinding {
  readonly kind: 'duplicate'
  readonly file: FileName
  readonly of: FileName
  readonly how: 'identical' | 'overlap' | 'contained'
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
  /** It says so itself: "no longer", "instead of". */
  | { readonly known: 'by-words'; readonly words: string }
  /** Every common clock says the same moment: the path that sorts first is kept. */
  | { readonly known: 'no' }

/** D27. What `file` says stands in a document of the project. */
export interface PromotedFinding {
  readonly kind: 'promoted'
  readonly file: FileName
  readonly document: string
  /** Of the document's quote. */
  readonly line: number
  /** `whole`: word for word, all of it. `most`: word for word but for some. `rule`: what it demands, in other words. */
  readonly extent: 'whole' | 'most' | 'rule'
  readonly share: number
  readonly quote: string
  readonly documentQuote: string
}

/** D28. `file` says itself that the work it is about is done. */
export interface FinishedFinding {
  readonly kind: 'finished'
  readonly file: FileName
  /** `status`: a status line or a mark in its title. `closing`: a sentence that closes the work. `items`: every item is done. */
  readonly how: 'status' | 'closing' | 'items'
  readonly quote: string
  readonly line: number
}

/** `by` is a newer version of `file`: the names are the same but for words such as "updated", "v2" or a date. */
export interface SupersededFinding {
  readonly kind: 'superseded'
  readonly file: FileName
  readonly by: FileName
  /** The words in which the two names differ. */
  readonly words: string
  readonly order: Order
}

/** M10. `file` is about a project in which nothing has happened for long. */
export interface InactiveFinding {
  readonly kind: 'project-inactive'
  readonly file: FileName
  /** `YYYY-MM-DD` of the last sign of life, and what it was. */
  readonly last: string
  readonly what: Activity['what']
}

/** D43. `file` is here, and somebody took its line out of the index. */
export interface TakenOutFinding {
  readonly kind: 'taken-out-of-index'
  readonly file: FileName
  readonly seen: SeenBy
}

/** D29. Small notes on one subject that a person would keep as one. */
export interface ClusterFinding {
  readonly kind: 'topic-cluster'
  readonly files: readonly FileName[]
  /** The words that they share and others do not have. */
  readonly topic: readonly string[]
  /** The name of the one file that a merge would write. */
  readonly into: FileName
}

/** D30. The same memory in another folder. */
export interface CopyElsewhereFinding {
  readonly kind: 'copy-elsewhere'
  readonly file: FileName
  /** The other folder as the report names it, and the file there. */
  readonly folder: string
  readonly other: FileName
  readonly how: 'identical' | 'near'
  readonly share: number
}

/** D32. A date that says less with every day that passes. */
export interface RelativeDateFinding {
  readonly kind: 'relative-date'
  readonly file: FileName
  readonly line: number
  /** As it stands: "yesterday", "next week". */
  readonly text: string
  /** `2026-03-01`, `2026-03-01 to 2026-03-07`, `2026-03`; what it meant when it was written. */
  readonly date: string
  /** The day it was written, and how that is known. */
  readonly written: string
  readonly clock: Clock | 'name'
}

/** D33. Never shown: only its kind, its place, and enough of its ends to find it. */
export interface SecretFinding {
  readonly kind: 'secret'
  readonly file: FileName
  readonly line: number
  readonly what: string
  readonly masked: string
}

/** D22. */
export type IndexFinding =
  | { readonly kind: 'index-missing' }
  | {
      readonly kind: 'index-entry-gone'
      readonly line: number
      readonly target: string
      readonly text: string
      /** D36: how it is known that the file was here and left; with `none` the line stays. Absent: nobody asks under `seed`. */
      readonly proof?: SeenBy | 'none'
    }
  | { readonly kind: 'index-entry-missing'; readonly file: FileName }
  | { readonly kind: 'index-line-long'; readonly line: number; readonly length: number }
  | {
      readonly kind: 'index-too-long'
      readonly lines: number
      readonly bytes: number
      /** Entries behind what agents read; plans of 0.1.0 do not say. */
      readonly unseen?: readonly LineOfIndex[]
    }
  /** It says itself that it is no longer in use. */
  | { readonly kind: 'index-retired'; readonly line: number; readonly text: string }
  | { readonly kind: 'index-not-utf8' }

/** D31. */
export interface DanglingLinkFinding {
  readonly kind: 'dangling-link'
  readonly file: FileName
  readonly target: string
  readonly text: string
  readonly line: number
}

/** M10. What a reference points to is not there any more; only said where somebody wanted links to be asked. */
export interface UnreachableFinding {
  readonly kind: 'unreachable-resource'
  readonly file: FileName
  readonly url: string
  readonly line: number
  /** "404", "no such host". */
  readonly why: string
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
  /** What would make Dream look at it otherwise. */
  readonly wouldChange: string
}
