/** Rows of whole numbers from -127 to 127: a vector of length one loses less than a hundredth by it. */
export function quantise(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, value => Math.max(-127, Math.min(127, Math.round(value * SCALE))))
}

const SCALE = 254
const ONE = SCALE * SCALE

/** All vectors of a store, one after the other. */
export interface VectorRows {
  readonly dimensions: number
  readonly rows: Int8Array
}

/** The cosine of a stored vector and a question, from what their numbers were made of. */
export function likenessAt({ dimensions, rows }: VectorRows, row: number, query: Int8Array): number {
  let sum = 0
  const start = row * dimensions
  for (let at = 0; at < dimensions; at++) sum += rows[start + at]! * query[at]!
  return sum / ONE
}

/** So many of the question's own strongest dimensions are looked at in every row; the best rows are then looked at whole. */
const STRONGEST = 40

/** The rows nearest to a question, roughly: what is missed is far down any list. */
export function nearestRows(vectors: VectorRows, query: Int8Array, most: number): number[] {
  const strongest = [...query.keys()]
    .filter(at => query[at] !== 0)
    .sort((a, b) => Math.abs(query[b]!) - Math.abs(query[a]!))
    .slice(0, STRONGEST)
  if (strongest.length === 0) return []
  const rough = roughly(vectors, query, strongest)
  return largest(rough, most * 2)
    .map(row => ({ row, near: likenessAt(vectors, row, query) }))
    .sort((a, b) => b.near - a.near || a.row - b.row)
    .slice(0, most)
    .map(({ row }) => row)
}

function roughly(
  { dimensions, rows }: VectorRows,
  query: Int8Array,
  strongest: readonly number[],
): Int32Array {
  const places = Uint32Array.from(strongest)
  const values = Int32Array.from(strongest, at => query[at]!)
  const rough = new Int32Array(rows.length / dimensions)
  for (let row = 0, start = 0; row < rough.length; row++, start += dimensions) {
    let sum = 0
    for (let at = 0; at < places.length; at++) sum += rows[start + places[at]!]! * values[at]!
    rough[row] = sum
  }
  return rough
}

/** Where the largest numbers stand, in no order; nothing that is not above zero. */
export function largest(numbers: Int32Array | Float32Array, most: number): number[] {
  const sorted = numbers.filter(number => number > 0).sort()
  const least = sorted.at(-most) ?? 0
  const found: number[] = []
  const equal: number[] = []
  for (const [at, number] of numbers.entries()) {
    if (number > least) found.push(at)
    else if (number === least && number > 0) equal.push(at)
  }
  return [...found, ...equal].slice(0, most)
}
