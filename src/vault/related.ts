/** What a relation is derived from; nothing here asks a model. */
export interface Related {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly day: string | null
  /** The folder: days are compared within one. */
  readonly group: string
  /** Ids that it says replaced it, or that it links to. */
  readonly supersededBy: string | null
  readonly links: readonly string[]
}
