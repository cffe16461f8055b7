import { say } from '../languages/index.ts'
import { type Layer, RELATIONS, type Relation } from '../search/index.ts'
import { layerOf, statesDecision } from './layers.ts'
import { textHash } from './note.ts'
import type { MagmaRecord, RecordRelation } from './record.ts'
import type { Related } from './related.ts'
import { relationsOf } from './relations.ts'

export interface MaintenancePlan {
  readonly duplicates: readonly { readonly record: MagmaRecord; readonly of: MagmaRecord }[]
  readonly moved: readonly { readonly record: MagmaRecord; readonly to: Layer; readonly because: string }[]
  readonly related: readonly { readonly record: MagmaRecord; readonly relations: readonly RecordRelation[] }[]
}

/** The memory that a record was made from. `unknown`: its folder was not looked at, or not wholly. */
export type SourceState =
  | { readonly state: 'there'; readonly day: string }
  | { readonly state: 'gone' | 'unknown' | 'none' }

const MOST_RELATIONS = 5

/**
 * M14: what MAGMA does to itself. Equal texts become one: a record that was made from a memory which is still there is never
 * the one to go, else it would come back. A layer that Dream set follows the rule; one that a person set stays. A note that
 * was changed after its memory waits for `dream magma check` and is left as it is. Nothing is merged for being near in meaning.
 */
export function planMaintenance(
  records: readonly MagmaRecord[],
  sourceOf: (record: MagmaRecord) => SourceState,
  today: string,
  vectors: readonly (Float32Array | undefined)[],
): MaintenancePlan {
  const duplicates = duplicatesOf(records, sourceOf)
  const going = new Set(duplicates.map(({ record }) => record.id))
  const staying = records.filter(record => !going.has(record.id))
  const isOpen = (record: MagmaRecord) => record.source !== null && record.state === 'edited'
  const moved = staying.flatMap(record => (isOpen(record) ? [] : moveOf(record, sourceOf(record), today)))
  const kept = vectors.filter((_, at) => !going.has(records[at]!.id))
  const related = newRelations(staying, kept).filter(({ record }) => !isOpen(record))
  return { duplicates, moved, related }
}

function duplicatesOf(
  records: readonly MagmaRecord[],
  sourceOf: (record: MagmaRecord) => SourceState,
): MaintenancePlan['duplicates'] {
  const mayGo = (record: MagmaRecord) => ['none', 'gone'].includes(sourceOf(record).state)
  const rank = (record: MagmaRecord) => `${mayGo(record) ? 1 : 0} ${record.created} ${record.id}`
  const kept = new Map<string, MagmaRecord>()
  const duplicates: { record: MagmaRecord; of: MagmaRecord }[] = []
  for (const record of records.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const key = textHash(record.text)
    const of = record.text === '' ? undefined : kept.get(key)
    if (of === undefined) kept.set(key, record)
    else if (mayGo(record)) duplicates.push({ record, of })
  }
  return duplicates
}

function moveOf(record: MagmaRecord, source: SourceState, today: string): MaintenancePlan['moved'] {
  if (record.layerBy === 'person' || source.state === 'unknown') return []
  const superseded = source.state === 'gone'
  const { type, text, updated, layer } = record
  const day = source.state === 'there' ? source.day : updated.slice(0, 10)
  const facts = { part: 'memory', type, day, today } as const
  const to = layerOf({ ...facts, decides: statesDecision(text), superseded })
  if (to === layer) return []
  return [{ record, to, because: superseded ? say().vault.moves.sourceLeft : say().vault.moves.rule(to) }]
}

function newRelations(
  records: readonly MagmaRecord[],
  vectors: readonly (Float32Array | undefined)[],
): MaintenancePlan['related'] {
  const edges = relationsOf(records.map(related), vectors, RELATIONS)
  const found = new Map<string, { relation: Relation; to: string; weight: number }[]>()
  const add = (from: string, to: string, relation: Relation, weight: number) => {
    const held = found.get(from)
    if (held === undefined) found.set(from, [{ relation, to, weight }])
    else held.push({ relation, to, weight })
  }
  for (const { from, to, relation, weight } of edges) {
    if (relation === 'link' || relation === 'index') continue
    add(from, to, relation, weight)
    if (relation === 'semantic' || relation === 'entity') add(to, from, relation, weight)
  }
  const known = new Set(records.map(record => record.id))
  return records.flatMap(record => {
    const derived = RELATIONS.flatMap(relation => strongest(found.get(record.id) ?? [], relation))
    // A cause that a person noted is not for Dream to take away.
    const noted = record.relations.filter(({ relation, to }) => relation === 'causal' && known.has(to))
    const relations = once([...derived, ...noted])
    return keyOf(relations) === keyOf(record.relations) ? [] : [{ record, relations }]
  })
}

function related({ id, name, text, description, updated }: MagmaRecord): Related {
  return {
    id,
    title: name,
    text: `${description}\n\n${text}`,
    day: updated.slice(0, 10),
    group: 'magma',
    supersededBy: null,
    links: [],
  }
}

function strongest(
  all: readonly { relation: Relation; to: string; weight: number }[],
  relation: Relation,
): RecordRelation[] {
  return all
    .filter(each => each.relation === relation)
    .sort((a, b) => b.weight - a.weight || (a.to < b.to ? -1 : 1))
    .slice(0, MOST_RELATIONS)
    .map(({ to }) => ({ relation, to }))
}

const once = (relations: readonly RecordRelation[]): RecordRelation[] => [
  ...new Map(relations.map(each => [keyOf([each]), each])).values(),
]

const keyOf = (relations: readonly RecordRelation[]): string =>
  relations
    .map(({ relation, to }) => `${relation} ${to}`)
    .sort()
    .join('\n')
