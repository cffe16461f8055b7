/** What a character does to the run it stands in. `MARK` goes on with any, `JOINER` ties two words together: `src/a.ts`. */
const SEPARATOR = 0
const WORD = 1
const UNSPACED = 2
const JOINER = 3
const MARK = 4
const UNKNOWN = 255

const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const IS_UNSPACED = new RegExp(
  `[${UNSPACED_SCRIPTS.map(script => `\\p{Script=${script}}`).join('')}\\u30fc\\u3005]`,
  'u',
)

/** Asked of the regular expressions once a character: a table is several times quicker on long texts. */
const kinds = new Uint8Array(0x10000).fill(UNKNOWN)

function kindOf(char: string): number {
  if ('./:@-'.includes(char)) return JOINER
  if (/[_$'’]/.test(char)) return WORD
  if (/\p{M}/u.test(char)) return MARK
  if (IS_UNSPACED.test(char)) return UNSPACED
  return /[\p{L}\p{N}]/u.test(char) ? WORD : SEPARATOR
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if ((unit & 0xf800) === 0xd800) return kindOfPair(text, at)
  const known = kinds[unit]!
  if (known !== UNKNOWN) return known
  const kind = kindOf(text[at]!)
  kinds[unit] = kind
  return kind
}

function kindOfPair(text: string, at: number): number {
  const isSecond = (text.charCodeAt(at) & 0xfc00) === 0xdc00
  const code = text.codePointAt(isSecond ? at - 1 : at)
  return code === undefined || code < 0x10000 ? SEPARATOR : kindOf(String.fromCodePoint(code))
}

/** The runs that a text is made of, as they are written, and whether each belongs to a script with spaces. */
export function eachRun(text: string, take: (run: string, spaced: boolean) => void): void {
  const plain = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKC')
  for (let at = 0; at < plain.length; ) {
    const kind = kindAt(plain, at)
    if (kind !== WORD && kind !== UNSPACED) {
      at++
      continue
    }
    const end = endOfRun(plain, at, kind)
    take(plain.slice(at, end), kind === WORD)
    at = end
  }
}

function endOfRun(text: string, start: number, kind: number): number {
  let end = start + 1
  while (end < text.length) {
    const next = kindAt(text, end)
    if (next === kind || next === MARK) end++
    else if (next === JOINER && kind === WORD && end + 1 < text.length && kindAt(text, end + 1) === WORD)
      end += 2
    else break
  }
  return end
}
