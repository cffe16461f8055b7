import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULTS } from '../../src/config/settings.ts'
import { type BatchEmbedder, batchOf } from '../../src/search/embeddings/batch.ts'
import { chooseEmbedder } from '../../src/search/embeddings/choose.ts'
import { type EmbeddingEndpoint, endpointEmbedder } from '../../src/search/embeddings/endpoint.ts'
import { loadEmbedder } from '../../src/search/embeddings/load.ts'

/** A service on this machine that embeds with the model in the package, and can be told to misbehave. */
class Service {
  readonly asked: { model: string; input: string[]; key: string | undefined }[] = []
  behave: 'well' | 'hang' | 'busy-once' | 'busy' | 'garbage' | 'short' | 'refuse' | 'reversed' = 'well'
  private server: Server | undefined

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      let body = ''
      request.on('data', part => {
        body += part
      })
      request.on('end', () => this.answer(body, request.headers.authorization, response))
    })
    await new Promise<void>(resolve => this.server!.listen(0, '127.0.0.1', resolve))
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}/v1/`
  }

  stop(): void {
    this.server?.closeAllConnections()
    this.server?.close()
  }

  private answer(body: string, key: string | undefined, response: ServerResponse): void {
    const { model, input } = JSON.parse(body) as { model: string; input: string[] }
    this.asked.push({ model, input, key })
    if (this.behave === 'hang') return
    if (this.behave === 'busy' || this.behave === 'busy-once') {
      if (this.behave === 'busy-once') this.behave = 'well'
      response.writeHead(429, { 'retry-after': '0.01' }).end('slow down')
      return
    }
    if (this.behave === 'refuse') return void response.writeHead(401).end('no')
    if (this.behave === 'garbage') return void response.end('<html>')
    const embedder = loadEmbedder()!
    const data = input.map((text, index) => ({
      index,
      embedding: [...embedder.embed(text)].map(value => value * 3),
    }))
    if (this.behave === 'short') data.pop()
    if (this.behave === 'reversed') data.reverse()
    response.end(JSON.stringify({ data }))
  }
}

const service = new Service()
beforeAll(async () => {
  await service.start()
})
afterAll(() => {
  service.stop()
})

const quick = (change: Partial<EmbeddingEndpoint> = {}): EmbeddingEndpoint => ({
  endpoint: service.endpoint,
  model: 'small',
  timeoutMs: 300,
  pauseMs: 5,
  ...change,
})

const adapters: Record<string, () => Promise<BatchEmbedder>> = {
  static: async () => batchOf(loadEmbedder()!),
  endpoint: async () => endpointEmbedder(quick({ timeoutMs: 5000, batch: 3 })),
}

describe.each(Object.entries(adapters))('M2 embedder %s keeps the contract', (_, open) => {
  it('M2 one vector a text, in order, each of length one and of one size', async () => {
    service.behave = 'well'
    const embedder = await open()
    const texts = [
      'redis cache',
      'entries live in the cache',
      'soup friday',
      '缓存',
      'redis',
      'the',
      'cache redis',
    ]
    const vectors = await embedder.embedAll(texts)
    expect(vectors).toHaveLength(texts.length)
    expect(new Set(vectors.map(vector => vector.length)).size).toBe(1)
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 3)
    const [alone] = await embedder.embedAll([texts[4]!])
    for (const [at, value] of alone!.entries()) expect(vectors[4]![at]).toBeCloseTo(value, 5)
  })

  it('M2 near texts are nearer than far ones; no texts give no vectors; odd ones do not throw', async () => {
    service.behave = 'well'
    const embedder = await open()
    const [a, b, c] = (await embedder.embedAll([
      'redis cache',
      'cache redis',
      'soup friday',
    ])) as Float32Array[]
    const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, at) => sum + value * y[at]!, 0)
    expect(dot(a!, b!)).toBeGreaterThan(dot(a!, c!))
    expect(await embedder.embedAll([])).toEqual([])
    expect(await embedder.embedAll(['', '\u0000\ud800', 'x'.repeat(50_000)])).toHaveLength(3)
    expect(embedder.name).not.toBe('')
  })

  it('M2 a signal that is gone ends it', async () => {
    const embedder = await open()
    await expect(embedder.embedAll(['redis cache'], AbortSignal.abort())).rejects.toThrow()
  })
})

describe('M2 the endpoint', () => {
  it('M2 sends the key and never tells it; texts go in batches', async () => {
    service.behave = 'well'
    service.asked.length = 0
    await endpointEmbedder(quick({ key: 'sk-secret', batch: 2, timeoutMs: 5000 })).embedAll(['a', 'b', 'c'])
    expect(service.asked.map(({ input, key, model }) => [input.length, key, model])).toEqual([
      [2, 'Bearer sk-secret', 'small'],
      [1, 'Bearer sk-secret', 'small'],
    ])
    service.behave = 'refuse'
    const error = await endpointEmbedder(quick({ key: 'sk-secret' }))
      .embedAll(['a'])
      .catch((reason: Error) => reason)
    expect(error).toHaveProperty('sentence', expect.stringContaining('does not accept the key (401)'))
    expect(JSON.stringify(error) + String(error) + (error as Error).stack).not.toContain('sk-secret')
  })

  it('M2 asks again after 429, takes answers in any order', async () => {
    service.behave = 'busy-once'
    const [again] = await endpointEmbedder(quick({ timeoutMs: 5000 })).embedAll(['redis'])
    service.behave = 'reversed'
    const [first, second] = await endpointEmbedder(quick({ timeoutMs: 5000 })).embedAll(['redis', 'soup'])
    expect([...first!]).toEqual([...again!])
    expect([...second!]).not.toEqual([...again!])
  })

  it.each([
    ['hang', 'did not answer within 300 ms'],
    ['busy', 'asks for fewer calls (429)'],
    ['garbage', 'did not answer with a list of vectors'],
    ['short', 'did not answer with a list of vectors'],
  ] as const)('M2 a service that is %s costs a sentence after three tries', async (behave, words) => {
    service.behave = behave
    service.asked.length = 0
    await expect(endpointEmbedder(quick()).embedAll(['a'])).rejects.toThrow(words)
    expect(service.asked).toHaveLength(3)
  })

  it('M2 nobody there', async () => {
    const gone = endpointEmbedder(quick({ endpoint: 'http://127.0.0.1:1/v1', retries: 0 }))
    await expect(gone.embedAll(['a'])).rejects.toThrow('cannot be reached')
  })
})

describe('M2 the settings choose', () => {
  const from = (change: Partial<typeof DEFAULTS.magma.embeddings>, env = {}) =>
    chooseEmbedder({ ...DEFAULTS.magma.embeddings, ...change }, env)

  it('M2 the model in the package, an endpoint with its key, or a sentence', async () => {
    expect((await from({}))?.place).toBe('here')
    const endpoint = { from: 'endpoint', endpoint: service.endpoint, model: 'm', keyVariable: 'KEY' } as const
    expect((await from(endpoint, { KEY: 'k' }))?.name).toMatch(/^m@127\.0\.0\.1/)
    await expect(from(endpoint)).rejects.toThrow('KEY is empty')
    await expect(from({ from: 'endpoint' })).rejects.toThrow('magma.embeddings.endpoint')
  })
})
