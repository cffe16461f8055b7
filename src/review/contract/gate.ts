import { isUnsafe } from '../../journal/index.ts'
import { patterns, say } from '../../languages/index.ts'
import {
  contactIn,
  findSecrets,
  isOrder,
  type Known,
  knownFrom,
  overlap,
  quoted,
  significantWords,
  unfounded,
} from '../../text/index.ts'

/** What a text of an answer rests on. */
export interface Cited {
  /** The lines themselves and the headings above them, and what the text replaces. */
  readonly texts: readonly string[]
  /** Of these, what nobody from outside wrote. */
  readonly own: readonly string[]
  /** Days on which they were written. */
  readonly days: readonly string[]
}

/** What holds for all texts of one answer. */
export interface Surroundings {
  /** Everything that stands there: what it writes without a capital is no name. */
  readonly material: string
  readonly ordinary: ReadonlySet<string>
  /** Names that everybody there knows. */
  readonly names: readonly string[]
  readonly aliases: readonly (readonly string[])[]
  readonly longest: number
}

const SAYS_USER = patterns(({ answers }) => answers?.asUser)
/** Of the words of a text, so many stand in what it cites. */
const SUPPORT = 0.2
/** Of an order, so many stand in a line of the agent's own: then somebody said it there. */
const ORDER_SUPPORT = 0.5

/** Why a text may not be taken over, in words that an agent can act on; nothing where it may. */
export function textFault(text: string, cited: Cited, around: Surroundings): string | undefined {
  const words = say().brief.gate
  if (text.trim() === '') return words.empty
  if (text.length > around.longest) return words.tooLong(around.longest, text.length)
  if (/[\r\n\u2028\u2029]/.test(text)) return words.oneLine
  if (findSecrets(text).length > 0) return words.secret
  if (isUnsafe(text)) return words.instruction
  const contact = contactIn(text)
  if (contact !== undefined && !cited.texts.some(line => line === text)) return words.contact(quoted(contact))
  if (isForeign(text, cited, around)) return words.foreign
  if (SAYS_USER.some(form => form.test(text)) && cited.own.length === 0) return words.notTheirs
  if (isOrder(text) && support(text, cited.own) < ORDER_SUPPORT) return words.order
  const made = unfounded(text, knownOf(cited, around), around.ordinary)
  if (made.length > 0) return words.unfounded(made.slice(0, 5).map(quoted).join(', '))
  return support(text, cited.texts) < SUPPORT ? words.unrelated : undefined
}

function knownOf({ texts, days }: Cited, { names, aliases }: Surroundings): Known {
  const said = texts.join('\n').toLowerCase()
  const also = aliases.filter(group => group.some(name => said.includes(name.toLowerCase())))
  return knownFrom([...texts, ...names, ...also.flat()], days)
}

/** Letters without capitals, in which a name looks like any other word. */
const CASELESS = /\p{Lo}/u
const isForeign = (text: string, { texts }: Cited, { material }: Surroundings): boolean =>
  CASELESS.test(text) && !CASELESS.test(material) && !texts.some(each => CASELESS.test(each))

const SCRIPTS = [CASELESS, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** The share of its words that the sources have; all, where they cannot be compared or share a number. */
function support(text: string, sources: readonly string[]): number {
  const whole = sources.join('\n')
  if (SCRIPTS.some(script => script.test(text) !== script.test(whole))) return sources.length === 0 ? 0 : 1
  const words = significantWords(text, 'topic')
  if (words.size === 0 || numbersIn(text).some(number => numbersIn(whole).includes(number))) return 1
  const known = significantWords(whole, 'topic')
  return known.size === 0 ? 0 : (overlap(words, known) * Math.min(words.size, known.size)) / words.size
}

const numbersIn = (text: string): string[] => text.match(/\d[\d.,]*\d/g) ?? []
