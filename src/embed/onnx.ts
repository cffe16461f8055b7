import { DreamError } from '../memory/dream-error.ts'
import { readRegularFile } from '../read/regular-file.ts'
import { type BatchEmbedder, unit } from './batch.ts'
import { piecesOf, type Vocabulary } from './wordpiece.ts'

/** What is used of `onnxruntime-node`; it is no dependency, so its types are ours. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string): Promise<OnnxSession> }
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown
}

interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(feeds: Record<string, unknown>): Promise<Record<string, OnnxTensor>>
}

interface OnnxTensor {
  readonly data: Float32Array
  readonly dims: readonly number[]
}

export interface OnnxModel {
  /** Holds `model.onnx` and the `vocab.txt` of a BERT tokenizer in lower case. */
  readonly folder: string
  /** How the runtime is come by; a test gives another one. */
  readonly load?: () => Promise<OnnxRuntime>
}

const MOST_PIECES = 254
const BATCH = 16

/** An encoder on this machine, for those who installed the runtime: better than the model in the package, and slower. */
export async function onnxEmbedder({ folder, load = loadRuntime }: OnnxModel): Promise<BatchEmbedder> {
  const vocabulary = readVocabulary(folder)
  const runtime = await load()
  const session = await runtime.InferenceSession.create(`${folder}/model.onnx`).catch((error: unknown) => {
    throw new DreamError(`the model ${folder}/model.onnx cannot be loaded (${(error as Error).message})`, 1)
  })
  return {
    name: `onnx:${folder.slice(folder.lastIndexOf('/') + 1)}`,
    place: 'here',
    async embedAll(texts, signal) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += BATCH) {
        signal?.throwIfAborted()
        const rows = texts.slice(at, at + BATCH).map(text => idsOf(text, vocabulary))
        vectors.push(...(await encode(runtime, session, rows)))
      }
      return vectors
    },
  }
}

async function loadRuntime(): Promise<OnnxRuntime> {
  // In a variable, so that nobody who builds or checks the package takes it for a dependency.
  const name = 'onnxruntime-node'
  try {
    return (await import(name)) as OnnxRuntime
  } catch {
    throw new DreamError(
      'magma.embeddings.from is onnx and onnxruntime-node is not installed: install it, or set local',
      1,
    )
  }
}

function readVocabulary(folder: string): Vocabulary {
  const read = readRegularFile(`${folder}/vocab.txt`, 20_000_000, 'follow')
  if (read.kind !== 'read')
    throw new DreamError(
      `the vocabulary ${folder}/vocab.txt cannot be read; magma.embeddings.folder names it`,
      2,
    )
  const pieces = read.bytes.toString('utf8').split(/\r?\n/)
  return new Map(pieces.map((piece, row) => [piece, row]))
}

/** `[CLS] … [SEP]`; the tokenizer is one for lower case. */
function idsOf(text: string, vocabulary: Vocabulary): number[] {
  const mark = (name: string) => vocabulary.get(name) ?? 0
  return [mark('[CLS]'), ...piecesOf(text.slice(0, 4000), vocabulary).slice(0, MOST_PIECES), mark('[SEP]')]
}

async function encode(
  { Tensor }: OnnxRuntime,
  session: OnnxSession,
  rows: readonly number[][],
): Promise<Float32Array[]> {
  const width = Math.max(...rows.map(row => row.length))
  const size = rows.length * width
  const [ids, mask, types] = [new BigInt64Array(size), new BigInt64Array(size), new BigInt64Array(size)]
  for (const [at, row] of rows.entries())
    for (const [place, id] of row.entries()) {
      ids[at * width + place] = BigInt(id)
      mask[at * width + place] = 1n
    }
  const given: Record<string, BigInt64Array> = { input_ids: ids, attention_mask: mask, token_type_ids: types }
  const feeds: Record<string, unknown> = {}
  for (const name of session.inputNames) {
    const data = given[name]
    if (data === undefined) throw new DreamError(`the model asks for ${name}, which is no BERT's input`, 1)
    feeds[name] = new Tensor('int64', data, [rows.length, width])
  }
  const output = (await session.run(feeds))[session.outputNames[0]!]!
  return rows.map((row, at) => pooled(output, at, row.length, width))
}

/** The mean over a text's own pieces; where the model gives one vector a text, that one. */
function pooled({ data, dims }: OnnxTensor, at: number, length: number, width: number): Float32Array {
  const size = dims.at(-1)!
  if (dims.length === 2) return unit(data.slice(at * size, (at + 1) * size))
  const sum = new Float32Array(size)
  for (let place = 0; place < length; place++)
    for (let of = 0; of < size; of++) sum[of]! += data[(at * width + place) * size + of]!
  return unit(sum)
}
