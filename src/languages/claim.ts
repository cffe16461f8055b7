/** What a rule or a decision says: do or do not `verb` the `object`. */
export interface Claim {
  readonly polarity: 'do' | 'do-not'
  /** Without its ending, so that `use`, `uses` and `using` are one. */
  readonly verb: string
  /** The content words of the object, plural folded, in their order; the last is the head. */
  readonly object: readonly string[]
  /** Who the rule is about, where it names someone: "tests should not …". */
  readonly about: readonly string[]
  /** "for …", "in …", "when …": where the rule holds. Empty: everywhere. */
  readonly domain: readonly string[]
  /** "over …", "instead of …": what it is set against. */
  readonly over: readonly string[]
  /** A plain imperative ("Commit to main"): counts only where the other side says exactly the same with a "not". */
  readonly plain: boolean
  readonly quote: string
}

/** The verbs that stand against each other in any language, as `en` stems them. */
export const USE = 'us'
export const PREFER = 'prefer'

/** An object that is written as one word: its head is its end. */
export const IS_ONE_WORD = /^\p{Script=Han}{2}/u
