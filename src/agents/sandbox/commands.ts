import {
  type Box,
  type Entry,
  LONGEST_PIPED,
  nameWords,
  newOutput,
  type Output,
  Refused,
  type Spot,
  showPlace,
  timeWords,
} from './box.ts'
import { compilePattern, linesOf, nameMatcher, searchFiles } from './search.ts'

/**
 * The read-only commands. None of them is a program: each is a few lines here over the box's own reading, so there is
 * no shell, no environment, no argument that reaches anything else.
 */
interface Command extends CommandSpec {
  run(box: Box, parsed: ParsedCommand, output: Output): string
}

const COMMANDS: Readonly<Record<string, Command>> = {
  ls: { switches: 'lahA1trR', usage: 'ls -la .', run: ls },
  grep: {
    switches: 'rRniIlcvwEFhHs',
    values: 'eABCm',
    long: { '--include': 'value', '--exclude': 'value', '--ignore-case': 'switch', '--recursive': 'switch' },
    usage: "grep -rn 'staging key' . --include='*.md'",
    run: grep,
  },
  cat: { switches: 'n', usage: 'cat -n notes.md', run: cat },
  head: { switches: '', values: 'n', number: 'dash', usage: 'head -n 20 notes.md', run: head },
  tail: { switches: '', values: 'n', number: 'dash', usage: 'tail -n 20 notes.md', run: tail },
  wc: { switches: 'lwc', usage: 'wc -l notes.md', run: wc },
  stat: { switches: '', usage: 'stat notes.md', run: stat },
}

const FIND_USAGE = "find . -name '*.md' -type f -maxdepth 2 -mtime -7 -size +10k"

export const COMMAND_USAGE: string = [FIND_USAGE, ...Object.values(COMMANDS).map(({ usage }) => usage)].join(
  '; ',
)

/** Behind a `|`: only what looks at lines that it is given. */
const FILTERS: Readonly<
  Record<string, (lines: readonly string[], parsed: ParsedCommand) => readonly string[]>
> = {
  head: (lines, parsed) => lines.slice(0, numberOf(parsed, 'n', 10)),
  tail: lastLines,
  wc: (lines, parsed) => [countsOf(`${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`, parsed)],
}

/** One command line, carried out; a line that is not understood in full is refused in full. */
export function runCommand(box: Box, line: string, now: number): string {
  const [first, ...rest] = pipedWords(line)
  const filters = rest.map(([name = '', ...words]) => {
    const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
    if (filter === undefined)
      throw new Refused(`| ${nameWords(name.slice(0, 80))} is not allowed; behind | stand head, tail and wc`)
    const parsed = parseFlags(name, COMMANDS[name]!, words)
    if (parsed.operands.length > 0) throw new Refused(`${name} behind | takes no file`)
    return (lines: readonly string[]) => filter(lines, parsed)
  })
  if (filters.length === 0) return oneCommand(box, first!, now, newOutput())
  const whole = newOutput(LONGEST_PIPED)
  oneCommand(box, first!, now, whole)
  const output = newOutput()
  for (const text of filters.reduce((lines, filter) => filter(lines), whole.lines))
    if (!output.line(text)) break
  return output.end()
}

function oneCommand(box: Box, [name = '', ...words]: readonly string[], now: number, output: Output): string {
  if (name === 'find') return find(box, words, now, output)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined
  if (command === undefined) {
    const names = ['find', ...Object.keys(COMMANDS)].sort().join(', ')
    throw new Refused(
      `${nameWords(name.slice(0, 80))} is not allowed; there are ${names}, and each only reads`,
    )
  }
  return command.run(box, parseFlags(name, command, words), output)
}

function spotsOf(box: Box, { operands }: ParsedCommand): Spot[] {
  if (operands.length === 0) throw new Refused('name a file: there is no standard input to read')
  return operands.map(box.locate)
}

export function ls(box: Box, parsed: ParsedCommand, output = newOutput()): string {
  const { switches, operands } = parsed
  for (const spot of (operands.length === 0 ? ['.'] : operands).map(box.locate)) {
    const top = box.entry(spot)
    const below = switches.has('R') ? [...box.walk(spot)].slice(1) : undefined
    const entries = top.kind === 'directory' ? (below ?? box.list(spot)) : [top]
    for (const entry of inOrder(entries, switches)) {
      const name = nameWords(below === undefined ? entry.name : showPlace(entry.spot))
      if (!output.line(switches.has('l') ? longLine(entry, name) : name + kindSign(entry)))
        return output.end()
    }
  }
  return output.end('(empty)')
}

function inOrder(entries: readonly Entry[], switches: ReadonlySet<string>): Entry[] {
  const sorted = [...entries]
  if (switches.has('t')) sorted.sort((a, b) => b.modified - a.modified)
  return switches.has('r') ? sorted.reverse() : sorted
}

const kindSign = ({ kind }: Entry): string => (kind === 'directory' ? '/' : kind === 'symlink' ? '@' : '')

const longLine = (entry: Entry, name: string): string =>
  `${entry.kind.padEnd(9)} ${String(entry.size).padStart(9)} ${timeWords(entry.modified)} ${name}${kindSign(entry)}`

function grep(box: Box, parsed: ParsedCommand, output: Output): string {
  const { switches, values } = parsed
  const given = values.get('e') ?? []
  const [first, ...rest] = parsed.operands
  const patterns = given.length > 0 ? given : first === undefined ? [] : [first]
  if (patterns.length !== 1) throw new Refused('grep takes one pattern; with -E, a|b means either')
  const operands = given.length > 0 ? parsed.operands : rest
  const isDeep = ['r', 'R', '--recursive'].some(one => switches.has(one))
  if (operands.length === 0 && !isDeep) throw new Refused('grep: name a file, or search folders with -r')
  const spots = (operands.length === 0 ? ['.'] : operands).map(box.locate)
  if (!isDeep && spots.some(spot => box.entry(spot).kind === 'directory'))
    throw new Refused('grep: that is a folder; search it with -r')
  const included = (values.get('--include') ?? []).map(each => nameMatcher(each))
  const excluded = (values.get('--exclude') ?? []).map(each => nameMatcher(each))
  const around = numberOf(parsed, 'C', 0)
  return searchFiles(box, spots, output, {
    pattern: compilePattern(patterns[0]!, {
      dialect: switches.has('F') ? 'fixed' : switches.has('E') ? 'extended' : 'basic',
      ignoreCase: switches.has('i') || switches.has('--ignore-case'),
      word: switches.has('w'),
    }),
    answer: switches.has('l') ? 'files' : switches.has('c') ? 'counts' : 'lines',
    invert: switches.has('v'),
    numbers: switches.has('n'),
    before: numberOf(parsed, 'B', around),
    after: numberOf(parsed, 'A', around),
    most: numberOf(parsed, 'm', Number.POSITIVE_INFINITY),
    isMeant: name =>
      (included.length === 0 || included.some(matches => matches(name))) &&
      !excluded.some(matches => matches(name)),
  })
}

function cat(box: Box, parsed: ParsedCommand, output: Output): string {
  for (const spot of spotsOf(box, parsed))
    for (const [at, line] of textLines(box.text(spot)).entries())
      if (!output.line(parsed.switches.has('n') ? `${at + 1}\t${line}` : line)) return output.end()
  return output.end('(empty)')
}

function textLines(text: string): string[] {
  const lines = text.split(/\r\n|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function head(box: Box, parsed: ParsedCommand, output: Output): string {
  const most = numberOf(parsed, 'n', 10)
  for (const spot of spotsOf(box, parsed))
    for (const { text, number } of linesOf(box, spot, { left: 8_000_000 })) {
      if (number > most) break
      box.showsLine(spot, number)
      if (!output.line(text)) break
    }
  return output.end('(empty)')
}

function tail(box: Box, parsed: ParsedCommand, output: Output): string {
  for (const spot of spotsOf(box, parsed))
    for (const line of lastLines(textLines(box.text(spot)), parsed))
      if (!output.line(line)) return output.end()
  return output.end('(empty)')
}

function lastLines(lines: readonly string[], parsed: ParsedCommand): readonly string[] {
  const fromStart = /^\+(\d{1,9})$/.exec(parsed.values.get('n')?.at(-1) ?? '')?.[1]
  return lines.slice(
    Math.max(0, fromStart === undefined ? lines.length - numberOf(parsed, 'n', 10) : Number(fromStart) - 1),
  )
}

function wc(box: Box, parsed: ParsedCommand, output: Output): string {
  for (const spot of spotsOf(box, parsed))
    output.line(`${countsOf(box.text(spot), parsed)} ${nameWords(showPlace(spot))}`)
  return output.end()
}

function countsOf(text: string, { switches }: ParsedCommand): string {
  const asked = (['l', 'w', 'c'] as const).filter(one => switches.has(one))
  const counts = {
    l: text.split('\n').length - 1,
    w: text.split(/\s+/).filter(Boolean).length,
    c: Buffer.byteLength(text),
  }
  return (asked.length === 0 ? (['l', 'w', 'c'] as const) : asked).map(one => counts[one]).join(' ')
}

export function stat(box: Box, parsed: ParsedCommand, output = newOutput()): string {
  for (const spot of spotsOf(box, parsed)) {
    const { kind, size, modified } = box.entry(spot)
    output.line(`${nameWords(showPlace(spot))}: ${kind}, ${size} bytes, changed ${timeWords(modified)}`)
  }
  return output.end()
}

interface Wanted {
  readonly tests: readonly ((entry: Entry) => boolean)[]
  readonly deepest: number
}

/** `find` as far as it only looks: names, kinds, sizes, times and depths, all of which have to hold. */
function find(box: Box, words: readonly string[], now: number, output: Output): string {
  const cut = words.findIndex(word => word.startsWith('-'))
  const paths = cut === -1 ? words : words.slice(0, cut)
  const { tests, deepest } = parse(cut === -1 ? [] : words.slice(cut), now)
  for (const spot of (paths.length === 0 ? ['.'] : paths).map(box.locate))
    for (const entry of box.walk(spot, deepest)) {
      const depth = entry.spot.segments.length - spot.segments.length
      if (depth > deepest || !tests.every(test => test(entry))) continue
      if (!output.line(nameWords(showPlace(entry.spot)))) return output.end()
    }
  return output.end('(nothing found)')
}

const DAY_MS = 86_400_000

function parse(words: readonly string[], now: number): Wanted {
  const tests: ((entry: Entry) => boolean)[] = []
  let deepest = 99
  for (let at = 0; at < words.length; at++) {
    const flag = words[at]!
    if (flag === '-print') continue
    if (!VALUED.has(flag)) throw new Refused(`find ${flag} is not allowed; unknown means no`)
    const value = words[++at]
    if (value === undefined) throw new Refused(`find ${flag} needs a value`)
    if (flag === '-maxdepth') deepest = count(flag, value)
    else tests.push(testFor(flag, value, now))
  }
  return { tests, deepest }
}

const VALUED = new Set(['-name', '-iname', '-type', '-maxdepth', '-mtime', '-size'])

function testFor(flag: string, value: string, now: number): (entry: Entry) => boolean {
  if (flag === '-name' || flag === '-iname') {
    const matches = nameMatcher(value, flag === '-iname')
    return ({ name }) => matches(name)
  }
  if (flag === '-type') {
    if (value !== 'f' && value !== 'd') throw new Refused('find -type takes f or d')
    return ({ kind }) => kind === (value === 'f' ? 'file' : 'directory')
  }
  if (flag === '-size') return sizeTest(value)
  return compared(flag, value, ({ modified }) => Math.floor((now - modified) / DAY_MS))
}

const UNITS: Readonly<Record<string, number>> = { c: 1, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }

function sizeTest(value: string): (entry: Entry) => boolean {
  const unit = UNITS[value.at(-1) ?? '']
  if (unit === undefined) throw new Refused('find -size takes a number and c, k, M or G')
  return compared('-size', value.slice(0, -1), ({ size }) => Math.ceil(size / unit))
}

/** `+3` more, `-3` less, `3` exactly. */
function compared(flag: string, value: string, measure: (entry: Entry) => number) {
  const sign = /^[+-]/.exec(value)?.[0] ?? ''
  const wanted = count(flag, value.slice(sign.length))
  return (entry: Entry): boolean => {
    const measured = measure(entry)
    if (sign === '+') return measured > wanted
    return sign === '-' ? measured < wanted : measured === wanted
  }
}

function count(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`find ${flag} takes a whole number`)
  return Number(text)
}

/** What a command takes. Whatever is not listed is refused: an unknown flag is never passed on, for there is nobody behind. */
interface CommandSpec {
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

function parseFlags(command: string, spec: CommandSpec, words: readonly string[]): ParsedCommand {
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
function numberOf({ values }: ParsedCommand, flag: string, otherwise: number): number {
  const text = values.get(flag)?.at(-1)
  if (text === undefined) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`-${flag} takes a whole number`)
  return Number(text)
}

/**
 * A command line as words, and what stands behind each `|`. There is no shell behind it: blanks part words, quotes hold
 * them together, and every other sign that a shell would act on is refused where it stands bare, so that a line never
 * means less here than its writer meant.
 */
function pipedWords(line: string): string[][] {
  if (line.length > LONGEST) throw new Refused(`the command is longer than ${LONGEST} characters`)
  const commands: string[][] = []
  let words: string[] = []
  let word: string | undefined
  const endCommand = () => {
    if (word !== undefined) words.push(word)
    if (words.length === 0) throw new Refused('the command is empty')
    if (words.length > MOST_WORDS) throw new Refused(`the command has more than ${MOST_WORDS} words`)
    commands.push(words)
    words = []
    word = undefined
  }
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
    } else if (sign === '|') {
      endCommand()
    } else {
      const reason = BARE[sign]
      if (reason !== undefined) throw new Refused(reason)
      if (isControl(sign)) throw new Refused('the command holds a line break or another control character')
      word = (word ?? '') + sign
    }
  }
  endCommand()
  if (commands.length > MOST_COMMANDS) throw new Refused(`more than ${MOST_COMMANDS} commands in one line`)
  return commands
}

const LONGEST = 4000
const MOST_WORDS = 50
const MOST_COMMANDS = 4

/** In double quotes a shell still expands; here nothing does, so what it would expand is refused. */
function quotedPart(text: string, quote: string): string {
  if (quote === '"' && /[$`\\]/.test(text))
    throw new Refused('$, ` and \\ are not expanded; use single quotes around them')
  if (isControl(text)) throw new Refused('the command holds a line break or another control character')
  return text
}

const isControl = (text: string): boolean =>
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/.test(text)

const ONE_COMMAND =
  'only one command at a time: there is no shell, so no lists and no redirection; behind | stand head, tail and wc'
const NOTHING_EXPANDS = 'there is no shell: nothing is expanded or substituted; quote it, or write it out'
const NO_WILDCARD =
  'there is no shell to expand wildcards: use the glob tool, or quote the pattern for find or grep'

const BARE: Readonly<Record<string, string>> = {
  ';': ONE_COMMAND,
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
