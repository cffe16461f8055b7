import type { FileName, Memory } from '../model/index.ts'
import { shingles } from './shingles.ts'

/** So many of a memory's runs of words, the smallest as numbers, stand for all: two that share most of these are alike. */
const RUNS = 16

/** What is kept of a memory to find its like in other folders, when its text is no longer at hand. */
export interface Sketch {
  readonly file: FileName
  readonly hash: string
  /** Equal for equal bodies, line ends and outer white space aside (D10), and only by chance for others. */
  readonly body: string
  readonly runs: readonly number[]
  /** How many runs there were; few say little. */
  readonly size: number
}

/** The sketches of memories; of those with the same bytes as before, the same. */
export function sketchesOf(memories: readonly Memory[], before: readonly Sketch[] = []): Sketch[] {
  const known = new Map(before.map(sketch => [keyOf(sketch), sketch]))
  return memories.map(memory => known.get(keyOf(memory)) ?? sketchOf(memory))
}

const keyOf = ({ hash, file }: Pick<Sketch, 'hash' | 'file'>): string => `${hash} ${file}`

function sketchOf({ file, hash, body }: Memory): Sketch {
  const all = shingles(body)
  return {
    file,
    hash,
    body: digest(body.replace(/\r\n?/g, '\n').trim()),
    runs: [...Float64Array.from(all).sort().subarray(0, RUNS)],
    size: all.size,
  }
}

/** Sixty-four bits and the length: enough to tell texts apart that nobody made to collide. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit, 0x5bd1e995) ^ (b >>> 13)
  }
  return `${text.length}-${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`
}

/** An estimate of how much of the two texts is the same, from 0 to 1. */
export function likeness(a: Sketch, b: Sketch): number {
  const both = [...new Set([...a.runs, ...b.runs])].sort((x, y) => x - y).slice(0, RUNS)
  if (both.length === 0) return 0
  const [inA, inB] = [new Set(a.runs), new Set(b.runs)]
  return both.filter(run => inA.has(run) && inB.has(run)).length / both.length
}
