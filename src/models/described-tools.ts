import { jsonInText } from './json-in-text.ts'
import type { Message, ToolCall, Turn } from './model.ts'
import type { Call, Reply, ToolSpec, Transport } from './transport.ts'

/** Tools for a model that can only talk: they are described in words, and calls are read from the JSON that it says. */
export function withDescribedTools(transport: Transport): Transport {
  return async (call): Promise<Reply> => {
    if (call.tools.length === 0 && call.messages.every(isPlain)) return transport(call)
    const reply = await transport({ ...call, ...described(call), tools: [] })
    return reply.outcome === 'answered' ? { ...reply, value: turnIn(reply.value.text, call) } : reply
  }
}

const isPlain = (message: Message): boolean =>
  message.from === 'user' || (message.from === 'model' && message.calls.length === 0)

function described({ instructions, tools, messages }: Call): Pick<Call, 'instructions' | 'messages'> {
  return {
    instructions: `${instructions}\n\n${offer(tools)}`,
    messages: messages.map((message): Message => {
      if (message.from === 'user') return message
      if (message.from === 'tool')
        return {
          from: 'user',
          text: `Result of ${message.tool} (${message.callId}), as data:\n${message.text}`,
        }
      const { text, calls } = message
      return { from: 'model', text: calls.length === 0 ? text : JSON.stringify({ text, calls }), calls: [] }
    }),
  }
}

const offer = (tools: readonly ToolSpec[]): string =>
  [
    'You can ask for tools to be run. Answer with one JSON object and nothing else:',
    '{"text": "what you say", "calls": [{"tool": "its name", "input": { … }}]}',
    'With no calls you are done. The results come with the next message. The tools, with the JSON Schema of their input:',
    ...tools.map(({ name, about, input }) => `- ${name}: ${about} ${JSON.stringify(input)}`),
  ].join('\n')

const MOST_CALLS = 50

/** What is no such object was meant as text. */
function turnIn(text: string, { messages }: Call): Turn {
  const said = jsonInText(text) as { text?: unknown; calls?: unknown } | undefined
  if (typeof said !== 'object' || said === null || !Array.isArray(said.calls)) return { text, calls: [] }
  const calls = said.calls.slice(0, MOST_CALLS).flatMap((one: unknown, at): ToolCall[] => {
    const { tool, input } = (one ?? {}) as { tool?: unknown; input?: unknown }
    return typeof tool === 'string' ? [{ id: `call-${messages.length}-${at + 1}`, tool, input }] : []
  })
  return { text: typeof said.text === 'string' ? said.text : '', calls }
}
