import { type HookInput, readHookInput } from '../sources/index.ts'
import { auto } from './auto.ts'
import { noteSession } from './session.ts'

export interface Hurry {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (text: string) => void
  readonly complain: (text: string) => void
}

const KNOWN: ReadonlySet<string> = new Set(['--hook', '--quiet', '-q'])

/**
 * `dream auto` and `dream session` as hooks call them: an agent waits for the answer, so neither the parser of the
 * command line nor the rest of Dream is loaded. Any other flag is for the long way: then the answer is `not-mine`.
 */
export async function inAHurry(hurry: Hurry): Promise<number | 'not-mine'> {
  const [command, ...flags] = hurry.argv
  if ((command !== 'auto' && command !== 'session') || !flags.every(flag => KNOWN.has(flag)))
    return 'not-mine'
  if (command === 'session' && !flags.includes('--hook')) return 'not-mine'
  try {
    const said = await answer(command, hurry, flags.includes('--hook'))
    if (flags.length === 0) hurry.say(`${said}\n`)
    return 0
  } catch (error) {
    // Never 2: agents take that for an order to stop.
    hurry.complain(`dream: ${(error as Error).message}\n`)
    return 1
  }
}

async function answer(command: 'auto' | 'session', hurry: Hurry, isHook: boolean): Promise<string> {
  const { env, home } = hurry
  const input: HookInput = isHook ? readHookInput() : {}
  const request = { cwd: input.cwd ?? hurry.cwd, home, env, paths: [], now: Date.now() }
  const { session } = input
  if (isHook && session !== undefined) noteSession({ ...request, session })
  if (command === 'session') return ''
  return (await auto({ ...request, pause: 'keep', ...(session !== undefined && { session }) })).words
}
