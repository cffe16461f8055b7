import { maskSecrets } from './secrets.ts'
import { cutAtWord, showText } from './text.ts'

/** The longest quotation from a memory that a report shows. */
const QUOTE = 160

export const quoted = (text: string): string =>
  `"${showText(cutAtWord(maskSecrets(text.trim()).replace(/\s+/g, ' '), QUOTE))}"`

/** Lines are counted in the file; 0 is the description. */
export const lineWords = (line: number): string => (line === 0 ? 'description' : `line ${line}`)

/** "1 memory", "3 memories". */
export const counted = (n: number, one: string, more = `${one}s`): string => `${n} ${n === 1 ? one : more}`
