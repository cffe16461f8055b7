/** Questions to a person at a terminal. */
export interface Ask {
  choose<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | 'cancelled'>
  confirm(question: string): Promise<'yes' | 'no' | 'cancelled'>
  /** One key press; Enter alone is `otherwise`. */
  key<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    otherwise: NoInfer<T>,
  ): Promise<T | 'cancelled'>
  /** A line of the person's own; empty where they have nothing to say. */
  line(question: string): Promise<{ readonly text: string } | 'cancelled'>
  /** The person's own editor on a copy of the text. */
  edit(name: string, text: string): Promise<{ readonly text: string } | 'cancelled'>
}

export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
  readonly hint?: string
}

/** Called now and then during long work, so that a person sees that something happens. */
export type Progress = (step: { what: string; done?: number; of?: number }) => void
