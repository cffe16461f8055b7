import { showDeep, showToModel } from '../text/index.ts'
import type { Message } from './model.ts'
import type { Call, Transport } from './transport.ts'

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
