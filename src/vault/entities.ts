import { wordSet } from '../languages/index.ts'
import { analyse, findReferences, maskSecrets } from '../text/index.ts'

const MOST_SENTENCES = 200
const LONGEST = 80
/** Longer texts are read up to here: what they name, they name early. */
const LOOKED_AT = 20_000

/** Written with a capital where they are no names of anything. */
const NO_NAMES = wordSet(({ words }) => `${words?.silent} ${words?.months ?? ''} ${words?.events}`, 'en')
/** `src/a.ts`, `retry_limit`, `retryLimit`, `gpt-4`, `HTTPServer`: nobody writes a plain word so. */
const IDENTIFIER = /[_/.\\:@]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}-?\d/u
/** `retry_limit` and `retryLimit`, also where they are not marked as code. */
const CODE =
  /(?<![\p{L}\p{N}_$])\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+|(?<=\p{Ll})\p{Lu}[\p{L}\p{N}]*)+(?![\p{L}\p{N}_])/gu
const CAPITAL =
  /(?<![\p{L}\p{N}_./-])\p{Lu}[\p{L}\p{N}]*(?:[ \u00a0]\p{Lu}[\p{L}\p{N}]*){0,2}(?![\p{L}\p{N}_/])/gu
/** What Chinese puts in marks of its own: titles, products, terms. */
const MARKED = /[《「『]([^》」』]{2,40})[》」』]/gu

/**
 * The names in a text, in lower case: files, identifiers, people and products. A word with a capital is a name where no
 * sentence begins with it, and where the text does not write it small as well.
 */
export function entitiesOf(text: string): ReadonlySet<string> {
  const looked = maskSecrets(text.slice(0, LOOKED_AT))
  const found = new Set<string>()
  for (const reference of findReferences(undefined, looked).references) {
    if (reference.kind === 'path') add(found, reference.path)
    else for (const word of reference.words) if (IDENTIFIER.test(word)) add(found, word)
  }
  for (const [name] of looked.matchAll(CODE)) add(found, name)
  for (const [, name] of looked.matchAll(MARKED)) add(found, name!)
  for (const sentence of analyse(looked).sentences.slice(0, MOST_SENTENCES))
    for (const name of capitalsIn(sentence)) if (!isWrittenSmall(name, looked)) add(found, name)
  return found
}

function capitalsIn(sentence: string): string[] {
  const names = Array.from(sentence.matchAll(CAPITAL), ({ 0: name, index }) => {
    if (sentence.slice(0, index).trim() !== '') return name
    // The first word has a capital in any case: the next may be a name, as in "Ask Priya".
    const [first = '', ...others] = name.split(/[ \u00a0]/)
    return /\p{Lu}.*\p{Lu}/u.test(first) ? name : others.join(' ')
  }).filter(name => name !== '')
  // A title has a capital everywhere, and names nothing by it.
  const words = sentence.match(/\p{L}+/gu) ?? []
  return names.join(' ').split(' ').length * 2 > words.length && words.length > 3 ? [] : names
}

function isWrittenSmall(name: string, text: string): boolean {
  const small = name.toLowerCase()
  if (name.split(' ').every(word => NO_NAMES.has(word.toLowerCase()))) return true
  return new RegExp(`(?<![\\p{L}\\p{N}_./-])${small}(?![\\p{L}\\p{N}_])`, 'u').test(text)
}

function add(found: Set<string>, name: string): void {
  const key = name.toLowerCase().trim()
  if (key.length > 2 && key.length <= LONGEST) found.add(key)
}
