import { type Comparing, LANGUAGES, stem } from '../languages/index.ts'

/** One of several meanings that exclude each other, or of several cases: which list, and which place in it. */
export interface Side {
  readonly line: number
  readonly side: number
}

/** What the dictionaries say of a word or phrase. */
export interface Meaning {
  readonly form?: string
  readonly opposites?: readonly Side[]
  readonly scopes?: readonly Side[]
}

type Mutable = { form?: string; opposites?: Side[]; scopes?: Side[] }

/** Of all languages: a Chinese note has English words in it. */
export const COMPARING: readonly (Comparing & { readonly script?: RegExp })[] = LANGUAGES.flatMap(
  ({ comparing, script }) =>
    comparing === undefined ? [] : [{ ...comparing, ...(script !== undefined && { script }) }],
)

/** The languages of a text: where it has letters that are one language's own, that one's; else those without such letters. */
export function comparingFor(text: string): readonly Comparing[] {
  const own = COMPARING.filter(({ script }) => script?.test(text))
  return own.length > 0 ? own : COMPARING.filter(({ script }) => script === undefined)
}

export const wordForm = (word: string): string => {
  const lower = word.toLowerCase().replace(/’/g, "'")
  return /^[a-z']+$/.test(lower) ? stem(lower.replace(/'s?$/, ''), 'full') : lower
}

/** A phrase as it is looked up: the stems of its words. */
const phraseForm = (phrase: string): string =>
  phrase
    .split(/[\s-]+/)
    .map(wordForm)
    .join(' ')

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
const parts = (text: string, mark: string): string[] =>
  text
    .split(mark)
    .map(part => part.trim())
    .filter(part => part !== '')

function readMeanings(): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Mutable>()
  const of = (phrase: string): Mutable => {
    const form = phraseForm(phrase)
    const known = meanings.get(form) ?? {}
    meanings.set(form, known)
    return known
  }
  let line = 0
  for (const { synonyms, opposites, scopes } of COMPARING) {
    for (const group of lines(synonyms)) {
      const words = parts(group, '/')
      const shared = phraseForm(words[0]!)
      for (const word of words) of(word).form ??= shared
    }
    for (const [kind, lists] of [
      ['opposites', opposites],
      ['scopes', scopes],
    ] as const)
      for (const list of lines(lists)) {
        line++
        for (const [side, group] of parts(list, '|').entries())
          for (const word of parts(group, '/')) {
            const known = of(word)
            known[kind] = [...(known[kind] ?? []), { line, side }]
          }
      }
  }
  return meanings
}

const MEANINGS = readMeanings()

const BEGINNINGS: ReadonlySet<string> = new Set(
  [...MEANINGS.keys()].flatMap(form => (form.includes(' ') ? [form.split(' ', 1)[0]!] : [])),
)

/** Whether a phrase of several words begins with it. */
export const beginsPhrase = (form: string): boolean => BEGINNINGS.has(form)

export const meaningOf = (form: string): Meaning | undefined => MEANINGS.get(form)

/** Words of a script without spaces, the longest first: they are cut out before the rest is cut into words. */
export const UNSPACED: readonly string[] = [...MEANINGS.keys()].filter(form =>
  /^\p{Script=Han}{2}/u.test(form),
)
export const LONGEST_PHRASE = 4

const setOf = (pick: (comparing: Comparing) => string): ReadonlySet<string> =>
  new Set(COMPARING.flatMap(comparing => pick(comparing).match(/\S+/g) ?? []))

export const EMPTY: ReadonlySet<string> = new Set(setOf(({ empty }) => empty))
export const GENERIC: ReadonlySet<string> = new Set([...setOf(({ generic }) => generic)].map(wordForm))
