import { Refused } from './refused.ts'

/** What a command takes. Whatever is not listed is refused: an unknown flag is never passed on, for there is nobody behind. */
export interface CommandSpec {
  /** Letters that may stand behind one dash, alone or together. */
  readonly switches: string
  /** Letters with a value, in the same word or the next. */
  readonly values?: string
  /** Words behind two dashes, spelled out; `switch` or with `=value`. */
  readonly long?: Readonly<Record<string, 'switch' | 'value'>>
  /** `-20` as head and tail take it. */
  readonly number?: 'dash'
  /** What it is good for, with an example, for the model. */
  readonly usage: string
}

export interface ParsedCommand {
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly operands: readonly string[]
}

export function parseFlags(command: string, spec: CommandSpec, words: readonly string[]): ParsedCommand {
  const switches = new Set<string>()
  const values = new Map<string, string[]>()
  const operands: string[] = []
  const add = (flag: string, value: string) => values.set(flag, [...(values.get(flag) ?? []), value])
  let isOver = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (isOver || word === '-' || !word.startsWith('-')) operands.push(word)
    else if (word === '--') isOver = true
    else if (spec.number === 'dash' && /^-\d{1,9}$/.test(word)) add('n', word.slice(1))
    else if (word.startsWith('--')) longFlag(command, spec, word, switches, add)
    else at += shortFlags(command, spec, word.slice(1), words[at + 1], switches, add)
  }
  if (operands.includes('-')) throw new Refused(`${command}: there is no standard input to read`)
  return { switches, values, operands }
}

function longFlag(
  command: string,
  { long = {} }: CommandSpec,
  word: string,
  switches: Set<string>,
  add: (flag: string, value: string) => void,
): void {
  const cut = word.indexOf('=')
  const name = cut === -1 ? word : word.slice(0, cut)
  const kind = Object.hasOwn(long, name) ? long[name] : undefined
  if (kind === 'switch' && cut === -1) switches.add(name)
  else if (kind === 'value' && cut !== -1) add(name, word.slice(cut + 1))
  else throw unknownFlag(command, word)
}

/** Answers how many of the following words were used up. */
function shortFlags(
  command: string,
  { switches: known, values: taking = '' }: CommandSpec,
  letters: string,
  next: string | undefined,
  switches: Set<string>,
  add: (flag: string, value: string) => void,
): 0 | 1 {
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!
    if (known.includes(letter)) switches.add(letter)
    else if (!taking.includes(letter)) throw unknownFlag(command, `-${letter}`)
    else {
      const rest = letters.slice(at + 1)
      if (rest === '' && next === undefined) throw new Refused(`${command}: -${letter} needs a value`)
      add(letter, rest === '' ? next! : rest)
      return rest === '' ? 1 : 0
    }
  }
  return 0
}

const unknownFlag = (command: string, flag: string): Refused =>
  new Refused(`${command} ${flag} is not allowed; unknown means no`)

/** The last value of a flag as a whole number. */
export function numberOf({ values }: ParsedCommand, flag: string, otherwise: number): number {
  const text = values.get(flag)?.at(-1)
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`-${flag} takes a whole number`)
  return Number(text)
}
