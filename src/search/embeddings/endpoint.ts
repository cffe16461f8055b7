import { say } from '../../languages/index.ts'
import { DreamError } from '../../model/index.ts'
import { type BatchEmbedder, unit } from './batch.ts'

export interface EmbeddingEndpoint {
  /** Base address: `/embeddings` is put behind it. */
  readonly endpoint: string
  readonly model: string
  /** The key itself, read from its variable by the caller; it is sent and stands in no message. */
  readonly key?: string
  /** For one request. */
  readonly timeoutMs?: number
  readonly batch?: number
  /** Tries after the first, for what may pass: 429, 5xx, a connection that broke. */
  readonly retries?: number
  /** The pause before a second try, doubled for each further one; a service's own `Retry-After` counts more. */
  readonly pauseMs?: number
}

/** Texts are cut here: services refuse what is longer than their model reads. */
const LONGEST_TEXT = 8000
const LONGEST_ANSWER = 64_000_000
const LONGEST_PAUSE_MS = 10_000

/** Any OpenAI-compatible service. */
export function endpointEmbedder(settings: EmbeddingEndpoint): BatchEmbedder {
  const { endpoint, model, batch = 64 } = settings
  const where = `${endpoint.replace(/\/+$/, '')}/embeddings`
  return {
    name: `${model}@${new URL(endpoint).host}`,
    place: 'away',
    async embedAll(texts, signal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += batch)
        vectors.push(...(await askAgain(settings, where, texts.slice(at, at + batch), signal)))
      return vectors
    },
  }
}

type Tried =
  | { readonly outcome: 'answered'; readonly vectors: Float32Array[] }
  | { readonly outcome: 'passing' | 'lasting'; readonly why: string; readonly pauseMs?: number }

async function askAgain(
  settings: EmbeddingEndpoint,
  where: string,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const { retries = 2, pauseMs = 500 } = settings
  for (let tries = 0; ; tries++) {
    const tried = await ask(settings, where, texts, signal)
    if (tried.outcome === 'answered') return tried.vectors
    if (tried.outcome === 'lasting' || tries >= retries || signal?.aborted === true)
      throw new DreamError(say().models.embeddings.service(new URL(where).host, tried.why), 1)
    await sleep(Math.min(LONGEST_PAUSE_MS, tried.pauseMs ?? pauseMs * 2 ** tries), signal)
  }
}

async function ask(
  { model, key, timeoutMs = 10_000 }: EmbeddingEndpoint,
  where: string,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Tried> {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(where, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, input: texts.map(text => text.slice(0, LONGEST_TEXT) || ' ') }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    })
    if (!response.ok) return refusal(response)
    return vectorsIn(await boundedText(response), texts.length)
  } catch (error) {
    if (late.aborted) return { outcome: 'passing', why: say().models.embeddings.late(timeoutMs) }
    if (signal?.aborted) return { outcome: 'lasting', why: say().models.embeddings.given }
    const cause = (error as { cause?: { code?: string } }).cause?.code
    return { outcome: 'passing', why: say().models.embeddings.unreachable(cause ?? (error as Error).name) }
  }
}

function refusal(response: Response): Tried {
  const { status } = response
  void response.body?.cancel()
  if (status === 401 || status === 403)
    return {
      outcome: 'lasting',
      why: say().models.embeddings.badKey(status),
    }
  const seconds = Number(response.headers.get('retry-after'))
  const pause = Number.isFinite(seconds) && seconds > 0 ? { pauseMs: seconds * 1000 } : {}
  if (status === 429 || status >= 500)
    return {
      outcome: 'passing',
      why: status === 429 ? say().models.embeddings.fewerCalls : say().models.embeddings.failed(status),
      ...pause,
    }
  return { outcome: 'lasting', why: say().models.embeddings.refused(status) }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > LONGEST_ANSWER) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** In the order of the question, whatever the order of the answer. */
function vectorsIn(text: string, count: number): Tried {
  const garbled: Tried = { outcome: 'passing', why: say().models.embeddings.garbled }
  let data: unknown
  try {
    data = (JSON.parse(text) as { data?: unknown }).data
  } catch {
    return garbled
  }
  if (!Array.isArray(data) || data.length !== count) return garbled
  const vectors: Float32Array[] = new Array(count)
  for (const [at, item] of data.entries()) {
    const { embedding, index = at } = (item ?? {}) as { embedding?: unknown; index?: number }
    if (!isVector(embedding) || !Number.isInteger(index) || index < 0 || index >= count) return garbled
    vectors[index] = unit(embedding)
  }
  const length = vectors[0]?.length
  for (let at = 0; at < count; at++) if (vectors[at]?.length !== length) return garbled
  return { outcome: 'answered', vectors }
}

function isVector(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(each => Number.isFinite(each))
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
