/** What a child is told about its own death, in the environment variable `DREAM_KILL`. */
export interface Orders {
  /** Only calls on files below these directories count. */
  readonly below: readonly string[]
  /** The call to die at, counted from 1; 0 to live. */
  readonly at: number
  /** `half`: a write that got half of its bytes to the file. */
  readonly when: When
  /** What the clock says, in milliseconds since 1970. */
  readonly now: number
  /** Where to leave the list of calls, for one who lives. */
  readonly trace?: string
}

export type When = 'before' | 'after' | 'half'

/** One mutating call: its name and the path, in the directory that counts. */
export interface TracedCall {
  readonly call: string
  readonly path: string
}
