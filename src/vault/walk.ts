import type { EngineHit, RecallDocument, Relation } from '../search/index.ts'
import type { Related } from './related.ts'
import { relationsOf } from './relations.ts'

/** A walk begins at this many of the best hits, */
const SEEDS = 5
/** and looks at no more than this many others: it costs what they cost to read, however large the store. */
const LOOKED_AT = 40

/** A document as relations see it. */
export function relatedOf(document: RecallDocument, links: readonly string[] = []): Related {
  const { id, title, description, text, day, root, supersededBy } = document
  return { id, title, text: `${description}\n\n${text}`, day, group: root, supersededBy, links }
}

/**
 * One step along the graph from the best hits: documents of the same days and whatever else was near the question are
 * looked at. An edge is a reason of the hit that it leads to; what was no hit comes behind all that were.
 */
export function walk(
  hits: readonly EngineHit[],
  pool: readonly RecallDocument[],
  wanted: readonly Relation[],
  signal?: AbortSignal,
): EngineHit[] {
  const seeds = hits.slice(0, SEEDS).map(hit => hit.document)
  const days = new Set(seeds.map(dayKey))
  const isNear = (document: RecallDocument) => document.day !== null && days.has(dayKey(document))
  const others = [...pool].sort((a, b) => Number(isNear(b)) - Number(isNear(a))).slice(0, LOOKED_AT)
  const byId = new Map([...seeds, ...others].map(each => [each.id, each]))
  const all = [...byId.values()].map(each => relatedOf(each))
  const found = new Map(hits.map(hit => [hit.document.id, hit]))
  for (const relation of wanted) {
    if (signal?.aborted === true) break
    for (const edge of relationsOf(all, [], [relation]))
      for (const seed of seeds) {
        const other = edge.from === seed.id ? edge.to : edge.to === seed.id ? edge.from : undefined
        const document = other === undefined ? undefined : byId.get(other)
        if (document === undefined) continue
        const reason = `${edge.relation} to ${seed.title || seed.source}: ${edge.evidence}`
        const known = found.get(document.id) ?? { document, score: 0, reasons: [] }
        found.set(document.id, { ...known, reasons: [...known.reasons, reason].slice(0, MOST_REASONS) })
      }
  }
  return [...found.values()]
}

const MOST_REASONS = 6

const dayKey = ({ root, day }: Pick<RecallDocument, 'root' | 'day'>): string => JSON.stringify([root, day])

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
