import type { Encoded } from './encode.ts'

/** The strongest directions tell frequent tokens from rare ones and little else: without them meanings lie further apart. */
const LEFT_OUT = 5

/** Every vocabulary is sorted by how often its tokens occur; a rare one says more. */
const weightOf = (row: number): number => Math.log(row + 51)

/** Centred, and turned so that the directions that are kept hold the most of it; rare tokens weigh more. */
export function reduce({ vectors, dimensions, tokens }: Encoded, kept: number): Float32Array {
  const rows = tokens.length
  const centred = centre(vectors, rows, dimensions)
  const { values, directions } = eigen(covariance(centred, rows, dimensions), dimensions)
  const order = Array.from(values.keys()).sort((a, b) => values[b]! - values[a]!)
  const out = new Float32Array(rows * kept)
  for (let row = 0; row < rows; row++) {
    for (let to = 0; to < kept; to++) {
      const column = order[to + LEFT_OUT]!
      let sum = 0
      for (let at = 0; at < dimensions; at++)
        sum += centred[row * dimensions + at]! * directions[at * dimensions + column]!
      out[row * kept + to] = sum * weightOf(row)
    }
  }
  return out
}

function centre(vectors: Float32Array, rows: number, dimensions: number): Float32Array {
  const mean = new Float64Array(dimensions)
  for (let at = 0; at < vectors.length; at++) mean[at % dimensions]! += vectors[at]! / rows
  return vectors.map((value, at) => value - mean[at % dimensions]!)
}

function covariance(centred: Float32Array, rows: number, dimensions: number): Float64Array {
  const matrix = new Float64Array(dimensions * dimensions)
  for (let row = 0; row < rows; row++) {
    const start = row * dimensions
    for (let a = 0; a < dimensions; a++) {
      const left = centred[start + a]!
      for (let b = a; b < dimensions; b++) matrix[a * dimensions + b]! += left * centred[start + b]!
    }
  }
  for (let a = 0; a < dimensions; a++)
    for (let b = 0; b < a; b++) matrix[a * dimensions + b] = matrix[b * dimensions + a]!
  return matrix.map(value => value / rows)
}

const SWEEPS = 30
const SMALL = 1e-11

/** Jacobi's method: turn two axes at a time until nothing is left beside the diagonal. */
function eigen(matrix: Float64Array, n: number): { values: Float64Array; directions: Float64Array } {
  const a = matrix.slice()
  const v = new Float64Array(n * n)
  for (let at = 0; at < n; at++) v[at * n + at] = 1
  for (let sweep = 0; sweep < SWEEPS && beside(a, n) > SMALL; sweep++) {
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) turn(a, v, n, p, q)
  }
  return { values: Float64Array.from({ length: n }, (_, at) => a[at * n + at]!), directions: v }
}

function beside(a: Float64Array, n: number): number {
  let off = 0
  let on = 0
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++) {
      const square = a[row * n + column]! ** 2
      if (row === column) on += square
      else off += square
    }
  return off / on
}

function turn(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!
  if (Math.abs(apq) < 1e-14) return
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq)
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < n; k++) rotate(a, k * n + p, k * n + q, c, s)
  for (let k = 0; k < n; k++) rotate(a, p * n + k, q * n + k, c, s)
  for (let k = 0; k < n; k++) rotate(v, k * n + p, k * n + q, c, s)
}

function rotate(m: Float64Array, i: number, j: number, c: number, s: number): void {
  const left = m[i]!
  const right = m[j]!
  m[i] = c * left - s * right
  m[j] = s * left + c * right
}
