import type { Relation } from '../search/index.ts'
import { causalEdges } from './causal.ts'
import { entitiesOf } from './entities.ts'
import type { Edge } from './record.ts'
import type { Related } from './related.ts'

/** From here on two texts are near in meaning; measured likeness of unrelated notes stays below. */
const SEMANTIC_FROM = 0.6
const MOST_NEIGHBOURS = 4
/** Where most of a folder has one day, and these are more than a few, the day is that of a clone or a copy. */
const FEW = 5
/** A name that more than this many have is no longer rare. */
const RARE = 8

/** Vectors are of length one, so this is the cosine. */
export function likenessOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!
  return sum
}

/** Near neighbours by meaning. Every pair is looked at, so give it no more than a few thousand. */
export function semanticEdges(
  all: readonly Related[],
  vectors: readonly (Float32Array | undefined)[],
): Edge[] {
  const edges = new Map<string, Edge>()
  for (const [at, one] of all.entries()) {
    const near: { to: number; likeness: number }[] = []
    for (const [to, other] of vectors.entries()) {
      if (to === at || other === undefined || vectors[at] === undefined) continue
      const likeness = likenessOf(vectors[at], other)
      if (likeness >= SEMANTIC_FROM) near.push({ to, likeness })
    }
    near.sort((a, b) => b.likeness - a.likeness || a.to - b.to)
    for (const { to, likeness } of near.slice(0, MOST_NEIGHBOURS))
      keep(edges, semanticEdge(one.id, all[to]!.id, likeness))
  }
  return [...edges.values()]
}

function semanticEdge(from: string, to: string, likeness: number): Edge {
  const evidence = `near in meaning (${likeness.toFixed(2)})`
  return { from, to, relation: 'semantic', weight: Math.min(1, Math.max(0, likeness)), evidence }
}

/** Both directions say the same: one edge, from the id that sorts first. */
function keep(edges: Map<string, Edge>, edge: Edge): void {
  const [from, to] = edge.from < edge.to ? [edge.from, edge.to] : [edge.to, edge.from]
  edges.set(JSON.stringify([from, to]), { ...edge, from, to })
}

/** What was written on the same day, one after the other; and what replaced what. */
export function temporalEdges(all: readonly Related[]): Edge[] {
  const known = new Set(all.map(each => each.id))
  const edges: Edge[] = []
  const days = new Map<string, Related[]>()
  for (const one of all) {
    if (one.supersededBy !== null && one.supersededBy !== one.id && known.has(one.supersededBy))
      edges.push(temporal(one.supersededBy, one.id, 1, 'supersedes it'))
    if (one.day === null) continue
    const key = JSON.stringify([one.group, one.day])
    const day = days.get(key)
    if (day === undefined) days.set(key, [one])
    else day.push(one)
  }
  const often = new Map<string, number>()
  for (const { group, day } of all) if (day !== null) often.set(group, (often.get(group) ?? 0) + 1)
  for (const day of days.values()) {
    if (day.length > FEW && day.length * 2 > often.get(day[0]!.group)!) continue
    for (const [at, one] of day.entries())
      if (at > 0) edges.push(temporal(day[at - 1]!.id, one.id, 0.5, `written on the same day, ${one.day}`))
  }
  return edges
}

const temporal = (from: string, to: string, weight: number, evidence: string): Edge => ({
  from,
  to,
  relation: 'temporal',
  weight,
  evidence,
})

/** What rare names two have in common. */
export function entityEdges(all: readonly Related[]): Edge[] {
  const holders = new Map<string, number[]>()
  for (const [at, { text, title }] of all.entries()) {
    for (const entity of entitiesOf(`${title}\n\n${text}`)) {
      const held = holders.get(entity)
      if (held === undefined) holders.set(entity, [at])
      else held.push(at)
    }
  }
  const shared = new Map<string, { from: number; to: number; names: string[] }>()
  for (const [entity, held] of holders) {
    if (held.length < 2 || held.length > RARE) continue
    for (const [i, from] of held.entries()) {
      for (const to of held.slice(i + 1)) {
        const key = `${from} ${to}`
        const pair = shared.get(key)
        if (pair === undefined) shared.set(key, { from, to, names: [entity] })
        else pair.names.push(entity)
      }
    }
  }
  return [...shared.values()].map(({ from, to, names }) =>
    entityEdge(
      all[from]!.id,
      all[to]!.id,
      names.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)),
    ),
  )
}

function entityEdge(from: string, to: string, names: readonly string[]): Edge {
  const evidence = `both name ${names.slice(0, 3).join(', ')}`
  return { from, to, relation: 'entity', weight: Math.min(1, 0.4 + 0.2 * names.length), evidence }
}

/** All four; `vectors` in the order of `all`, none where there is no model of meaning. */
export function relationsOf(
  all: readonly Related[],
  vectors: readonly (Float32Array | undefined)[],
  wanted: readonly Relation[],
): Edge[] {
  const makers: Record<Relation, () => Edge[]> = {
    semantic: () => semanticEdges(all, vectors),
    temporal: () => temporalEdges(all),
    causal: () => causalEdges(all),
    entity: () => entityEdges(all),
  }
  return wanted.flatMap(relation => makers[relation]())
}
