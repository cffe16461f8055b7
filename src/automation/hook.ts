import { sweepFolder, touchFile } from '../disk/index.ts'
import {
  type HookInput,
  ownFolder,
  readHookInput,
  sessionsFolder,
  type TargetRequest,
  targetFor,
} from '../sources/index.ts'
import { auto } from './auto.ts'
import { isDreaming } from './request.ts'

export interface HookCall {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly say: (text: string) => void
  readonly sayError: (text: string) => void
  /** What a conversation that begins is told, if anything; loaded when it is asked for. */
  readonly greet: (request: { readonly cwd: string }) => Promise<string | undefined>
}

const KNOWN: ReadonlySet<string> = new Set(['--hook', '--quiet', '-q'])

/**
 * `dream auto` and `dream auto session` as hooks call them: an agent waits for the answer, so neither the parser of the
 * command line nor the rest of Dream is loaded. Any other flag is for the long way: then the answer is `not-mine`.
 */
export async function runHook(call: HookCall): Promise<number | 'not-mine'> {
  const { command, flags } = hookWords(call.argv)
  // Without a flag it is a person who asks, in a language of theirs.
  if (command === undefined || flags.length === 0 || !flags.every(flag => KNOWN.has(flag))) return 'not-mine'
  if (command === 'session' && !flags.includes('--hook')) return 'not-mine'
  try {
    await answer(command, call, flags.includes('--hook'))
    return 0
  } catch (error) {
    // Never 2: agents take that for an order to stop.
    call.sayError(`dream: ${(error as Error).message}\n`)
    return 1
  }
}

/** `dream session` is how hooks of 0.1.0 say `dream auto session`. */
function hookWords([first, ...rest]: readonly string[]): {
  command: 'auto' | 'session' | undefined
  flags: readonly string[]
} {
  if (first === 'auto' && rest[0] === 'session') return { command: 'session', flags: rest.slice(1) }
  return { command: first === 'auto' || first === 'session' ? first : undefined, flags: rest }
}

async function answer(command: 'auto' | 'session', call: HookCall, isHook: boolean): Promise<void> {
  const { env, home } = call
  const input: HookInput = isHook ? readHookInput() : {}
  const request = { cwd: input.cwd ?? call.cwd, home, env, paths: [], now: Date.now() }
  const { session } = input
  if (isHook && session !== undefined) noteSession({ ...request, session })
  const isStart = input.event === 'SessionStart' && !isDreaming(env)
  if (isStart) await noteMemory(request)
  if (command === 'session') return
  // An agent that ends waits for its hooks a second and a half at most, all of them together.
  const look = input.event === 'SessionEnd' ? 'elsewhere' : 'here'
  // Before a run is started: one that ends meanwhile is told of to the next conversation, with what waits after it.
  if (isStart) await greet(call, request)
  await auto({ ...request, look, pause: 'keep', ...(session !== undefined && { session }) })
}

/** One line for the person and for the agent, as Claude Code reads it. Nothing that goes wrong here ends a hook. */
async function greet({ greet, say }: HookCall, request: { readonly cwd: string }): Promise<void> {
  try {
    const line = await greet(request)
    if (line === undefined) return
    const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: line }
    say(`${JSON.stringify({ systemMessage: line, hookSpecificOutput })}\n`)
  } catch {
    // `dream status` says what is wrong.
  }
}

/** D41: what was there when a session began. No reason to trouble the agent where it cannot be noted. */
async function noteMemory(request: { cwd: string; home: string; env: HookCall['env'] }): Promise<void> {
  try {
    const { noteProjectFiles } = await import('../app/sightings.ts')
    await noteProjectFiles({ ...request, env: { ...request.env }, paths: [], allProjects: false })
  } catch {
    // The next look notes it.
  }
}

export interface SessionNote extends TargetRequest {
  readonly session: string
  readonly now: number
}

/** Transcripts are kept for thirty days; what Dream marked as its own is remembered for longer than that. */
const OWN_MS = 60 * 86_400_000

/** A hook says that a session is there. One that Dream started is marked, so that its transcript does not count either. */
export function noteSession(note: SessionNote): 'counted' | 'own' | 'no-name' {
  const { env, home, now } = note
  const id = fileOf(note.session)
  if (id === undefined) return 'no-name'
  if (isDreaming(env)) {
    touchFile(`${ownFolder(env, home)}/${id}`, now)
    sweepFolder(ownFolder(env, home), (_, time) => now - time > OWN_MS)
    return 'own'
  }
  touchFile(`${sessionsFolder(targetFor(note))}/${id}`, now)
  return 'counted'
}

/** Sessions are named by the agent: letters, digits, dots, dashes. Anything else would be a path. */
function fileOf(session: string): string | undefined {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$/.test(session) ? session : undefined
}
