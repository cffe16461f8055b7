import { analyse, findReferences, maskSecrets, sentenceValues } from '../text/index.ts'

const MOST_SENTENCES = 200
const LONGEST = 80
/** Longer texts are read up to here: what they name, they name early. */
const LOOKED_AT = 20_000

/**
 * What a text names: paths, symbols, identifiers, quoted words and proper names, in lower case. Numbers and denials are
 * values, not names.
 */
export function entitiesOf(text: string): ReadonlySet<string> {
  const looked = maskSecrets(text.slice(0, LOOKED_AT))
  const found = new Set<string>()
  for (const reference of findReferences(undefined, looked).references) {
    if (reference.kind === 'path') add(found, reference.path)
    else for (const word of reference.words) add(found, word)
  }
  for (const sentence of analyse(looked).sentences.slice(0, MOST_SENTENCES))
    for (const value of sentenceValues(sentence)) if (!isPlainValue(value)) add(found, value)
  return found
}

function add(found: Set<string>, name: string): void {
  const key = name.toLowerCase().trim()
  if (key.length > 2 && key.length <= LONGEST) found.add(key)
}

const isPlainValue = (value: string): boolean => value.startsWith('not ') || /^[^\p{L}]{0,3}\d/u.test(value)
