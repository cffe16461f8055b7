/** What a simulated person talks about, in one language. `{name}`, `{a}`, `{b}`, `{day}` are filled in. */
export interface Lexicon {
  readonly language: 'en' | 'zh'
  /** Names of undertakings; each is used for one fact only. */
  readonly projects: readonly string[]
  readonly people: readonly string[]
  /** Each: the words by which a line is known, and ways to say it. */
  readonly habits: readonly { readonly marks: readonly string[]; readonly says: readonly string[] }[]
  readonly decisions: readonly string[]
  readonly corrections: readonly string[]
  readonly persons: readonly string[]
  readonly deadlines: readonly string[]
  /** First said like this, twice, then changed like that. `{a}` is the old value, `{b}` the new one. */
  readonly changes: readonly {
    readonly values: readonly string[]
    readonly first: readonly [string, string]
    readonly later: string
  }[]
  readonly projectsBegin: readonly (readonly [string, string])[]
  readonly projectsEnd: readonly string[]
  readonly projectsReturn: readonly string[]
  /** Said once and not worth a line. */
  readonly once: readonly string[]
  readonly junk: readonly string[]
  readonly months: (month: number, day: number) => string
}
