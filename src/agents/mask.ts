import { maskSecrets } from '../memory/secrets.ts'
import type { Call, Line } from './line.ts'
import type { Message } from './model.ts'

/** Nothing that looks like a key or a password leaves: whoever asks, and whatever was put into the question. */
export function withMask(line: Line): Line {
  return call => line({ ...call, ...masked(call) })
}

function masked({ instructions, messages }: Call): Pick<Call, 'instructions' | 'messages'> {
  return { instructions: maskSecrets(instructions), messages: messages.map(maskMessage) }
}

function maskMessage(message: Message): Message {
  const text = maskSecrets(message.text)
  if (message.from !== 'model') return { ...message, text }
  return { ...message, text, calls: message.calls.map(one => ({ ...one, input: maskDeep(one.input, 0) })) }
}

const DEEPEST = 20

function maskDeep(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return null
  if (Array.isArray(value)) return value.map(one => maskDeep(one, depth + 1))
  const entries = Object.entries(value).map(([key, one]) => [maskSecrets(key), maskDeep(one, depth + 1)])
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
