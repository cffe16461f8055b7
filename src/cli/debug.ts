import { type DebugEvent, debug, debugTo } from '../model/index.ts'
import { maskSecrets, showText } from '../text/index.ts'
import { VERSION } from '../version.ts'
import type { Io } from './io.ts'

/** `--debug` wherever it stands before `--`, and `DREAM_DEBUG`: what is done, decided and spent goes to stderr. */
export async function withDebug(
  argv: readonly string[],
  io: Io,
  work: (argv: readonly string[]) => Promise<number>,
): Promise<number> {
  const end = argv.indexOf('--')
  const options = end === -1 ? argv : argv.slice(0, end)
  const rest = [...options.filter(word => word !== '--debug'), ...argv.slice(options.length)]
  const asked = io.env['DREAM_DEBUG']
  const isOn = options.includes('--debug') || (asked !== undefined && !['', '0', 'false'].includes(asked))
  if (!isOn) return work(rest)
  const began = performance.now()
  const form = options.includes('--json') ? jsonLine : textLine
  const tell = (event: DebugEvent): void => {
    io.busy?.clear()
    io.stderr.write(`${form(event, Math.round(performance.now() - began))}\n`)
  }
  return debugTo(tell, async () => {
    debug('command', () => ({ argv: rest, dream: VERSION, node: process.version, cwd: io.cwd }))
    const exit = await work(rest)
    debug('done', () => ({ exit }))
    return exit
  })
}

/** Notes, paths and settings may hold anything: what is secret or would move the cursor is not printed. */
const safe = (text: string): string => showText(maskSecrets(text))

const textLine = ({ what, details }: DebugEvent, ms: number): string =>
  safe(`debug ${String(ms).padStart(5)} ms  ${what}  ${Object.entries(details).map(pair).join('  ')}`)

const pair = ([name, value]: readonly [string, unknown]): string =>
  `${name}=${typeof value === 'string' && !/\s/.test(value) ? value : JSON.stringify(value)}`

const jsonLine = ({ what, details }: DebugEvent, ms: number): string =>
  JSON.stringify({ format: 'dream-debug', version: 1, ms, what, ...details }, (_, value: unknown) =>
    typeof value === 'string' ? safe(value) : value,
  )
