/**
 * The file that `src/search/embeddings/model-file.ts` reads: a line of JSON (`tokens`, `dimensions`, `vocabulary` in bytes), the tokens a
 * line each, a 32-bit scale for each row, then the rows, a byte a number.
 */
export function modelBytes(tokens: readonly string[], rows: Float32Array, dimensions: number): Buffer {
  const vocabulary = Buffer.from(`${tokens.join('\n')}\n`)
  const head = Buffer.from(
    `${JSON.stringify({ tokens: tokens.length, dimensions, vocabulary: vocabulary.length })}\n`,
  )
  const scales = Buffer.alloc(tokens.length * 4)
  const bytes = Buffer.alloc(tokens.length * dimensions)
  for (let row = 0; row < tokens.length; row++) {
    const start = row * dimensions
    let largest = 0
    for (let at = 0; at < dimensions; at++) largest = Math.max(largest, Math.abs(rows[start + at]!))
    const scale = largest / 127 || 1
    scales.writeFloatLE(scale, row * 4)
    for (let at = 0; at < dimensions; at++) bytes.writeInt8(Math.round(rows[start + at]! / scale), start + at)
  }
  return Buffer.concat([head, vocabulary, scales, bytes])
}
