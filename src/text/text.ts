import { maskSecrets } from './secrets.ts'

/*
 * The one path by which text of notes reaches a terminal, a page or a model: `showText` for a line, `showLines` for a
 * text of many lines, `showToModel` for a prompt, `showDeep` for what is printed as JSON. Each hides secrets, so give it
 * the whole text and cut afterwards: half a key is not known for one.
 */

/** Controls, bidi overrides, zero-width and tag characters, lone surrogates: what can lie to a reader or drive a terminal. */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Surrogate}/gu

/** Untrusted text made safe to print: a newline becomes `\n`, whatever else is unsafe becomes `\u{…}`, secrets are hidden. */
export const showText = (text: string): string => escaped(maskSecrets(text))

/** The same for many lines, which stay lines. A tab would be a control character: it becomes spaces. */
export const showLines = (text: string): string =>
  eachLine(maskSecrets(text), line => escaped(line.replaceAll('\t', '    ')))

/** The same for a model: tabs stay, because it quotes them when it edits. */
export const showToModel = (text: string): string =>
  eachLine(maskSecrets(text), line => line.split('\t').map(escaped).join('\t'))

const eachLine = (text: string, show: (line: string) => string): string =>
  text.split(/\r?\n/).map(show).join('\n')

const escaped = (text: string): string =>
  text.replace(UNSAFE, char =>
    char === '\n' ? '\\n' : `\\u{${(char.codePointAt(0) as number).toString(16)}}`,
  )

const DEEPEST = 50

/** Every text in a value with its secrets hidden; what else is unsafe is escaped where the value becomes JSON. */
export function showDeep(value: unknown, show: (text: string) => string = maskSecrets, depth = 0): unknown {
  if (typeof value === 'string') return show(value)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  if (depth > DEEPEST) return null
  if (Array.isArray(value)) return value.map(one => showDeep(one, show, depth + 1))
  const entries = Object.entries(value).map(([key, one]) => [show(key), showDeep(one, show, depth + 1)])
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

/** At most `max` code units: cut at white space where there is some in the second half, with `…` for what was cut. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  if (max < 1) return ''
  let end = max - 1
  for (let at = end; at > max / 2; at--) {
    if (/\s/.test(text.charAt(at))) {
      end = at
      break
    }
  }
  return `${withoutHalfPair(text.slice(0, end)).replace(/[\s,;:.(–—-]{1,20}$/, '')}…`
}

/** A cut between the two halves of a surrogate pair leaves the first half; it goes too. */
function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
}

/** V8 copies shorter slices anyway. */
const SHORTEST_SLICE = 13

/**
 * The same text in memory of its own. A slice is kept together with the whole text it was cut from: where a word stays and
 * its text does not, the word would hold pages.
 */
export function detached(text: string): string {
  // What is cut from something new is kept together with that, and it is a letter longer.
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1)
}

/** The text of bytes, with its byte order mark if it has one, so that it gives the bytes back; nothing where they are no UTF-8. */
export function exactText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The longest quotation from a memory that a report shows. */
const QUOTE = 160

export const quoted = (text: string): string =>
  `"${showText(cutAtWord(maskSecrets(text.trim()).replace(/\s+/g, ' '), QUOTE))}"`

/** "1 memory", "3 memories". */
export const counted = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`
