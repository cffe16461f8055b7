import { say } from '../../languages/index.ts'
import type { Vocabulary } from './wordpiece.ts'

/** One part of the model: a row of numbers for each piece of its vocabulary. */
export interface ModelPart {
  readonly vocabulary: Vocabulary
  readonly dimensions: number
  readonly scales: Float32Array
  readonly rows: Int8Array
}

/** Reads what `scripts/embed-model` writes; throws where the file is not that. */
export function readModelPart(bytes: Uint8Array): ModelPart {
  const end = bytes.indexOf(10)
  const { tokens, dimensions, vocabulary } = JSON.parse(
    new TextDecoder().decode(bytes.subarray(0, end)),
  ) as Head
  const words = end + 1 + vocabulary
  const numbers = words + tokens * 4
  if (bytes.length !== numbers + tokens * dimensions) throw new Error(say().models.embeddings.damagedModel)
  const pieces = new TextDecoder().decode(bytes.subarray(end + 1, words - 1)).split('\n')
  // The bytes may lie anywhere in a larger buffer, so the scales are copied to a place of their own.
  const scales = new Float32Array(Uint8Array.from(bytes.subarray(words, numbers)).buffer)
  const rows = new Int8Array(bytes.buffer, bytes.byteOffset + numbers, tokens * dimensions)
  return { vocabulary: new Map(pieces.map((piece, row) => [piece, row])), dimensions, scales, rows }
}

interface Head {
  readonly tokens: number
  readonly dimensions: number
  /** Bytes of the vocabulary. */
  readonly vocabulary: number
}
