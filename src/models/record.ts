import { z } from 'zod'
import { sha256 } from '../disk/index.ts'
import { say } from '../languages/index.ts'
import { type Call, type Reply, type Transport, unanswered } from './transport.ts'

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
