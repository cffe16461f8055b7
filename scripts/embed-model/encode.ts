import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Every token of a vocabulary, and what the encoder makes of it alone. */
export interface Encoded {
  readonly tokens: readonly string[]
  readonly dimensions: number
  /** Row after row. */
  readonly vectors: Float32Array
}

interface Tensor {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

interface Runtime {
  readonly InferenceSession: {
    create(path: string, options: object): Promise<{ run(feeds: object): Promise<Record<string, Tensor>> }>
  }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor
}

const BATCH = 256
const CLS = 101n
const SEP = 102n

/** `[CLS] token [SEP]` through the encoder, the mean of the three. Tokens that no text can hold are left out. */
export async function encodeVocabulary(place: string, model: string, tokenizer: string): Promise<Encoded> {
  const modules = join(place, 'node_modules')
  const runtime = createRequire(join(place, 'here.js'))('onnxruntime-node') as Runtime
  const session = await runtime.InferenceSession.create(join(modules, model), { intraOpNumThreads: 2 })
  const entries = vocabularyOf(join(modules, tokenizer))
  const rows: Float32Array[] = []
  let dimensions = 0
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH)
    const hidden = (await session.run(feedsFor(runtime, batch)))['last_hidden_state']!
    dimensions = hidden.dims[2]!
    for (let row = 0; row < batch.length; row++) rows.push(meanOf(hidden.data, row, dimensions))
    process.stderr.write(`\r${Math.min(start + BATCH, entries.length)} of ${entries.length} tokens`)
  }
  process.stderr.write('\n')
  const vectors = new Float32Array(rows.length * dimensions)
  for (const [at, row] of rows.entries()) vectors.set(row, at * dimensions)
  return { tokens: entries.map(entry => entry.token), dimensions, vectors }
}

function vocabularyOf(path: string): { token: string; id: number }[] {
  const { model } = JSON.parse(readFileSync(path, 'utf8')) as { model: { vocab: Record<string, number> } }
  return Object.entries(model.vocab)
    .filter(([token]) => !/^\[(?:unused\d+|PAD|UNK|CLS|SEP|MASK)\]$/.test(token) && !token.includes('\n'))
    .map(([token, id]) => ({ token, id }))
    .sort((a, b) => a.id - b.id)
}

function feedsFor({ Tensor }: Runtime, batch: readonly { id: number }[]): object {
  const dims = [batch.length, 3]
  const make = (value: (at: number) => bigint) =>
    new Tensor(
      'int64',
      BigInt64Array.from({ length: batch.length * 3 }, (_, at) => value(at)),
      dims,
    )
  return {
    input_ids: make(at => (at % 3 === 0 ? CLS : at % 3 === 2 ? SEP : BigInt(batch[(at - 1) / 3]!.id))),
    attention_mask: make(() => 1n),
    token_type_ids: make(() => 0n),
  }
}

function meanOf(data: Float32Array, row: number, dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions)
  for (let position = 0; position < 3; position++) {
    const start = (row * 3 + position) * dimensions
    for (let at = 0; at < dimensions; at++) mean[at]! += data[start + at]! / 3
  }
  return mean
}
