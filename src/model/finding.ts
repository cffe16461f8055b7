/** What is wrong, and how we know. The check that finds it declares what else it holds; it decides nothing. */
export interface Finding {
  /** Its kind and what it is about: an action names its finding by it. Plans of 0.1.0 have none. */
  readonly id?: string
  readonly kind: string
  /** `observed` rests on what anyone can look up; `suggested` on a model's word, which never acts without a person. */
  readonly source: 'observed' | 'suggested'
}
