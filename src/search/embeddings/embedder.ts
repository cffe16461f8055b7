/** Turns texts into vectors of length one, so that near meanings give near vectors. Everything that needs meaning asks one of these. */
export interface Embedder {
  readonly name: string
  readonly dimensions: number
  embed(text: string): Float32Array
}
