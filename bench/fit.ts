import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Law, weightOf } from './law.ts'

/** Fits the law of `law.ts` on the Markdown files below a folder: a grid of parameters, least squares in the logarithm. */
export function fitLaw(folder: string): { law: Law; error: number; words: number; kinds: number } {
  const counts = countWords(folder)
  const frequencies = [...counts.values()].sort((a, b) => b - a)
  const words = frequencies.reduce((sum, count) => sum + count, 0)
  const points = pointsOf(frequencies)
  let best: { law: Law; error: number } | undefined
  for (const law of grid()) {
    const error = errorOf(law, points)
    if (best === undefined || error < best.error) best = { law, error }
  }
  if (best === undefined || points.length === 0) throw new Error(`no words in ${folder}`)
  return { ...best, words, kinds: counts.size }
}

function countWords(folder: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.md') || entry.name === 'MEMORY.md') continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    if ((text.match(/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/g)?.length ?? 0) > text.length / 10) continue
    const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    for (const [word] of body.toLowerCase().matchAll(/[a-z0-9_]+/g))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Ranks, each 15 % beyond the last, with the logarithm of their counts. */
function pointsOf(frequencies: readonly number[]): [rank: number, log: number][] {
  const points: [number, number][] = []
  for (let at = 1; at <= frequencies.length && frequencies[Math.floor(at) - 1]! >= 2; at *= 1.15)
    points.push([Math.floor(at), Math.log(frequencies[Math.floor(at) - 1]!)])
  return points
}

/** Root mean square, the constant factor chosen best. */
function errorOf(law: Law, points: readonly (readonly [number, number])[]): number {
  const gaps = points.map(([rank, log]) => log - Math.log(weightOf(rank, law)))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  return Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
}

function* grid(): Generator<Law> {
  for (let exponent = 0.6; exponent < 1.2; exponent += 0.02)
    for (let shift = 0; shift < 4; shift += 0.2)
      for (const tailFrom of [1000, 2000, 3000, 4000, 6000, 8000, 12_000])
        for (let tailExponent = 0; tailExponent < 2.5; tailExponent += 0.1)
          yield { exponent, shift, tailFrom, tailExponent }
}
