/** Words that tell nothing about what a text is about, beside those of one and two letters. */
const EMPTY = new Set(
  (
    'the and are was were been have has had does did will would could should may might can shall for with from into through during ' +
    'before after this that not but then than when use must always never any all only also its you your our they their how what ' +
    'which who why where there here more most other some such each every both same new via per one two just like'
  ).split(' '),
)
const TOKEN = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}_])+/gu

/**
 * What a text is about, for comparing texts that say the same in other words: endings are folded, and Chinese counts by
 * pairs of characters, which needs no agreement on where its words end.
 */
export function topicWords(text: string): Set<string> {
  const words = new Set<string>()
  for (const [token] of text.toLowerCase().matchAll(TOKEN)) {
    if (/^\p{Script=Han}/u.test(token)) addPairs(token, words)
    else if (token.length > 2 && !EMPTY.has(token)) words.add(folded(token))
  }
  return words
}

function addPairs(run: string, words: Set<string>): void {
  for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2))
}

/** Enough to bring `test`, `tests`, `tested` and `testing` together. */
function folded(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word
}
