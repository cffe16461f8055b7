import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Block {
  readonly type: string
  readonly text?: string
  readonly content?: unknown
}
interface Asked {
  readonly tools?: readonly { readonly name: string }[]
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
}
export type Turn = (heard: string) => { readonly tool: string; readonly input: object } | string

/** All that a conversation holds so far, as one text. */
function textOf({ messages }: Asked): string {
  const said = (content: unknown): string => {
    if (typeof content === 'string') return content
    if (!Array.isArray(content)) return ''
    return content.map((block: Block) => block.text ?? said(block.content)).join('\n')
  }
  return messages.map(({ content }) => said(content)).join('\n')
}

const MOST_WAITED = 60

/** In place of the service that the real `claude` asks: a model that does what its script says, and says "done" after it. */
export async function scriptedModel(...turns: readonly Turn[]) {
  const heard: string[] = []
  const left = [...turns]
  let fault: unknown
  let waited = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      if (!request.url?.includes('/messages')) return response.writeHead(404).end()
      const asked = JSON.parse(body) as Asked
      // What is asked beside the conversation, a title for example, is no turn of it.
      const isTurn = (asked.tools ?? []).length > 0
      if (isTurn) heard.push(textOf(asked))
      const turn = isTurn ? left.shift() : undefined
      try {
        const said = turn === undefined ? 'done' : turn(heard.at(-1)!)
        const isKnown = typeof said === 'string' || asked.tools?.some(({ name }) => name === said.tool)
        if (isKnown || waited++ > MOST_WAITED) return answer(response, said)
        // The servers of a plugin are connected while the conversation goes on already.
        left.unshift(turn!)
        setTimeout(() => answer(response, said), 1000)
      } catch (error) {
        // The conversation ends, and the test says why.
        fault ??= error
        answer(response, 'done')
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    env: {
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ANTHROPIC_API_KEY: 'none',
    },
    heard,
    get fault() {
      return fault
    },
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

function answer(response: ServerResponse, said: ReturnType<Turn>) {
  const event = (type: string, more: object = {}) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)
  const usage = { input_tokens: 1, output_tokens: 1 }
  const isText = typeof said === 'string'
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  event('message_start', {
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      stop_reason: null,
      usage,
    },
  })
  const block = isText
    ? { type: 'text', text: '' }
    : { type: 'tool_use', id: `t${Math.random().toString(36).slice(2)}`, name: said.tool, input: {} }
  const delta = isText
    ? { type: 'text_delta', text: said }
    : { type: 'input_json_delta', partial_json: JSON.stringify(said.input) }
  event('content_block_start', { index: 0, content_block: block })
  event('content_block_delta', { index: 0, delta })
  event('content_block_stop', { index: 0 })
  event('message_delta', { delta: { stop_reason: isText ? 'end_turn' : 'tool_use' }, usage })
  event('message_stop')
  response.end()
}
