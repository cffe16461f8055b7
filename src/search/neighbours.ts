import type { Ranked, RecallIndex } from './recall-index.ts'

/** An answer often stands in the line after the one that has the words of the question, or before it. */
export function withBeside(
  { documentInfo }: RecallIndex,
  ranked: readonly Ranked[],
  weight: number,
): Ranked[] {
  const scores = new Map(ranked.map(({ at, score }) => [at, score]))
  const scoreBeside = (at: number, other: number): number => {
    const [one, next] = [documentInfo[at], documentInfo[other]]
    const areBeside = one?.order === 'as-written' && one.neighbourhood === next?.neighbourhood
    return areBeside ? (scores.get(other) ?? 0) : 0
  }
  return ranked.map(one => {
    const { at } = one
    const better = Math.max(scoreBeside(at, at - 1), scoreBeside(at, at + 1))
    return { ...one, score: one.score + weight * better }
  })
}

/** Three good hits in one place make every hit there a little more likely: the question is about that place. */
const SPEAKERS = 3

export function withNeighbours(index: RecallIndex, ranked: readonly Ranked[], weight: number): Ranked[] {
  const places = new Map<string, number[]>()
  for (const { at, score } of ranked) {
    const { neighbourhood } = index.documentInfo[at]!
    const scores = places.get(neighbourhood)
    if (scores === undefined) places.set(neighbourhood, [score])
    else scores.push(score)
  }
  if (places.size < 2) return [...ranked]
  const said = new Map<string, number>()
  for (const [place, scores] of places) {
    const best = scores.sort((a, b) => b - a).slice(0, SPEAKERS)
    said.set(place, best.reduce((sum, score) => sum + score, 0) / SPEAKERS)
  }
  const loudest = Math.max(...said.values())
  if (loudest === 0) return [...ranked]
  const share = (weight * ranked.reduce((max, one) => Math.max(max, one.score), 0)) / loudest
  return ranked.map(one => ({
    ...one,
    score: one.score + share * said.get(index.documentInfo[one.at]!.neighbourhood)!,
  }))
}
