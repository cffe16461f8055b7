import type { Asked } from './model-asked.ts'

/** What a model says, before it is put into a protocol. */
export interface Said {
  readonly text?: string
  /** Said as JSON text; where the protocol has a tool that stands in for a shape, through that. */
  readonly json?: unknown
  readonly calls?: readonly { readonly tool: string; readonly input: unknown; readonly id?: string }[]
  readonly vectors?: readonly (readonly number[])[]
  readonly inputTokens?: number
  readonly outputTokens?: number
}

// biome-ignore lint/suspicious/noExplicitAny: two protocols' worth of shapes
type Json = any

/** The answer in one piece. */
export function whole(asked: Asked, said: Said): Json {
  if (asked.protocol === 'embeddings') return embeddings(asked, said)
  return asked.protocol === 'anthropic' ? anthropicWhole(asked, said) : openaiWhole(asked, said)
}

/** The answer as events; long texts in several. */
export function streamed(asked: Asked, said: Said): string[] {
  return asked.protocol === 'anthropic' ? anthropicStream(asked, said) : openaiStream(asked, said)
}

const textOf = ({ text, json }: Said): string => text ?? (json === undefined ? '' : JSON.stringify(json))

function piecesOf(text: string): string[] {
  const size = Math.max(10_000, Math.ceil(text.length / 3))
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size))
  return pieces
}

const inputText = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input ?? {})

const openaiUsage = ({ inputTokens = 100, outputTokens = 20 }: Said) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
})

const openaiCalls = (said: Said) =>
  (said.calls ?? []).map(({ tool, input, id }, index) => ({
    index,
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name: tool, arguments: inputText(input) },
  }))

const openaiReason = (said: Said) => ((said.calls ?? []).length > 0 ? 'tool_calls' : 'stop')

function openaiWhole(asked: Asked, said: Said): Json {
  const calls = openaiCalls(said)
  const message = { role: 'assistant', content: textOf(said), ...(calls.length > 0 && { tool_calls: calls }) }
  return {
    id: 'answer',
    object: 'chat.completion',
    created: 0,
    model: asked.body?.model,
    choices: [{ index: 0, message, finish_reason: openaiReason(said) }],
    usage: openaiUsage(said),
  }
}

function openaiStream(asked: Asked, said: Said): string[] {
  const event = (choices: Json[], more = {}) =>
    `data: ${JSON.stringify({ id: 'answer', object: 'chat.completion.chunk', created: 0, model: asked.body?.model, choices, ...more })}\n\n`
  const choice = (delta: Json, reason: string | null = null) => [{ index: 0, delta, finish_reason: reason }]
  return [
    event(choice({ role: 'assistant', content: '' })),
    ...piecesOf(textOf(said)).map(content => event(choice({ content }))),
    ...openaiCalls(said).map(call => event(choice({ tool_calls: [call] }))),
    event(choice({}, openaiReason(said))),
    event([], { usage: openaiUsage(said) }),
    'data: [DONE]\n\n',
  ]
}

/** Anthropic's content: a JSON answer goes through the tool named `json` where that was offered. */
function blocksOf(asked: Asked, said: Said): Json[] {
  const text = textOf(said)
  const throughTool = said.json !== undefined && asked.tools.includes('json')
  const calls = throughTool ? [{ tool: 'json', input: said.json }] : (said.calls ?? [])
  return [
    ...(text === '' || throughTool ? [] : [{ type: 'text', text }]),
    ...calls.map(({ tool, input, id }: { tool: string; input: unknown; id?: string }, at) => ({
      type: 'tool_use',
      id: id ?? `toolu_${at}`,
      name: tool,
      input,
    })),
  ]
}

const anthropicReason = (blocks: Json[]) =>
  blocks.some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn'

function anthropicWhole(asked: Asked, said: Said): Json {
  const content = blocksOf(asked, said)
  return {
    id: 'answer',
    type: 'message',
    role: 'assistant',
    model: asked.body?.model,
    content,
    stop_reason: anthropicReason(content),
    stop_sequence: null,
    usage: { input_tokens: said.inputTokens ?? 100, output_tokens: said.outputTokens ?? 20 },
  }
}

function anthropicStream(asked: Asked, said: Said): string[] {
  const event = (data: Json) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
  const blocks = blocksOf(asked, said)
  const message = { ...anthropicWhole(asked, said), content: [], stop_reason: null }
  return [
    event({ type: 'message_start', message }),
    ...blocks.flatMap((block, index) => {
      const isText = block.type === 'text'
      const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} }
      const deltas = piecesOf(isText ? block.text : inputText(block.input)).map(piece =>
        isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece },
      )
      return [
        event({ type: 'content_block_start', index, content_block: empty }),
        ...deltas.map(delta => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]
    }),
    event({
      type: 'message_delta',
      delta: { stop_reason: anthropicReason(blocks), stop_sequence: null },
      usage: { input_tokens: said.inputTokens ?? 100, output_tokens: said.outputTokens ?? 20 },
    }),
    event({ type: 'message_stop' }),
  ]
}

function embeddings(asked: Asked, said: Said): Json {
  const input: unknown[] = Array.isArray(asked.body?.input) ? asked.body.input : [asked.body?.input]
  return {
    object: 'list',
    model: asked.body?.model,
    data: input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: said.vectors?.[index] ?? letterVector(String(text)),
    })),
    usage: { prompt_tokens: 10, total_tokens: 10 },
  }
}

/** How often each of the first letters stands there: near texts get near vectors. */
function letterVector(text: string): number[] {
  const vector = new Array<number>(8).fill(0)
  for (const letter of text.toLowerCase()) vector[letter.codePointAt(0)! % 8]!++
  const length = Math.hypot(...vector) || 1
  return vector.map(value => value / length)
}
