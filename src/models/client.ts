import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LlmRole } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { explain } from './client-failure.ts'
import type { Message, ToolCall } from './model.ts'
import { spentOn, tokensIn, tokensOf } from './price.ts'
import { following } from './timer.ts'
import { type Call, type Env, type JsonSchema, type Reply, type Transport, unanswered } from './transport.ts'
import { type Watch, watchedFetch } from './watched-fetch.ts'

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
}

/** Reads to the end; gives back why it is no answer, where it is none. */
async function collect(stream: ReadableStream<Part>, got: Got): Promise<string | undefined> {
  let characters = 0
  for await (const part of stream) {
    if (part.type === 'text-delta') got.text += part.delta
    else if (part.type === 'tool-call')
      got.calls.push({ id: part.toolCallId, tool: part.toolName, input: inputOf(part.input) })
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
    return unanswered('garbled', say().models.overTokens(call.maxOutputTokens), spent)
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
