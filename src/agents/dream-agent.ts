import {
  type Answer,
  addSpent,
  type Message,
  type Model,
  NOTHING_SPENT,
  type Spent,
  type Timer,
  type ToolCall,
  type Turn,
} from '../models/index.ts'
import type { Toolbox } from './sandbox/toolbox.ts'

/** P4: how far the dream agent may go. */
export interface AgentBounds {
  readonly steps: number
  readonly tokens: number
  readonly seconds: number
  /** US dollars; null where only the others bound it. */
  readonly usd: number | null
}

/** Why it ended. Only `finished` means that it said so itself. */
type AgentStop =
  | { readonly word: 'finished' | 'out-of-steps' | 'out-of-tokens' | 'out-of-time' | 'over-budget' }
  | { readonly word: 'model-failed'; readonly outcome: string; readonly why: string }

interface RefusedCall {
  readonly tool: string
  readonly reason: string
}

/** What an agent did and what it cost, whatever it came to. */
export interface AgentRun {
  /** As shown: the model and where it was asked. */
  readonly model: string
  readonly stop: AgentStop
  /** The model's own last words: never more than a summary to read. */
  readonly summary: string
  readonly steps: number
  readonly calls: readonly { readonly tool: string; readonly count: number }[]
  readonly refused: readonly RefusedCall[]
  readonly spent: {
    readonly calls: number
    readonly inputTokens: number
    readonly outputTokens: number
    readonly cost: number | null
  }
  readonly seconds: number
}

export interface AgentOrder {
  readonly model: Model
  readonly tools: Toolbox
  readonly instructions: string
  /** What it gets first: what our own checks found, as data. */
  readonly data: string
  readonly bounds: AgentBounds
  /** The only clock that the loop knows. */
  readonly timer: Timer
  readonly onStep?: (step: number) => void
}

const MOST_CALLS_A_TURN = 16
const LONGEST_TEXT = 20_000
const MOST_REFUSED_SHOWN = 50
const MAX_OUTPUT_TOKENS = 8_000
/** What one conversation carries along: about what small models can hold. */
export const MOST_CHARACTERS = 120_000

/** A call that nobody waited for may cost something all the same. */
const UNKNOWN: Spent = { calls: 1, inputTokens: 0, outputTokens: 0, cost: null }

/** P2, P4: asks, does what may be done, and asks again, until the model is done or a bound is reached. */
export async function runDreamAgent(order: AgentOrder): Promise<AgentRun> {
  const { model, tools, instructions, bounds, timer } = order
  const started = timer.now()
  const deadline = started + bounds.seconds * 1000
  const counts = new Map<string, number>()
  const refused: RefusedCall[] = []
  let messages: readonly Message[] = [{ from: 'user', text: order.data }]
  let spent: Spent = NOTHING_SPENT
  let steps = 0
  let summary = ''
  const end = (stop: AgentStop): AgentRun => ({
    model: model.name,
    stop,
    summary,
    steps,
    calls: [...counts].map(([tool, count]) => ({ tool, count })),
    refused,
    spent,
    seconds: (timer.now() - started) / 1000,
  })
  for (;;) {
    const bound = boundReached(spent, steps, timer.now() >= deadline, bounds)
    if (bound !== undefined) return end({ word: bound })
    order.onStep?.(steps + 1)
    const answer = await beforeDeadline(timer, deadline - timer.now(), signal =>
      model.converse({
        role: 'agents',
        purpose: 'dream agent',
        instructions,
        messages: fitted(messages),
        tools: tools.offers,
        maxOutputTokens: MAX_OUTPUT_TOKENS,
        signal,
      }),
    )
    spent = addSpent(spent, answer === 'late' ? UNKNOWN : answer.spent)
    if (answer === 'late') return end({ word: 'out-of-time' })
    if (answer.outcome !== 'answered') return end(stopFor(answer, timer.now() >= deadline))
    steps++
    const turn = cut(answer.value)
    summary = turn.text
    if (turn.calls.length === 0) return end({ word: 'finished' })
    messages = [...messages, { from: 'model', ...turn }, ...turn.calls.map(call => carryOut(call))]
  }

  function carryOut(call: ToolCall): Message {
    const name = tools.offers.some(offer => offer.name === call.tool) ? call.tool : 'unknown'
    const { did, text } = tools.call(call)
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (did === 'refused' && refused.length < MOST_REFUSED_SHOWN) refused.push({ tool: name, reason: text })
    return { from: 'tool', callId: call.id, tool: call.tool, text }
  }
}

function boundReached(
  spent: Spent,
  steps: number,
  isLate: boolean,
  bounds: AgentBounds,
): Exclude<AgentStop['word'], 'finished' | 'model-failed'> | undefined {
  if (isLate) return 'out-of-time'
  if (steps >= bounds.steps) return 'out-of-steps'
  if (spent.inputTokens + spent.outputTokens >= bounds.tokens) return 'out-of-tokens'
  return bounds.usd !== null && (spent.cost ?? 0) >= bounds.usd ? 'over-budget' : undefined
}

/** A model that never comes back is not waited for, whatever it makes of the signal. */
async function beforeDeadline<Result>(
  timer: Timer,
  ms: number,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | 'late'> {
  const control = new AbortController()
  let cancel = () => {}
  const late = new Promise<'late'>(done => {
    const giveUp = () => {
      control.abort()
      done('late')
    }
    cancel = timer.after(ms, giveUp, 'deadline')
  })
  const asked = ask(control.signal)
  // Whoever answers after the deadline, or fails then, is ignored.
  asked.catch(() => {})
  try {
    return await Promise.race([asked, late])
  } finally {
    cancel()
  }
}

function stopFor(
  { outcome, why }: Extract<Answer<Turn>, { readonly why: string }>,
  isLate: boolean,
): AgentStop {
  if (outcome === 'over-budget') return { word: 'over-budget' }
  if (isLate && (outcome === 'timed-out' || outcome === 'stopped')) return { word: 'out-of-time' }
  return { word: 'model-failed', outcome, why }
}

/** An answer of ten megabytes is carried along no further than its beginning. */
function cut({ text, calls }: Turn): Turn {
  return { text: text.slice(0, LONGEST_TEXT), calls: calls.slice(0, MOST_CALLS_A_TURN) }
}

const LEFT_OUT = '(left out to save room; ask again where it matters)'

/** The conversation within its size: the oldest results of tools, and what was written with them, give way first. */
function fitted(messages: readonly Message[]): Message[] {
  let length = messages.reduce((sum, message) => sum + lengthOf(message), 0)
  return messages.map((message, at) => {
    if (length <= MOST_CHARACTERS || at === 0 || at >= messages.length - MOST_CALLS_A_TURN - 1) return message
    const shorter = shortened(message)
    length -= lengthOf(message) - lengthOf(shorter)
    return shorter
  })
}

function shortened(message: Message): Message {
  if (message.from === 'tool')
    return message.text.length > LEFT_OUT.length ? { ...message, text: LEFT_OUT } : message
  if (message.from === 'user') return message
  const calls = message.calls.map(call =>
    JSON.stringify(call.input ?? null).length > 500 ? { ...call, input: { note: LEFT_OUT } } : call,
  )
  return { ...message, calls }
}

function lengthOf(message: Message): number {
  return message.text.length + (message.from === 'model' ? JSON.stringify(message.calls).length : 0)
}
