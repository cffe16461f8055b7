/** A quantity in a text whose number words are digits: what kind of thing it measures, and how much of it. */
export type QuantityForm = readonly [
  pattern: RegExp,
  meaning: (found: RegExpExecArray) => { readonly kind: string; readonly amount: string } | undefined,
]

/**
 * What a language knows about telling two statements apart. Lists are lines; words of one line that mean the same stand
 * between slashes, and ` | ` stands between those that exclude each other.
 */
export interface Comparing {
  /** Say nothing of their own. */
  readonly empty: string
  /** Say little: two notes that share only these share no subject. */
  readonly generic: string
  /** Each line one meaning. */
  readonly synonyms: string
  /** Each line two or more meanings of which only one can hold of a thing. */
  readonly opposites: string
  /** Each line two or more cases for which different rules may stand side by side. */
  readonly scopes: string
  /** Number words, parts of a day and of a year as digits. */
  readonly digits: (text: string) => string
  readonly quantities: readonly QuantityForm[]
  /** Opens a part of a sentence that belongs to the one before the comma. */
  readonly joins: string
  /** Turns what a clause says into its opposite, wherever it stands. */
  readonly denies: RegExp
  /** Denies twice, and so does not: "nothing without". */
  readonly affirms: RegExp
  /** Allows what the clause speaks of; frees from it. */
  readonly permits: RegExp
  readonly frees: RegExp
  /** With what is no longer so, or was never, as the group: "not X", "instead of X", "from X to". Global. */
  readonly against: readonly RegExp[]
  /** Something is otherwise than it was. */
  readonly changes: RegExp
  /** What was said before was wrong, or is taken back. */
  readonly withdraws: RegExp
  /** Holds for a part, or with a condition. */
  readonly limits: RegExp
  /** Tells of an older state, whenever it was written. */
  readonly outdated: RegExp
  /** What comes before the group is earlier than the group; global. The second: the group is the earlier. */
  readonly before: readonly RegExp[]
  readonly after: readonly RegExp[]
  /** Words that say which of two is which: with the two exchanged, a clause says something else. */
  readonly directed: RegExp
  /** May be said of many: another word in its place is no other value. */
  readonly shared: RegExp
  /** Said of one thing only, so that another word in its place is another value. The second: of one person or side only. */
  readonly exclusive: RegExp
  readonly held: RegExp
  /** Labels of Dream's own frame and of notes like it: they say nothing. Global. */
  readonly frame: RegExp
  /** Before a word: what it is to the sentence ("in", "for"); words and the role they give. */
  readonly roles: Readonly<Record<string, string>>
}
