import { type HookInput, readHookInput } from '../sources/index.ts'
import { auto } from './auto.ts'
import { noteSession } from './session.ts'

export interface HookCall {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (text: string) => void
  readonly sayError: (text: string) => void
}

const KNOWN: ReadonlySet<string> = new Set(['--hook', '--quiet', '-q'])

/**
 * `dream auto` and `dream session` as hooks call them: an agent waits for the answer, so neither the parser of the
 * command line nor the rest of Dream is loaded. Any other flag is for the long way: then the answer is `not-mine`.
 */
export async function runHook(call: HookCall): Promise<number | 'not-mine'> {
  const [command, ...flags] = call.argv
  if ((command !== 'auto' && command !== 'session') || !flags.every(flag => KNOWN.has(flag)))
    return 'not-mine'
  if (command === 'session' && !flags.includes('--hook')) return 'not-mine'
  try {
    const said = await answer(command, call, flags.includes('--hook'))
    if (flags.length === 0) call.say(`${said}\n`)
    return 0
  } catch (error) {
    // Never 2: agents take that for an order to stop.
    call.sayError(`dream: ${(error as Error).message}\n`)
    return 1
  }
}

async function answer(command: 'auto' | 'session', call: HookCall, isHook: boolean): Promise<string> {
  const { env, home } = call
  const input: HookInput = isHook ? readHookInput() : {}
  const request = { cwd: input.cwd ?? call.cwd, home, env, paths: [], now: Date.now() }
  const { session } = input
  if (isHook && session !== undefined) noteSession({ ...request, session })
  if (command === 'session') return ''
  return (await auto({ ...request, pause: 'keep', ...(session !== undefined && { session }) })).words
}
