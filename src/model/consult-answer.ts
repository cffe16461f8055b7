import type { SpentRow } from './spent.ts'

/** What asking the judges about memory folders came to. */
export interface ConsultAnswer {
  /** `not-set`: no model is set, so nobody was asked. */
  readonly did: 'asked' | 'nothing-to-ask' | 'not-set'
  readonly model: string
  readonly folders: readonly {
    readonly label: string
    readonly root: string
    /** Pairs that are near each other and that no rule speaks of, and how many of them were asked about. */
    readonly pairs: number
    readonly asked: number
    /** What now waits for a person. */
    readonly raised: readonly {
      readonly verdict: 'same' | 'opposite'
      readonly a: string
      readonly b: string
    }[]
    /** What was said and does not count. */
    readonly dropped: readonly { readonly a: string; readonly b: string; readonly why: string }[]
    /** Why there was no answer. */
    readonly unanswered: readonly { readonly outcome: string; readonly why: string }[]
  }[]
  readonly spent: readonly SpentRow[]
}
