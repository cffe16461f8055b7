import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asked, readAsked } from './model-asked.ts'
import { type Said, streamed, whole } from './model-wire.ts'

/**
 * A real HTTP server that plays a model: OpenAI's and Anthropic's protocol, streamed or not, tools, structured output,
 * embeddings, and every way in which a service can fail.
 *
 *   const server = await startModelServer(good({ answer: 42 }))
 *   … endpoint: server.openai, or server.anthropic …
 *   server.asked[0].system, server.asked[0].messages
 *   await server.close()
 */
export interface ModelServer {
  /** What goes into `endpoint` for `api: 'openai'`, and for `api: 'anthropic'`. */
  readonly openai: string
  readonly anthropic: string
  /** Every request, in the order of arrival. */
  readonly asked: readonly Asked[]
  /** How many requests are being answered now, and how many were at most. */
  readonly open: { now: number; most: number }
  /** From here on another one answers. */
  play(player: Player): void
  close(): Promise<void>
}

export type Player = (asked: Asked) => Reply | Promise<Reply>

export type Reply = Said | Refused | Fault

interface Refused {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * `broken-json`: a body (or an event) that ends in the middle of its JSON. `cut`: the connection goes in the middle of
 * an answer. `huge`: so many bytes of text. `hang`: headers never come. `dribble`: a letter now and then, without end.
 * `garbage`: bytes that are no protocol at all.
 */
export interface Fault {
  readonly fault: 'broken-json' | 'cut' | 'huge' | 'hang' | 'dribble' | 'garbage'
  readonly bytes?: number
  readonly everyMs?: number
}

export async function startModelServer(player: Player): Promise<ModelServer> {
  const asked: Asked[] = []
  const open = { now: 0, most: 0 }
  let current = player
  const server = createServer(async (request, response) => {
    open.now++
    open.most = Math.max(open.most, open.now)
    response.on('close', () => open.now--)
    const raw = await bodyOf(request)
    const one = readAsked(request.url ?? '', request.headers, raw, asked.length)
    asked.push(one)
    await answer(response, one, await current(one))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    openai: `${root}/v1`,
    anthropic: `${root}/v1`,
    asked,
    open,
    play(next) {
      current = next
    },
    close: () => close(server),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** Also those connections that arrive while it closes. */
function close(server: Server): Promise<void> {
  return new Promise(done => {
    const sweep = setInterval(() => server.closeAllConnections(), 20)
    server.close(() => {
      clearInterval(sweep)
      done()
    })
    server.closeAllConnections()
  })
}

async function answer(response: ServerResponse, asked: Asked, reply: Reply): Promise<void> {
  if ('fault' in reply) return fail(response, asked, reply)
  if ('status' in reply) {
    const body = reply.body ?? { error: { message: `status ${reply.status}`, type: 'error' } }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
    return
  }
  if (asked.protocol === 'unknown') {
    response.writeHead(404).end('{"error":{"message":"no such path"}}')
    return
  }
  start(response, asked)
  if (isStreamed(asked)) for (const event of streamed(asked, reply)) response.write(event)
  else response.write(JSON.stringify(whole(asked, reply)))
  response.end()
}

const isStreamed = (asked: Asked) => asked.stream && asked.protocol !== 'embeddings'

function start(response: ServerResponse, asked: Asked): void {
  response.writeHead(200, { 'content-type': isStreamed(asked) ? 'text/event-stream' : 'application/json' })
}

async function fail(response: ServerResponse, asked: Asked, { fault, bytes, everyMs }: Fault): Promise<void> {
  if (fault === 'hang') return
  start(response, asked)
  if (fault === 'garbage') {
    response.end(Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x22, 0x80, 0x0a, 0x0a]))
  } else if (fault === 'huge') {
    await flood(response, asked, bytes ?? 10_000_000)
  } else if (fault === 'dribble') {
    const drip = setInterval(() => response.write(piece(asked, 'a')), everyMs ?? 20)
    response.on('close', () => clearInterval(drip))
  } else {
    const text = isStreamed(asked)
      ? streamed(asked, { text: '{"half":"of an answer","and' }).slice(0, -3).join('')
      : JSON.stringify(whole(asked, { text: 'half of an answer' })).slice(0, -20)
    if (fault === 'broken-json') response.end(isStreamed(asked) ? `${text}data: {"id":"m","choi\n\n` : text)
    else response.write(text, () => response.socket?.destroy())
  }
}

/** One event of a stream that says a little more. */
function piece(asked: Asked, text: string): string {
  if (!isStreamed(asked)) return text
  const events = streamed(asked, { text })
  return events.find(event => event.includes(JSON.stringify(text))) ?? text
}

async function flood(response: ServerResponse, asked: Asked, bytes: number): Promise<void> {
  if (!isStreamed(asked)) {
    response.end(JSON.stringify(whole(asked, { text: 'a'.repeat(bytes) })))
    return
  }
  const events = streamed(asked, { text: 'a'.repeat(10_000) })
  const long = events.findIndex(event => event.includes('aaaa'))
  for (const event of events.slice(0, long)) response.write(event)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  for (let sent = 0; sent < bytes && !gone.signal.aborted; sent += 10_000)
    if (!response.write(events[long])) await once(response, 'drain', gone).catch(() => {})
  response.end()
}
