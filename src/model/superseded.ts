/**
 * A person corrected what a memory says. Its file stays as it is; searches and what is loaded put it behind the newer one.
 * It no longer counts when the older file is written anew, or when the newer one is gone.
 */
export interface Superseded {
  /** ISO time. */
  readonly at: string
  readonly file: string
  /** Of the bytes that were corrected. */
  readonly hash: string
  readonly by: string
  /** What differs, as each has it. */
  readonly older: string
  readonly newer: string
}
