import type { Where } from '../app/index.ts'
import type { MagmaHome, MagmaSettings } from '../config/index.ts'
import { say } from '../languages/index.ts'
import { DreamError, type Folder, INDEX_FILE, type Memory, type MemoryType } from '../model/index.ts'
import type { Layer } from '../search/index.ts'
import { contentDay, loadEmbedder, RELATIONS, type Relation } from '../search/index.ts'
import { rootId } from '../store/index.ts'
import { makeLinkResolver } from '../text/index.ts'
import { memoryDocument, recordDocument, today } from './documents.ts'
import { readBoth } from './magma.ts'
import type { Edge, MagmaRecord } from './record.ts'
import type { Related } from './related.ts'
import { relationsOf } from './relations.ts'
import { relatedOf } from './walk.ts'

export interface GraphNode {
  readonly id: string
  readonly label: string
  readonly source: string
  readonly type: MemoryType | null
  readonly layer: Layer
  readonly kind: 'memory' | 'record' | 'index' | 'missing'
}

export interface MemoryGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
  readonly notes: readonly string[]
}

export type EdgeKind = Edge['relation']
export const EDGE_KINDS: readonly EdgeKind[] = ['link', 'index', ...RELATIONS]

export interface GraphRequest {
  readonly where: Where
  readonly settings: MagmaSettings
  /** Kinds of edges; all of them where none is given. */
  readonly relations?: readonly EdgeKind[]
  /** Only this memory and what it has an edge to. */
  readonly memory?: string
  /** At most so many edges, those that say most; all of them where it is left out. */
  readonly most?: number
}

/** Every pair is compared for meaning: beyond this it takes too long, and the graph says so. */
const MOST_COMPARED = 3000

/** I6: the memories and their links. Needs no vector index. */
export function memoryGraph({ where, settings, relations, memory, most }: GraphRequest): MemoryGraph {
  const wanted = relations === undefined || relations.length === 0 ? EDGE_KINDS : relations
  const { read, records, home, notes } = readBoth(where, settings)
  const parts = [...read.map(folder => partOf(folder, wanted)), recordsPart(records, home, wanted)]
  const nodes = parts.flatMap(part => part.nodes)
  const derived = derivedEdges(
    parts.flatMap(part => part.related),
    wanted,
  )
  const edges = [...parts.flatMap(part => part.edges), ...derived.edges]
  const whole = { nodes: withMissing(nodes, edges), edges, notes: [...notes, ...derived.notes] }
  const shown = memory === undefined ? whole : around(whole, memory)
  return most === undefined ? shown : strongest(shown, most)
}

/** What a person wrote comes before what was derived, and a cause before a likeness. */
const SAYS: Record<EdgeKind, number> = {
  link: 4,
  causal: 3,
  entity: 2,
  temporal: 1.5,
  semantic: 1,
  index: 0.5,
}

function strongest({ nodes, edges, notes }: MemoryGraph, most: number): MemoryGraph {
  if (edges.length <= most) return { nodes, edges, notes }
  const kept = edges
    .toSorted((a, b) => SAYS[b.relation] + b.weight - SAYS[a.relation] - a.weight)
    .slice(0, most)
  const ends = new Set(kept.flatMap(({ from, to }) => [from, to]))
  const note = say().vault.graph.some(most, edges.length)
  return { nodes: nodes.filter(({ id }) => ends.has(id)), edges: kept, notes: [...notes, note] }
}

interface Part {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly Edge[]
  readonly related: readonly Related[]
}

function partOf(folder: Folder, wanted: readonly EdgeKind[]): Part {
  const base = rootId(folder.root)
  const resolve = makeLinkResolver(folder.memories)
  const idOf = (file: string) => `${base}/${file}`
  const nodes: GraphNode[] = []
  const edges: Edge[] = []
  const related: Related[] = []
  for (const memory of folder.memories) {
    const document = memoryDocument(folder, memory, today())
    const { id, title: label, source, layer } = document
    nodes.push({ id, label, source, type: memory.type ?? null, layer: layer ?? 'L3', kind: 'memory' })
    const links = linkEdges(memory, id, target => {
      const file = resolve(target)
      return file === undefined ? undefined : idOf(file)
    })
    if (wanted.includes('link')) edges.push(...links)
    const by = document.supersededBy === null ? undefined : resolve(document.supersededBy)
    related.push(
      relatedOf(
        { ...document, day: contentDay(memory) ?? null, supersededBy: by === undefined ? null : idOf(by) },
        links.map(edge => edge.to),
      ),
    )
  }
  if (wanted.includes('index') && folder.layout === 'index' && folder.index !== undefined)
    addIndex(folder, idOf, nodes, edges)
  return { nodes, edges, related }
}

function linkEdges(memory: Memory, from: string, idOf: (target: string) => string | undefined): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { kind, target, text, line } of memory.links) {
    // What is imported or linked by path may lie outside the folder; a wikilink always means a memory.
    const to = idOf(target) ?? (kind === 'wikilink' ? `missing:${target}` : undefined)
    if (to !== undefined && to !== from)
      edges.set(to, {
        from,
        to,
        relation: 'link',
        weight: 1,
        evidence: say().vault.graph.line(line, text.slice(0, 160)),
      })
  }
  return [...edges.values()]
}

function addIndex(folder: Folder, idOf: (file: string) => string, nodes: GraphNode[], edges: Edge[]): void {
  const there = new Set<string>(folder.memories.map(memory => memory.file))
  const id = idOf(INDEX_FILE)
  const source = `${folder.label}/${INDEX_FILE}`
  nodes.push({ id, label: source, source, type: null, layer: 'L2', kind: 'index' })
  for (const [at, { entry }] of folder.index!.lines.entries()) {
    if (entry === undefined) continue
    const { file, target, title } = entry
    const to = file !== undefined && there.has(file) ? idOf(file) : `missing:${target}`
    edges.push({
      from: id,
      to,
      relation: 'index',
      weight: 1,
      evidence: say().vault.graph.line(at + 1, title),
    })
  }
}

/** Records have their relations in their notes, and a link back to the memory they came from. */
function recordsPart(records: readonly MagmaRecord[], home: MagmaHome, wanted: readonly EdgeKind[]): Part {
  const known = new Set(records.map(record => record.id))
  const idOf = (id: string) => `magma/${id}.md`
  const nodes = records.map(
    (record): GraphNode => ({
      id: idOf(record.id),
      label: record.name,
      source: `magma/${record.note}`,
      type: record.type,
      layer: record.layer,
      kind: 'record',
    }),
  )
  const edges = records.flatMap(record => {
    const from = idOf(record.id)
    const noted = record.relations
      .filter(({ relation, to }) => wanted.includes(relation) && known.has(to))
      .map(
        ({ relation, to }): Edge => ({
          from,
          to: idOf(to),
          relation,
          weight: 1,
          evidence: say().vault.graph.inNote,
        }),
      )
    if (record.source === null || !wanted.includes('link')) return noted
    const to = `${record.source.folder}/${record.source.file}`
    return [...noted, { from, to, relation: 'link' as const, weight: 1, evidence: say().vault.graph.source }]
  })
  const free = records.filter(record => record.source === null)
  return { nodes, edges, related: free.map(record => relatedOf(recordDocument(record, home))) }
}

function derivedEdges(
  related: readonly Related[],
  wanted: readonly EdgeKind[],
): { edges: readonly Edge[]; notes: readonly string[] } {
  const kinds = RELATIONS.filter((relation): relation is Relation => wanted.includes(relation))
  const embedder = kinds.includes('semantic') ? loadEmbedder() : undefined
  const isMany = related.length > MOST_COMPARED
  const vectors =
    embedder === undefined || isMany
      ? []
      : related.map(({ title, text }) => embedder.embed(`${title}\n${text}`.slice(0, 2000)))
  const notes = isMany && kinds.includes('semantic') ? [say().vault.graph.tooMany(related.length)] : []
  return { edges: relationsOf(related, vectors, kinds), notes }
}

/** What a link means and nobody has is shown, so that it is seen. */
function withMissing(nodes: readonly GraphNode[], edges: readonly Edge[]): GraphNode[] {
  const known = new Set(nodes.map(node => node.id))
  const missing = new Set(edges.flatMap(({ from, to }) => [from, to]).filter(id => !known.has(id)))
  return [
    ...nodes,
    ...[...missing].map(
      (id): GraphNode => ({
        id,
        label: id.replace(/^missing:/, ''),
        source: id.replace(/^missing:/, ''),
        type: null,
        layer: 'L3',
        kind: 'missing',
      }),
    ),
  ]
}

function around({ nodes, edges, notes }: MemoryGraph, memory: string): MemoryGraph {
  const wanted = memory.toLowerCase().replace(/\.md$/, '')
  const names = (node: GraphNode) =>
    [node.label, node.id.slice(node.id.lastIndexOf('/') + 1), node.source].map(text =>
      text.toLowerCase().replace(/\.md$/, ''),
    )
  const middle = new Set(nodes.filter(node => names(node).includes(wanted)).map(node => node.id))
  if (middle.size === 0) throw new DreamError(say().notes.explain.notFound(memory), 2)
  const near = edges.filter(({ from, to }) => middle.has(from) || middle.has(to))
  const shown = new Set([...middle, ...near.flatMap(({ from, to }) => [from, to])])
  return { nodes: nodes.filter(node => shown.has(node.id)), edges: near, notes }
}
