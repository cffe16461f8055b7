import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type LlmRole, shownEndpoint } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { cutAtWord, showText } from '../text/index.ts'
import type { Message, ToolCall } from './model.ts'
import { following } from './timer.ts'
import {
  type Call,
  type Env,
  type JsonSchema,
  type Reply,
  spentOn,
  type Transport,
  tokensIn,
  tokensOf,
  unanswered,
} from './transport.ts'

type Provided = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>
type Options = Parameters<Provided['doStream']>[0]
type Part = Awaited<ReturnType<Provided['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never

/** Loads the protocol of a service, and speaks it by this `fetch`. */
export type Connect = (
  role: LlmRole,
  key: string | undefined,
  fetch: typeof globalThis.fetch,
) => Promise<Provided>

/** Of text and tool calls together. What is longer is no answer to anything that Dream asks. */
const MOST_CHARACTERS = 400_000

/**
 * One streamed call over HTTP, in whatever protocol. The SDK's providers are called below the SDK's loop, so
 * nothing is tried twice, logged or kept; the key is read when it is needed and held by nobody.
 */
export function streamedCall(role: LlmRole, env: Env, connect: Connect): Transport {
  /** Services that refuse a schema get it in the instructions instead. */
  let shapes: 'sent' | 'told' = 'sent'
  return async call => {
    const [reply, status] = await callOnce(role, env, connect, call, shapes)
    if (call.shape === undefined || shapes === 'told' || (status !== 400 && status !== 422)) return reply
    const [again, secondStatus] = await callOnce(role, env, connect, call, 'told')
    if (secondStatus === 200) shapes = 'told'
    return { ...again, spent: { ...again.spent, calls: again.spent.calls + reply.spent.calls } }
  }
}

async function callOnce(
  role: LlmRole,
  env: Env,
  connect: Connect,
  call: Call,
  shapes: 'sent' | 'told',
): Promise<[Reply, status: number | undefined]> {
  const key = role.keyVariable === null ? undefined : env[role.keyVariable]
  const watch: Watch = {}
  const { controller, release } = following(call.signal)
  const got: Got = { text: '', calls: [], input: undefined, output: undefined }
  try {
    const model = await connect(role, key, watchedFetch(watch))
    const options = optionsFor(call, shapes, controller.signal)
    const broken = await orStopped(controller.signal, converse(model, options, got))
    const reply = broken === undefined ? readReply(role, call, got) : garbled(role, call, got, broken)
    return [reply, watch.status]
  } catch (error) {
    const spent = watch.status === 200 ? spentFor(role, call, got) : { ...nothingFor(role), calls: 1 }
    return [{ ...explain(error, { watch, call, role, key }), spent }, watch.status]
  } finally {
    // Whatever is still on its way is not waited for.
    release()
    controller.abort()
  }
}

async function converse(model: Provided, options: Options, got: Got): Promise<string | undefined> {
  const { stream } = await model.doStream(options)
  return collect(stream, got)
}

/** Nobody waits for a connection that ignores that it was stopped. */
function orStopped<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(new Error('stopped')), { once: true })
    work.then(done, fail)
  })
}

function optionsFor(call: Call, shapes: 'sent' | 'told', abortSignal: AbortSignal): Options {
  const { instructions, messages, tools, shape, maxOutputTokens } = call
  return {
    prompt: [{ role: 'system', content: instructions }, ...promptOf(messages)],
    maxOutputTokens,
    abortSignal,
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
    ...(shape !== undefined &&
      shapes === 'sent' && { responseFormat: { type: 'json', schema: plain(shape) } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, about, input }) => ({
        type: 'function' as const,
        name,
        description: about,
        inputSchema: plain(input),
      })),
    }),
  }
}

type PlainSchema = Extract<NonNullable<Options['responseFormat']>, { type: 'json' }>['schema'] & object

const plain = (schema: JsonSchema): PlainSchema => schema as PlainSchema

function promptOf(messages: readonly Message[]): Options['prompt'] {
  return messages.map(message => {
    if (message.from === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] }
    if (message.from === 'tool') {
      const output = { type: 'text' as const, value: message.text }
      const { callId: toolCallId, tool: toolName } = message
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }
    }
    const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
    const calls = message.calls.map(({ id, tool, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      // What is no object was refused by its tool; a service takes nothing else back.
      input: typeof input === 'object' && input !== null ? input : {},
    }))
    return { role: 'assistant', content: [...text, ...calls] }
  })
}

/** What came, as far as it came. */
interface Got {
  text: string
  calls: ToolCall[]
  input: number | undefined
  output: number | undefined
  finish?: string
  /** It thought aloud before it answered. */
  thought?: true
}

/** Reads to the end; gives back why it is no answer, where it is none. */
async function collect(stream: ReadableStream<Part>, got: Got): Promise<string | undefined> {
  let characters = 0
  for await (const part of stream) {
    if (part.type === 'text-delta') got.text += part.delta
    else if (part.type === 'tool-call')
      got.calls.push({ id: part.toolCallId, tool: part.toolName, input: inputOf(part.input) })
    else if (part.type === 'reasoning-delta') got.thought = true
    else if (part.type === 'finish') {
      got.finish = part.finishReason.unified
      got.input = part.usage.inputTokens.total
      got.output = part.usage.outputTokens.total
    } else if (part.type === 'error') return say().models.broken
    characters += 'delta' in part ? part.delta.length : part.type === 'tool-call' ? part.input.length : 0
    if (characters > MOST_CHARACTERS) return say().models.tooLongText(MOST_CHARACTERS)
  }
  return undefined
}

function inputOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readReply(role: LlmRole, call: Call, got: Got): Reply {
  const spent = spentFor(role, call, got)
  if (got.finish === 'content-filter') return unanswered('refused', say().models.withheld, spent)
  if (got.finish === 'length')
    return unanswered(
      'garbled',
      got.thought || got.text.includes('<think>')
        ? say().models.thoughtTooLong(call.maxOutputTokens, `llm.${role.role}.thinking`)
        : say().models.overTokens(call.maxOutputTokens),
      spent,
    )
  if (got.finish === 'error' || got.finish === undefined)
    return unanswered('garbled', say().models.noEnd, spent)
  return { outcome: 'answered', value: { text: got.text, calls: got.calls }, spent }
}

const garbled = (role: LlmRole, call: Call, got: Got, why: string): Reply =>
  unanswered('garbled', why, spentFor(role, call, got))

function spentFor(role: LlmRole, call: Call, { text, calls, input, output }: Got) {
  const said = tokensOf(text) + tokensOf(calls.map(one => JSON.stringify(one.input)).join(''))
  return spentOn(role, { input, output }, { input: tokensIn(call), output: said })
}

function nothingFor({ price }: LlmRole) {
  return { calls: 0, inputTokens: 0, outputTokens: 0, cost: price.input === null ? null : 0 }
}

interface Scene {
  readonly watch: Watch
  readonly call: Call
  readonly role: LlmRole
  readonly key: string | undefined
}

/** What went wrong, as a word and a sentence. The key is in neither, whoever put it into the error. */
function explain(error: unknown, scene: Scene): Reply {
  const { watch, call, role } = scene
  const { status } = watch
  const where = shownEndpoint(role.endpoint)
  if (call.signal.aborted) return unanswered('stopped', say().models.stopped)
  if (watch.broken === 'too-long') return unanswered('garbled', say().models.tooLong(MOST_BYTES))
  if (watch.broken === 'cut') return unanswered('unreachable', say().models.cut(where))
  if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') return unanswered('refused', say().models.pluginHasNone)
  if (status === undefined) return unanswered('unreachable', say().models.unreachable(where, codeOf(error)))
  if (status === 429) {
    const retryAfterMs = retryAfter(watch.headers)
    const failure = unanswered('rate-limited', say().models.fewerCalls(where, words(scene)))
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
  }
  if (status === 401 || status === 403)
    return unanswered('refused', say().models.badKey(where, role.keyVariable ?? undefined, status))
  if (status >= 500 || status === 408) {
    const retryAfterMs = retryAfter(watch.headers)
    const failure = unanswered('unreachable', `${where} failed (${status})${words(scene)}`)
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
  }
  if (status >= 400) return unanswered('refused', say().models.refused(where, status, words(scene)))
  return unanswered('garbled', say().models.otherProtocol)
}

const LONGEST_MESSAGE = 160

/** What the service says about it, where that is a message, made fit to be shown. */
function words({ watch, key }: Scene): string {
  const message = messageIn(watch.errorText ?? '')
  if (message === undefined) return ''
  const hidden = key === undefined || key === '' ? message : message.replaceAll(key, '••••••')
  return `: ${cutAtWord(showText(hidden), LONGEST_MESSAGE)}`
}

function messageIn(errorText: string): string | undefined {
  try {
    const parsed = JSON.parse(errorText) as { error?: { message?: unknown } | string; message?: unknown }
    const message = typeof parsed.error === 'object' ? parsed.error.message : (parsed.error ?? parsed.message)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** `ECONNREFUSED`, `ENOTFOUND` …: the code alone, because messages can quote what was sent. */
function codeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code)) return code
  }
  return error instanceof Error && /redirect/i.test(String(error.cause ?? error.message))
    ? 'a redirect'
    : 'no connection'
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const ms = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const value = headers?.get('retry-after')
  if (value === null || value === undefined) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** What was seen on the way to a service and back. */
interface Watch {
  status?: number
  headers?: Headers
  /** The service's own words about a failure: not ours, so never shown unmasked. */
  errorText?: string
  /** The answer was longer than allowed, or the connection went in the middle of it. */
  broken?: 'too-long' | 'cut'
}

/** No answer is longer than this, whatever it holds. */
const MOST_BYTES = 8_000_000
const MOST_ERROR_TEXT = 64_000

/**
 * A fetch for one call. It counts what comes in and stops at the limit; it follows no redirect, because the key and the
 * text are meant for one address.
 */
function watchedFetch(watch: Watch): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    watch.status = response.status
    watch.headers = response.headers
    const most = response.ok ? MOST_BYTES : MOST_ERROR_TEXT
    const body = response.body === null ? null : response.body.pipeThrough(counted(watch, most))
    const { status, headers } = response
    const watched = new Response(noticeCuts(body, watch), { status, headers: plainHeaders(headers) })
    if (response.ok) return watched
    watch.errorText = await watched.text().catch(() => '')
    return new Response(watch.errorText, { status, headers: plainHeaders(headers) })
  }
}

/** The body is unpacked by now. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers)
  plain.delete('content-encoding')
  plain.delete('content-length')
  return plain
}

function counted(watch: Watch, most: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.byteLength
      if (bytes <= most) return controller.enqueue(piece)
      watch.broken = 'too-long'
      controller.error(new Error(`more than ${most} bytes`))
    },
  })
}

function noticeCuts(
  body: ReadableStream<Uint8Array> | null,
  watch: Watch,
): ReadableStream<Uint8Array> | null {
  if (body === null) return null
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        watch.broken ??= 'cut'
        controller.error(error)
      }
    },
    cancel: reason => reader.cancel(reason),
  })
}
