import type { IncomingHttpHeaders } from 'node:http'

/** What a model was sent, read from either protocol into one form. */
export interface Asked {
  readonly protocol: 'openai' | 'anthropic' | 'embeddings' | 'unknown'
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body as it came. */
  readonly raw: string
  readonly body: Json
  readonly stream: boolean
  readonly system: string
  readonly messages: readonly AskedMessage[]
  /** Names of the tools on offer. */
  readonly tools: readonly string[]
  /** The JSON Schema that the answer has to follow, where one was sent. */
  readonly schema: Json | undefined
  /** Counted from 0 over the life of the server. */
  readonly turn: number
}

interface AskedMessage {
  readonly role: string
  /** Texts and tool results, joined by line breaks. */
  readonly text: string
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sent
type Json = any

export function readAsked(path: string, headers: IncomingHttpHeaders, raw: string, turn: number): Asked {
  const body = parse(raw)
  const messages: Json[] = Array.isArray(body?.messages) ? body.messages : []
  const isSystem = (message: Json) => message.role === 'system' || message.role === 'developer'
  return {
    protocol: protocolOf(path),
    path,
    headers,
    raw,
    body,
    stream: body?.stream === true,
    system: [body?.system, ...messages.filter(isSystem).map(message => message.content)].map(textOf).join(''),
    messages: messages
      .filter(message => !isSystem(message))
      .map(message => ({ role: String(message.role), text: textOf(message.content) })),
    tools: (Array.isArray(body?.tools) ? body.tools : []).map((tool: Json) =>
      String(tool?.function?.name ?? tool?.name),
    ),
    schema: schemaOf(body),
    turn,
  }
}

function parse(raw: string): Json {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

function protocolOf(path: string): Asked['protocol'] {
  if (path.endsWith('/chat/completions')) return 'openai'
  if (path.endsWith('/messages')) return 'anthropic'
  return path.endsWith('/embeddings') ? 'embeddings' : 'unknown'
}

function textOf(content: Json): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(part => part?.text ?? textOf(part?.content)).join('\n')
}

/** OpenAI's response format, Anthropic's, or the tool that stands in for one there. */
function schemaOf(body: Json): Json | undefined {
  const jsonTool = (Array.isArray(body?.tools) ? body.tools : []).find((tool: Json) => tool?.name === 'json')
  return (
    body?.response_format?.json_schema?.schema ??
    body?.output_config?.format?.schema ??
    body?.output_format?.schema ??
    jsonTool?.input_schema
  )
}
