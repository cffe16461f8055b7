/** What a rule or a decision says: do or do not `verb` the `object`. */
export interface Claim {
  readonly polarity: 'do' | 'do-not'
  /** Without its ending, so that `use`, `uses` and `using` are one. */
  readonly verb: string
  /** The content words of the object, plural folded, in their order; the last is the head. */
  readonly object: readonly string[]
  /** Who the rule is about, where it names someone: "tests should not …". */
  readonly about: readonly string[]
  /** "for …", "in …", "when …": where the rule holds. Empty: everywhere. */
  readonly domain: readonly string[]
  /** "over …", "instead of …": what it is set against. */
  readonly over: readonly string[]
  /** A plain imperative ("Commit to main"): counts only where the other side says exactly the same with a "not". */
  readonly plain: boolean
  readonly quote: string
}

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that name nothing. */
const EMPTY_WORDS = wordSet(
  'a an the any all every each our your their its his her my this that these those some such only just also really strictly ' +
    'ever directly explicitly simply please it them be is are not here there too very more most both either anything ' +
    'to of for in on at with by from into onto',
)

export function contentWords(words: readonly string[]): string[] {
  return words.filter(word => !EMPTY_WORDS.has(word)).map(foldPlural)
}

const foldPlural = (word: string): string => (/^\p{L}{2,40}[^su]s$/u.test(word) ? word.slice(0, -1) : word)

/** Enough to bring the forms of a regular verb together: use, uses, using; commit, commits, committing. */
export function stem(verb: string): string {
  const bare = verb.replace(/(?:ing|es|ed|e|s)$/, '')
  const short = bare.length < 2 ? verb : bare
  return /([bdfglmnprt])\1$/.test(short) ? short.slice(0, -1) : short
}

export const USE = stem('use')
export const PREFER = stem('prefer')

/** Objects in Chinese are one word. */
export const IS_CHINESE = /^\p{Script=Han}{2}/u
