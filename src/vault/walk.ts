import type { EngineHit, RecallDocument, Relation } from '../search/index.ts'
import type { Edge } from './record.ts'
import type { Related } from './related.ts'
import { relationsOf, SEMANTIC_FROM, semanticEdge } from './relations.ts'

/** A walk begins at this many of the best hits, */
const SEEDS = 5
/** and looks at no more than this many others. */
const LOOKED_AT = 150
/** What is reached by an edge counts this much of where it was reached from. */
const FADING = 0.6

/** A document as relations see it. */
export function relatedOf(document: RecallDocument, links: readonly string[] = []): Related {
  const { id, title, description, text, day, root, supersededBy } = document
  return { id, title, text: `${description}\n\n${text}`, day, group: root, supersededBy, links }
}

/**
 * One step along the graph from the best hits: documents of the same days and whatever else was near the question are
 * looked at, and those with an edge of a wanted kind come along, each with the edge as its reason.
 */
export function walk(
  hits: readonly EngineHit[],
  pool: readonly RecallDocument[],
  wanted: readonly Relation[],
  likeness: ReadonlyMap<string, number>,
): EngineHit[] {
  const seeds = hits.slice(0, SEEDS)
  const days = new Set(seeds.map(({ document }) => `${document.root} ${document.day}`))
  const isNear = (document: RecallDocument) =>
    document.day !== null && days.has(`${document.root} ${document.day}`)
  const others = [...pool].sort((a, b) => Number(isNear(b)) - Number(isNear(a))).slice(0, LOOKED_AT)
  const all = [
    ...new Map([...seeds.map(hit => hit.document), ...others].map(each => [each.id, each])).values(),
  ]
  const edges = [
    ...relationsOf(
      all.map(each => relatedOf(each)),
      [],
      wanted.filter(relation => relation !== 'semantic'),
    ),
    ...(wanted.includes('semantic') ? semanticFrom(seeds[0], all, likeness) : []),
  ]
  return follow(hits, seeds, all, edges)
}

/** What the question is near to is near to the best answer: cheaper than comparing every pair. */
function semanticFrom(
  best: EngineHit | undefined,
  all: readonly RecallDocument[],
  likeness: ReadonlyMap<string, number>,
): Edge[] {
  if (best === undefined) return []
  return all.flatMap(({ id }) => {
    const value = likeness.get(id) ?? 0
    return id !== best.document.id && value >= SEMANTIC_FROM
      ? [semanticEdge(best.document.id, id, value)]
      : []
  })
}

function follow(
  hits: readonly EngineHit[],
  seeds: readonly EngineHit[],
  all: readonly RecallDocument[],
  edges: readonly Edge[],
): EngineHit[] {
  const byId = new Map(all.map(document => [document.id, document]))
  const found = new Map<string, EngineHit>(hits.map(hit => [hit.document.id, hit]))
  for (const { document, score } of seeds) {
    for (const edge of edges) {
      const other = edge.from === document.id ? edge.to : edge.to === document.id ? edge.from : undefined
      const reached = other === undefined ? undefined : byId.get(other)
      if (reached === undefined) continue
      const reason = `${edge.relation} to ${document.title || document.source}: ${edge.evidence}`
      const known = found.get(reached.id)
      const gained = score * edge.weight * FADING
      found.set(reached.id, {
        document: reached,
        score: (known?.score ?? 0) + gained,
        reasons: [...(known?.reasons ?? []), reason].slice(0, 6),
      })
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score)
}
