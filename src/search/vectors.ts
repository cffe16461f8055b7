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
  const { dimensions, rows } = vectors
  const count = dimensions === 0 ? 0 : rows.length / dimensions
  if (strongest.length === 0) return []
  const columns = columnsOf(vectors)
  const rough = columns === undefined ? byRows(vectors, query, strongest) : new Int32Array(count)
  if (columns !== undefined)
    for (let at = 0; at < strongest.length; at += 4)
      addColumns(rough, columns, query, strongest.slice(at, at + 4))
  return largest(rough, most * 2)
    .map(row => ({ row, near: likenessAt(vectors, row, query) }))
    .sort((a, b) => b.near - a.near || a.row - b.row)
    .slice(0, most)
    .map(({ row }) => row)
}

function byRows(
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

/** Four at a time, so that every sum is fetched and put back a quarter as often. */
function addColumns(
  rough: Int32Array,
  columns: Int8Array,
  query: Int8Array,
  places: readonly number[],
): void {
  const count = rough.length
  const column = (at: number): Int8Array => {
    const place = places[at] ?? places[0]!
    return columns.subarray(place * count, (place + 1) * count)
  }
  const factor = (at: number): number => (at < places.length ? query[places[at]!]! : 0)
  const [one, two, three, four] = [column(0), column(1), column(2), column(3)]
  const [a, b, c, d] = [factor(0), factor(1), factor(2), factor(3)]
  for (let row = 0; row < count; row++)
    rough[row] = rough[row]! + one[row]! * a + two[row]! * b + three[row]! * c + four[row]! * d
}

/** A process that asks one question is done before columns are made; one that asks more has them for the rest of its life. */
const ASKED_OFTEN = 3
const known = new WeakMap<VectorRows, { asked: number; columns?: Int8Array }>()

/** The same numbers, dimension by dimension: a few dimensions of all rows then lie together in memory. */
function columnsOf(vectors: VectorRows): Int8Array | undefined {
  const use = known.get(vectors) ?? { asked: 0 }
  known.set(vectors, use)
  use.asked++
  if (use.asked <= ASKED_OFTEN) return undefined
  use.columns ??= turned(vectors)
  return use.columns
}

function turned({ dimensions, rows }: VectorRows): Int8Array {
  const count = rows.length / dimensions
  const columns = new Int8Array(rows.length)
  for (let row = 0, start = 0; row < count; row++, start += dimensions)
    for (let at = 0; at < dimensions; at++) columns[at * count + row] = rows[start + at]!
  return columns
}

/** Where the largest numbers stand, in no order; nothing that is not above zero. */
export function largest(numbers: Int32Array | Float32Array, most: number): number[] {
  const heap = new Least(most)
  for (let at = 0; at < numbers.length; at++) if (numbers[at]! > 0) heap.offer(at, numbers[at]!)
  return heap.keys()
}

/** The largest so far, the least of them on top, so that a new one is compared with one number. */
class Least {
  private readonly key: Uint32Array
  private readonly value: Float64Array
  private size = 0

  constructor(private readonly most: number) {
    this.key = new Uint32Array(most)
    this.value = new Float64Array(most)
  }

  offer(key: number, value: number): void {
    if (this.size < this.most) this.up(this.size++, key, value)
    else if (this.most > 0 && value > this.value[0]!) this.down(key, value)
  }

  keys(): number[] {
    return Array.from(this.key.subarray(0, this.size))
  }

  private up(from: number, key: number, value: number): void {
    let at = from
    for (let above = (at - 1) >> 1; at > 0 && this.value[above]! > value; above = (at - 1) >> 1) {
      this.set(at, this.key[above]!, this.value[above]!)
      at = above
    }
    this.set(at, key, value)
  }

  private down(key: number, value: number): void {
    let at = 0
    for (let below = 1; below < this.size; below = 2 * at + 1) {
      if (below + 1 < this.size && this.value[below + 1]! < this.value[below]!) below++
      if (this.value[below]! >= value) break
      this.set(at, this.key[below]!, this.value[below]!)
      at = below
    }
    this.set(at, key, value)
  }

  private set(at: number, key: number, value: number): void {
    this.key[at] = key
    this.value[at] = value
  }
}
