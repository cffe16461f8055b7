/** What a person means to last: each kind by its signs, in the order in which they are tried. */
export type LastingKind =
  | 'correction'
  | 'rule'
  | 'decision'
  | 'preference'
  | 'person'
  | 'reference'
  | 'deadline'

/** How people say what is to be kept, and what passes. */
export interface TalkSigns {
  readonly lasting: readonly (readonly [LastingKind, RegExp])[]
  /** A question that asks for a habit. */
  readonly asked: RegExp
  /** A request for the work at hand: nothing in such a turn is meant to last. */
  readonly task: RegExp
  /** Asks to be reminded of a step, and not of a fact. */
  readonly todo: RegExp
  /** Points at what is on the table now: a sentence with this is about the task. */
  readonly here: RegExp
  /** Undecided, imagined, or not meant: the whole turn. */
  readonly unmeant: RegExp
  /** Words of others, which bind nobody; `binding` are those of whoever may give orders. */
  readonly reported: RegExp
  readonly binding: RegExp
  /** To be forgotten, or not to be kept. */
  readonly forget: RegExp
  /** Takes back what was said just before. */
  readonly withdrawn: RegExp
  /** Only says that what was said before is otherwise: the value that follows replaces the one of its kind. */
  readonly replaces: RegExp
  /** Exchanges the two that were said before. */
  readonly exchanged: RegExp
  /** The two that can be exchanged, as groups, with what stands between them. */
  readonly pair: RegExp
}
