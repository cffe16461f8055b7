import { say } from '../../languages/index.ts'
import type { Vocabulary } from './wordpiece.ts'

/** One part of the model: a row of numbers for each piece of its vocabulary. */
export interface ModelPart {
  readonly vocabulary: Vocabulary
  readonly dimensions: number
  readonly scales: Float32Array
  readonly rows: Int8Array
}

/** Half of all questions need one part alone: its numbers are at hand at once, its vocabulary when it is first asked. */
export function modelPart(bytes: Uint8Array): {
  readonly dimensions: number
  readonly read: () => ModelPart
} {
  const { dimensions, size } = headOf(bytes)
  if (bytes.length !== size) throw new Error(say().models.embeddings.damagedModel)
  let part: ModelPart | undefined
  return { dimensions, read: () => (part ??= readModelPart(bytes)) }
}

function headOf(bytes: Uint8Array) {
  const end = bytes.indexOf(10)
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Head
  const words = end + 1 + head.vocabulary
  const numbers = words + head.tokens * 4
  return { ...head, end, words, numbers, size: numbers + head.tokens * head.dimensions }
}

/** Reads what `scripts/embed-model` writes; throws where the file is not that. */
export function readModelPart(bytes: Uint8Array): ModelPart {
  const { tokens, dimensions, end, words, numbers, size } = headOf(bytes)
  if (bytes.length !== size) throw new Error(say().models.embeddings.damagedModel)
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
