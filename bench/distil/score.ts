import { fold } from '../../src/journal/lines.ts'
import type { Fact, Quarter } from './quarter.ts'

/** How a snapshot of one night stands against what is known to be true then. */
export interface NightScore {
  readonly expected: number
  readonly kept: number
  readonly lines: number
  /** Lines that speak of a fact that should be there, each fact once. */
  readonly right: number
  readonly stale: number
  readonly size: number
  /** What should have been there, for looking closer. */
  readonly missed: readonly Fact[]
  readonly wrong: readonly string[]
}

export function scoreNight(
  quarter: Quarter,
  night: string,
  lines: readonly string[],
  size: number,
): NightScore {
  const folded = lines.map(line => fold(line).toLowerCase()).filter(line => line !== '')
  const live = quarter.facts.filter(fact => fact.lives.some(({ from, to }) => from <= night && night <= to))
  const right = new Set<number>()
  let kept = 0
  const missed: Fact[] = []
  for (const fact of live) {
    const at = folded.findLastIndex((line, index) => !right.has(index) && speaksOf(line, fact.marks))
    if (at === -1) {
      missed.push(fact)
      continue
    }
    kept++
    right.add(at)
  }
  const stale = folded.filter(line => isStale(line, quarter.facts, night)).length
  return {
    expected: live.length,
    kept,
    lines: folded.length,
    right: right.size,
    stale,
    size,
    missed,
    wrong: folded.filter((_, at) => !right.has(at)),
  }
}

function speaksOf(line: string, marks: readonly string[]): boolean {
  return marks.every(mark => line.includes(mark.toLowerCase()))
}

/** Out of date: an old value, or something that is over. */
function isStale(line: string, facts: readonly Fact[], night: string): boolean {
  return facts.some(fact => {
    if (fact.stale !== undefined && night >= fact.stale.from && speaksOf(line, fact.stale.marks)) return true
    const over = fact.lives.length > 0 && fact.lives.every(({ from, to }) => night < from || night > to)
    const began = fact.lives.some(({ from }) => from <= night)
    return fact.kind !== 'change' && over && began && speaksOf(line, fact.marks)
  })
}

export interface QuarterScore {
  readonly recall: number
  readonly precision: number
  /** Out-of-date lines a night, on average. */
  readonly stale: number
  readonly largest: number
}

export function scoreQuarter(nights: readonly NightScore[]): QuarterScore {
  const sum = (of: (night: NightScore) => number) => nights.reduce((total, night) => total + of(night), 0)
  return {
    recall:
      sum(night => night.kept) /
      Math.max(
        1,
        sum(night => night.expected),
      ),
    precision:
      sum(night => night.right) /
      Math.max(
        1,
        sum(night => night.lines),
      ),
    stale: sum(night => night.stale) / Math.max(1, nights.length),
    largest: Math.max(...nights.map(night => night.size)),
  }
}
