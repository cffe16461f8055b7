/** The longest word that is cut into pieces; a longer one is no word. */
const LONGEST = 100

/** A vocabulary: the row of each piece; pieces that go on with a word begin with `##`. */
export type Vocabulary = ReadonlyMap<string, number>

/** The rows of a text's pieces, as BERT's tokenizers cut it, in lower case. What is not in the vocabulary is left out. */
export function piecesOf(text: string, vocabulary: Vocabulary): number[] {
  const rows: number[] = []
  const before = knownOf(vocabulary)
  for (const word of wordsOf(text)) {
    let found = before.get(word)
    if (found === undefined) {
      found = cut(word, vocabulary)
      if (before.size >= MOST_KNOWN) before.clear()
      before.set(word, found)
    }
    for (const row of found) rows.push(row)
  }
  return rows
}

/** Words come again and again: each is cut once. */
const known = new WeakMap<Vocabulary, Map<string, readonly number[]>>()
const MOST_KNOWN = 50_000

function knownOf(vocabulary: Vocabulary): Map<string, readonly number[]> {
  const found = known.get(vocabulary) ?? new Map<string, readonly number[]>()
  known.set(vocabulary, found)
  return found
}

/** Letters and digits together; punctuation and every Chinese character alone. Accents are dropped. */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  return plain.match(/[\p{Script=Han}]|[^\s\p{P}\p{S}\p{Script=Han}\p{C}]+|[\p{P}\p{S}]/gu) ?? []
}

/** The longest piece first; a word with a part that is unknown is unknown. */
function cut(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length > LONGEST) return []
  const found: number[] = []
  for (let start = 0; start < word.length; ) {
    let end = word.length
    let row: number | undefined
    for (; end > start; end--) {
      row = vocabulary.get((start === 0 ? '' : '##') + word.slice(start, end))
      if (row !== undefined) break
    }
    if (row === undefined) return []
    found.push(row)
    start = end
  }
  return found
}
