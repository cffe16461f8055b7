import type { EngineHit, RecallDocument } from '../search/index.ts'

const dayKey = ({ root, day }: RecallDocument): string => JSON.stringify([root, day])

export function byDay(documents: readonly RecallDocument[]): ReadonlyMap<string, readonly RecallDocument[]> {
  const days = new Map<string, RecallDocument[]>()
  for (const document of documents) {
    if (document.day === null) continue
    const held = days.get(dayKey(document))
    if (held === undefined) days.set(dayKey(document), [document])
    else held.push(document)
  }
  return days
}

/** What was written on the days of the best hits, though it shares no word with the question. */
export function sameDays(
  hits: readonly EngineHit[],
  days: ReadonlyMap<string, readonly RecallDocument[]>,
): RecallDocument[] {
  return hits.slice(0, 5).flatMap(({ document }) => days.get(dayKey(document)) ?? [])
}
