import { CommanderError } from 'commander'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shownJson } from '../report/index.ts'
import { nearest, showLines } from '../text/index.ts'
import type { Io } from './io.ts'

/** What went wrong, in the form that was asked for. Known errors print plainly, unknown ones keep their stack. */
export function tellError(error: unknown, argv: readonly string[], io: Io): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const { kind, message, exitCode } = describe(error)
  if (wantsJson(argv)) io.stdout.write(shownJson({ error: { message, kind, exitCode } }))
  else io.stderr.write(`dream: ${showLines(message)}\n`)
  if (kind === 'unknown' && error instanceof Error)
    io.stderr.write(`${showLines(error.stack ?? '')}\n${say().cli.reportIt}\n`)
  return exitCode
}

interface Described {
  readonly kind: 'usage' | 'known' | 'unknown'
  readonly message: string
  readonly exitCode: number
}

function describe(error: unknown): Described {
  if (error instanceof CommanderError)
    return { kind: 'usage', message: usageError(error.message), exitCode: 2 }
  if (error instanceof DreamError)
    return { kind: error.exit === 2 ? 'usage' : 'known', message: error.sentence, exitCode: error.exit }
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error), exitCode: 1 }
}

/** What the parser says, in the language that is spoken. */
function usageError(message: string): string {
  const words = say().cli.usageErrors
  const line = message.replace(/^error: /, '').replace(/\n/g, ' ')
  const part = (pattern: RegExp) => pattern.exec(line)?.slice(1)
  const unknown = part(/^unknown option '([^']*)'(?: \(Did you mean (?:one of )?(.*)\?\))?$/)
  if (unknown !== undefined) {
    const [option = '', meant] = unknown
    // The parser offers what is far away, too.
    return words.unknownOption(option, meant === undefined ? undefined : nearest(option, meant.split(', ')))
  }
  const missing = part(/^missing required argument '(.*)'$/)
  if (missing !== undefined) return words.missingArgument(missing[0]!)
  const needy = part(/^option '(.*)' argument missing$/)
  if (needy !== undefined) return words.optionNeedsValue(needy[0]!)
  const many = part(/^too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)/)
  if (many !== undefined) return words.tooMany(many[0], Number(many[1]), Number(many[2]))
  const both = part(/^option '(.*)' cannot be used with option '(.*)'$/)
  if (both !== undefined) return words.together(both[0]!, both[1]!)
  const bad = part(/^option '(.*)' argument '(.*)' is invalid\. ?(.*)$/)
  if (bad === undefined) return line
  const [option, value, why] = bad as [string, string, string]
  const choices = /^Allowed choices are (.*)\.$/.exec(why)?.[1]
  return `${words.badValue(option, value)} ${choices === undefined ? why : words.choices(choices)}`.trim()
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? undefined : end).includes('--json')
}
