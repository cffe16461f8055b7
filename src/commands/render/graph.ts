import type { Edge, GraphNode, MemoryGraph } from '../../model/index.ts'
import { showText } from '../../text/index.ts'

/** Edges that point somewhere; the others are drawn without an arrow. */
const DIRECTED: ReadonlySet<Edge['relation']> = new Set(['link', 'index', 'causal', 'temporal'])

/** Numbers instead of names: nothing that stands in a memory can end a line or begin a statement. */
function numbers({ nodes }: MemoryGraph): ReadonlyMap<string, string> {
  return new Map(nodes.map(({ id }, at) => [id, `n${at + 1}`]))
}

export function graphMermaid(graph: MemoryGraph): string {
  const names = numbers(graph)
  const lines = ['flowchart LR']
  for (const node of graph.nodes) lines.push(`  ${names.get(node.id)}["${mermaidText(labelOf(node))}"]`)
  for (const { from, to, relation } of graph.edges) {
    const arrow = DIRECTED.has(relation) ? '-->' : '---'
    lines.push(`  ${names.get(from)} ${arrow}|${relation}| ${names.get(to)}`)
  }
  return `${lines.join('\n')}\n`
}

/** Every character that Mermaid, Markdown or HTML could read as its own becomes a number. */
function mermaidText(text: string): string {
  return showText(text).replace(/["#&<>`\\[\]{}|;%()]/g, char => `#${char.codePointAt(0)};`)
}

export function graphDot(graph: MemoryGraph): string {
  const names = numbers(graph)
  const lines = ['digraph memories {', '  rankdir=LR;', '  node [shape=box];']
  for (const node of graph.nodes) lines.push(`  ${names.get(node.id)} [label=${dotText(labelOf(node))}];`)
  for (const { from, to, relation, evidence } of graph.edges) {
    const direction = DIRECTED.has(relation) ? '' : ', dir=none'
    const about = `label=${relation}, tooltip=${dotText(evidence)}${direction}`
    lines.push(`  ${names.get(from)} -> ${names.get(to)} [${about}];`)
  }
  return `${[...lines, '}'].join('\n')}\n`
}

const dotText = (text: string): string => `"${showText(text).replace(/["\\]/g, '\\$&')}"`

function labelOf({ label, layer, kind }: GraphNode): string {
  if (kind === 'missing') return `${label} (not there)`
  if (kind === 'index') return label
  return `${label} · ${layer}${kind === 'record' ? ' · MAGMA' : ''}`
}
