import type { Box, Entry, Spot } from './box.ts'
import { type CommandSpec, numberOf, type ParsedCommand, parseFlags } from './command-flags.ts'
import { commandWords } from './command-line.ts'
import { FIND_USAGE, find } from './find.ts'
import { nameWords, newOutput, timeWords } from './output.ts'
import { compilePattern } from './pattern.ts'
import { showPlace } from './place.ts'
import { Refused } from './refused.ts'
import { linesOf, nameMatcher, searchFiles } from './search.ts'

/**
 * The read-only commands. None of them is a program: each is a few lines here over the box's own reading, so there is
 * no shell, no environment, no argument that reaches anything else.
 */
interface Command extends CommandSpec {
  run(box: Box, parsed: ParsedCommand): string
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

export const COMMAND_USAGE: string = [FIND_USAGE, ...Object.values(COMMANDS).map(({ usage }) => usage)].join(
  '; ',
)

/** One command line, carried out; a line that is not understood in full is refused in full. */
export function runCommand(box: Box, line: string, now: number): string {
  const [name, ...words] = commandWords(line) as [string, ...string[]]
  if (name === 'find') return find(box, words, now)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name]! : undefined
  if (command === undefined) {
    const names = ['find', ...Object.keys(COMMANDS)].sort().join(', ')
    throw new Refused(
      `${nameWords(name.slice(0, 80))} is not allowed; there are ${names}, and each only reads`,
    )
  }
  return command.run(box, parseFlags(name, command, words))
}

function spotsOf(box: Box, { operands }: ParsedCommand): Spot[] {
  if (operands.length === 0) throw new Refused('name a file: there is no standard input to read')
  return operands.map(box.locate)
}

export function ls(box: Box, parsed: ParsedCommand): string {
  const { switches, operands } = parsed
  const output = newOutput()
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

function grep(box: Box, parsed: ParsedCommand): string {
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
  return searchFiles(box, spots, {
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

function cat(box: Box, parsed: ParsedCommand): string {
  const output = newOutput()
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

function head(box: Box, parsed: ParsedCommand): string {
  const output = newOutput()
  const most = numberOf(parsed, 'n', 10)
  for (const spot of spotsOf(box, parsed))
    for (const { text, number } of linesOf(box, spot, { left: 8_000_000 })) {
      if (number > most) break
      box.showsLine(spot, number)
      if (!output.line(text)) break
    }
  return output.end('(empty)')
}

function tail(box: Box, parsed: ParsedCommand): string {
  const output = newOutput()
  const fromStart = /^\+(\d{1,9})$/.exec(parsed.values.get('n')?.at(-1) ?? '')?.[1]
  for (const spot of spotsOf(box, parsed)) {
    const lines = textLines(box.text(spot))
    const kept =
      fromStart === undefined
        ? lines.slice(Math.max(0, lines.length - numberOf(parsed, 'n', 10)))
        : lines.slice(Math.max(0, Number(fromStart) - 1))
    for (const line of kept) if (!output.line(line)) return output.end()
  }
  return output.end('(empty)')
}

function wc(box: Box, parsed: ParsedCommand): string {
  const output = newOutput()
  const { switches } = parsed
  const asked = ['l', 'w', 'c'].filter(one => switches.has(one))
  for (const spot of spotsOf(box, parsed)) {
    const text = box.text(spot)
    const counts: Readonly<Record<string, number>> = {
      l: text.split('\n').length - 1,
      w: text.split(/\s+/).filter(Boolean).length,
      c: Buffer.byteLength(text),
    }
    const shown = (asked.length === 0 ? ['l', 'w', 'c'] : asked).map(one => counts[one])
    output.line(`${shown.join(' ')} ${nameWords(showPlace(spot))}`)
  }
  return output.end()
}

export function stat(box: Box, parsed: ParsedCommand): string {
  const output = newOutput()
  for (const spot of spotsOf(box, parsed)) {
    const { kind, size, modified } = box.entry(spot)
    output.line(`${nameWords(showPlace(spot))}: ${kind}, ${size} bytes, changed ${timeWords(modified)}`)
  }
  return output.end()
}
