import { z } from 'zod'
import { sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { showDeep, showToModel } from '../text/index.ts'
import type { Message } from './model.ts'
import { pause, type Timer } from './timer.ts'
import { addSpent, type Call, type Reply, type Transport, unanswered } from './transport.ts'

export interface Pace {
  /** Calls at the same time; null is no limit. */
  readonly concurrency: number | null
  /** Milliseconds between the starts of two calls. */
  readonly intervalMs: number
}

/** One after the other through a door: in the order of arrival, no more at a time and no faster than the pace. */
export interface Gate {
  enter(patience: 'wait' | 'now', signal: AbortSignal): Promise<'in' | 'busy' | 'stopped'>
  leave(): void
}

export function makeGate({ concurrency, intervalMs }: Pace, timer: Timer): Gate {
  const most = concurrency ?? Number.POSITIVE_INFINITY
  const queue: (() => void)[] = []
  let inside = 0
  let next = Number.NEGATIVE_INFINITY
  let waking: (() => void) | undefined

  const isFree = () => inside < most && timer.now() >= next
  const start = () => {
    inside++
    next = timer.now() + intervalMs
  }
  /** Lets in whoever may come in, and comes back when the next one may. */
  const admit = () => {
    waking?.()
    waking = undefined
    while (queue.length > 0 && isFree()) {
      start()
      queue.shift()!()
    }
    if (queue.length > 0 && inside < most) waking = timer.after(next - timer.now(), admit, 'pause')
  }

  return {
    enter(patience, signal) {
      if (signal.aborted) return Promise.resolve('stopped')
      if (queue.length === 0 && isFree()) {
        start()
        return Promise.resolve('in')
      }
      if (patience === 'now') return Promise.resolve('busy')
      return new Promise(done => {
        const giveUp = () => {
          queue.splice(queue.indexOf(turn), 1)
          done('stopped')
        }
        const turn = () => {
          signal.removeEventListener('abort', giveUp)
          done('in')
        }
        queue.push(turn)
        signal.addEventListener('abort', giveUp, { once: true })
        admit()
      })
    },
    leave() {
      inside--
      admit()
    },
  }
}

export function withLimit(transport: Transport, gate: Gate): Transport {
  return async (call): Promise<Reply> => {
    const entered = await gate.enter(call.patience, call.signal)
    if (entered === 'busy') return unanswered('busy', say().models.busy)
    if (entered === 'stopped') return unanswered('stopped', say().models.stoppedWaiting)
    try {
      return await transport(call)
    } finally {
      gate.leave()
    }
  }
}

const gates = new WeakMap<Timer, Map<string, Gate>>()

/** The same gate for the same service wherever in this process it is asked for. */
export function sharedGate(name: string, pace: Pace, timer: Timer): Gate {
  const known = gates.get(timer) ?? new Map<string, Gate>()
  gates.set(timer, known)
  const key = JSON.stringify([name, pace])
  const gate = known.get(key) ?? makeGate(pace, timer)
  known.set(key, gate)
  return gate
}

const TRIES = 3
const FIRST_PAUSE_MS = 500
/** A service that wants to be left alone for longer than this is left alone for this run. */
export const LONGEST_PAUSE_MS = 30_000

/**
 * Tries again what may pass: too many calls, no connection, a service that fails. Waits as long as the service asks for,
 * else 0.5 s, then 1 s. Who asked with no patience gets the first answer.
 */
export function withRetry(transport: Transport, timer: Timer): Transport {
  return async call => {
    let reply = await transport(call)
    for (let tried = 1; tried < TRIES && call.patience === 'wait' && mayPass(reply); tried++) {
      const ms = reply.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (tried - 1)
      if (ms > LONGEST_PAUSE_MS || (await pause(timer, ms, call.signal)) === 'stopped') break
      const again = await transport(call)
      reply = { ...again, spent: addSpent(reply.spent, again.spent) }
    }
    return call.signal.aborted && reply.outcome !== 'answered' ? { ...reply, outcome: 'stopped' } : reply
  }
}

function mayPass({ outcome }: Reply): boolean {
  return outcome === 'rate-limited' || outcome === 'unreachable'
}

/** Nothing that looks like a key or a password leaves, and nothing that hides words: whoever asks, whatever the question. */
export function withMask(transport: Transport): Transport {
  return call => transport({ ...call, ...masked(call) })
}

function masked({ instructions, messages }: Call): Pick<Call, 'instructions' | 'messages'> {
  return { instructions: showToModel(instructions), messages: messages.map(maskMessage) }
}

function maskMessage(message: Message): Message {
  const text = showToModel(message.text)
  if (message.from !== 'model') return { ...message, text }
  return {
    ...message,
    text,
    calls: message.calls.map(one => ({ ...one, input: showDeep(one.input, showToModel) })),
  }
}

/**
 * A recording holds a line for each call: what was asked (masked, as it left), and what came. Played back, the same
 * questions get the same answers, byte for byte, and nobody is called.
 */
export function withRecorder(transport: Transport, append: (text: string) => void): Transport {
  return async call => {
    const reply = await transport(call)
    append(JSON.stringify({ key: keyOf(call), call: plainCall(call), heard: reply }))
    return reply
  }
}

const spent = z.strictObject({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.number().nullable(),
})

const replyShape = z.union([
  z.object({
    outcome: z.literal('answered'),
    value: z.object({
      text: z.string(),
      calls: z.array(z.object({ id: z.string(), tool: z.string(), input: z.unknown() })),
    }),
    spent,
  }),
  z.object({
    outcome: z.enum([
      'not-set',
      'busy',
      'timed-out',
      'unreachable',
      'refused',
      'rate-limited',
      'over-budget',
      'garbled',
      'stopped',
    ]),
    why: z.string(),
    spent,
  }),
])

const recordedShape = z.object({ key: z.string(), heard: replyShape })

/** Answers from a recording; the same question asked twice gets its answers in turn. What is not in it is refused. */
export function replayTransport(recording: string): Transport {
  const answers = new Map<string, Reply[]>()
  for (const text of recording.split('\n')) {
    const recorded = recordedIn(text)
    if (recorded === undefined) continue
    const known = answers.get(recorded.key)
    if (known === undefined) answers.set(recorded.key, [recorded.heard])
    else known.push(recorded.heard)
  }
  return async call => answers.get(keyOf(call))?.shift() ?? unanswered('refused', say().models.notRecorded)
}

/** A line that was cut off is no answer. */
function recordedIn(text: string): { key: string; heard: Reply } | undefined {
  try {
    const read = recordedShape.safeParse(JSON.parse(text))
    return read.success ? (read.data as { key: string; heard: Reply }) : undefined
  } catch {
    return undefined
  }
}

function plainCall({ signal: _, ...call }: Call): Omit<Call, 'signal'> {
  return call
}

function keyOf(call: Call): string {
  const { role, purpose, instructions, messages, tools, shape, maxOutputTokens } = call
  const asked = [role, purpose, instructions, messages, tools, shape ?? null, maxOutputTokens]
  return sha256(JSON.stringify(asked))
}
