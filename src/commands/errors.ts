import { CommanderError } from 'commander'
import type { Io } from './io.ts'

/** Something the door itself refuses: printed plainly, with its exit code of D26. */
export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly exit: 1 | 2 | 4 = 2,
  ) {
    super(sentence)
  }
}

/** What went wrong, in the form that was asked for. Known errors print plainly, unknown ones keep their stack. */
export async function tellError(error: unknown, argv: readonly string[], io: Io): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const { kind, sentence, exit } = await describe(error)
  if (wantsJson(argv)) {
    const { shownJson } = await import('../report/json.ts')
    io.stdout.write(shownJson({ error: { message: sentence, kind, exitCode: exit } }))
  } else {
    const { showLines } = await import('../text/text.ts')
    io.stderr.write(`dream: ${showLines(sentence)}\n`)
  }
  if (kind === 'unknown' && error instanceof Error) {
    const { showLines } = await import('../text/text.ts')
    io.stderr.write(`${showLines(error.stack ?? '')}\n${REPORT_IT}\n`)
  }
  return exit
}

const REPORT_IT =
  'This is a fault in Dream itself. Please report it in its issue tracker, with the lines above.'

interface DescribedError {
  readonly kind: 'usage' | 'known' | 'unknown'
  readonly sentence: string
  readonly exit: number
}

async function describe(error: unknown): Promise<DescribedError> {
  if (error instanceof CommanderError) return { kind: 'usage', sentence: oneLine(error.message), exit: 2 }
  if (error instanceof Refusal)
    return { kind: error.exit === 2 ? 'usage' : 'known', sentence: error.message, exit: error.exit }
  const { DreamError } = await import('../model/dream-error.ts')
  if (error instanceof DreamError) return { kind: 'known', sentence: error.sentence, exit: error.exit }
  return { kind: 'unknown', sentence: error instanceof Error ? error.message : String(error), exit: 1 }
}

/** "error: unknown option '--dryrun'\n(Did you mean --dry-run?)" without the first word and the line break. */
const oneLine = (message: string): string => message.replace(/^error: /, '').replace(/\n/g, ' ')

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? undefined : end).includes('--json')
}
