/** P4: what asking a model came to, by role and purpose. */
export interface SpentRow {
  readonly role: string
  readonly purpose: string
  /** The model and where it was asked. */
  readonly model: string
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** In US dollars; null where no price is known. */
  readonly cost: number | null
}
