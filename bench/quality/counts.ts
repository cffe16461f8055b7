import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Measured } from './measure.ts'
import { atPoint, BROAD, type Looked, type Score, STRICT, score } from './score.ts'

/** Numbers alone: nothing of what the data says. */
export interface Counts {
  readonly data: string
  readonly counts: Readonly<Record<string, number>>
}

export function countsOf({ version, cleanUps, before, snapshots, dates, drift, negation }: Measured): Counts {
  const counts: Record<string, number> = {}
  for (const [group, looked] of Object.entries({ 'clean-ups': cleanUps, before, snapshots })) {
    for (const one of looked) {
      const name = `${group} / ${one.case.name}`
      addScore(counts, `${name} / strict`, score([one], atPoint(STRICT)))
      addScore(counts, `${name} / broad`, score([one], atPoint(BROAD)))
    }
    addKinds(counts, group, looked)
  }
  for (const { source, fired, right } of dates) {
    counts[`dates / ${source} / understood`] = fired
    counts[`dates / ${source} / right`] = right
  }
  for (const { what, both, onlyDream } of drift) {
    counts[`index / ${what} / found`] = both
    counts[`index / ${what} / found beside`] = onlyDream
  }
  for (const { source, label, fired } of negation) counts[`negation / ${source} / ${label}`] = fired
  return { data: version, counts }
}

function addScore(counts: Record<string, number>, name: string, { right, wrong, aside }: Score): void {
  counts[`${name} / right`] = right
  counts[`${name} / wrong`] = wrong
  counts[`${name} / aside`] = aside
}

function addKinds(counts: Record<string, number>, group: string, looked: readonly Looked[]): void {
  for (const { kind, grade } of looked.flatMap(one => one.signs)) {
    const name = `${group} / ${kind} / ${grade}`
    counts[name] = (counts[name] ?? 0) + 1
  }
}

/** What differs from the counts that were kept, a line each. */
export function differences(kept: Counts, now: Counts): string[] {
  if (kept.data !== now.data)
    return [`the data is another: counts were kept for ${kept.data}, this is ${now.data}`]
  const names = [...new Set([...Object.keys(kept.counts), ...Object.keys(now.counts)])].sort()
  return names.flatMap(name => {
    const [was, is] = [kept.counts[name] ?? 0, now.counts[name] ?? 0]
    return was === is ? [] : [`${name}: ${was} kept, ${is} now`]
  })
}

export const loadCounts = (path: string): Counts | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Counts) : undefined

export function keepCounts(path: string, counts: Counts): void {
  const sorted = Object.fromEntries(Object.entries(counts.counts).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify({ ...counts, counts: sorted }, null, 2)}\n`)
}
