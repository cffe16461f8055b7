import { CommanderError } from 'commander'
import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shownJson } from '../report/index.ts'
import { showLines } from '../text/index.ts'
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
  if (error instanceof CommanderError) return { kind: 'usage', message: oneLine(error.message), exitCode: 2 }
  if (error instanceof DreamError)
    return { kind: error.exit === 2 ? 'usage' : 'known', message: error.sentence, exitCode: error.exit }
  return { kind: 'unknown', message: error instanceof Error ? error.message : String(error), exitCode: 1 }
}

/** "error: unknown option '--dryrun'\n(Did you mean --dry-run?)" without the first word and the line break. */
const oneLine = (message: string): string => message.replace(/^error: /, '').replace(/\n/g, ' ')

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? undefined : end).includes('--json')
}
