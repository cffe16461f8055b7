import type { Embedder } from './embedder.ts'

/**
 * The port for many texts at once, which may lie behind a network. Each vector has length one. Whatever goes wrong is a
 * `DreamError` whose sentence says what to do; a key never stands in it.
 */
export interface BatchEmbedder {
  /** Vectors of two names never meet in one index. */
  readonly name: string
  /** `here`: costs milliseconds; `away`: costs a request. */
  readonly place: 'here' | 'away'
  embedAll(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}

/** The model in the package, or any other that answers at once. */
export function batchOf(embedder: Embedder): BatchEmbedder {
  return {
    name: `${embedder.name}-${embedder.dimensions}`,
    place: 'here',
    async embedAll(texts, signal) {
      const vectors: Float32Array[] = []
      for (const [at, text] of texts.entries()) {
        // Long work gives way now and then, so that a deadline is noticed.
        if (at % 256 === 255) await new Promise(setImmediate)
        signal?.throwIfAborted()
        vectors.push(embedder.embed(text))
      }
      return vectors
    },
  }
}

/** Of length one; what has no length stays as it is. */
export function unit(vector: readonly number[] | Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square)
  return Float32Array.from(vector, value => (length === 0 ? 0 : value / length))
}
