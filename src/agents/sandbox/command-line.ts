import { Refused } from './refused.ts'

/**
 * A command line as words. There is no shell behind it: blanks part words, quotes hold them together, and every sign
 * that a shell would act on is refused where it stands bare, so that a line never means less here than its writer meant.
 */
export function commandWords(line: string): string[] {
  if (line.length > LONGEST) throw new Refused(`the command is longer than ${LONGEST} characters`)
  const words: string[] = []
  let word: string | undefined
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!
    if (sign === "'" || sign === '"') {
      const close = line.indexOf(sign, at + 1)
      if (close === -1) throw new Refused(`a quote is not closed: ${sign}`)
      word = (word ?? '') + quotedPart(line.slice(at + 1, close), sign)
      at = close
    } else if (sign === ' ' || sign === '\t') {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      const reason = BARE[sign]
      if (reason !== undefined) throw new Refused(reason)
      if (isControl(sign)) throw new Refused('the command holds a line break or another control character')
      word = (word ?? '') + sign
    }
  }
  if (word !== undefined) words.push(word)
  if (words.length === 0) throw new Refused('the command is empty')
  if (words.length > MOST_WORDS) throw new Refused(`the command has more than ${MOST_WORDS} words`)
  return words
}

const LONGEST = 4000
const MOST_WORDS = 50

/** In double quotes a shell still expands; here nothing does, so what it would expand is refused. */
function quotedPart(text: string, quote: string): string {
  if (quote === '"' && /[$`\\]/.test(text))
    throw new Refused('$, ` and \\ are not expanded; use single quotes around them')
  if (isControl(text)) throw new Refused('the command holds a line break or another control character')
  return text
}

const isControl = (text: string): boolean =>
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/.test(text)

const ONE_COMMAND = 'only one command at a time: there is no shell, so no pipes, no lists, no redirection'
const NOTHING_EXPANDS = 'there is no shell: nothing is expanded or substituted; quote it, or write it out'
const NO_WILDCARD =
  'there is no shell to expand wildcards: use the glob tool, or quote the pattern for find or grep'

const BARE: Readonly<Record<string, string>> = {
  ';': ONE_COMMAND,
  '|': ONE_COMMAND,
  '&': ONE_COMMAND,
  '<': ONE_COMMAND,
  '>': ONE_COMMAND,
  '\n': ONE_COMMAND,
  '\r': ONE_COMMAND,
  $: NOTHING_EXPANDS,
  '`': NOTHING_EXPANDS,
  '(': NOTHING_EXPANDS,
  ')': NOTHING_EXPANDS,
  '{': NOTHING_EXPANDS,
  '}': NOTHING_EXPANDS,
  '\\': NOTHING_EXPANDS,
  '!': NOTHING_EXPANDS,
  '#': NOTHING_EXPANDS,
  '*': NO_WILDCARD,
  '?': NO_WILDCARD,
  '[': NO_WILDCARD,
  ']': NO_WILDCARD,
}
