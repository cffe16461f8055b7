import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { shownJson } from '../report/index.ts'
import { showText } from '../text/index.ts'
import { EDGE_KINDS, type Edge, type GraphNode, type MemoryGraph, memoryGraph } from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

export const magmaGraph = command({
  name: 'magma graph',
  group: 'engines',
  help: say => say.help.magmaGraph,
  effect: 'read',
  settings: 'follow',
  input: {
    memory: {
      kind: 'word',
      need: 'optional',
      completes: 'files',
    },
    format: { kind: 'choice', choices: ['mermaid', 'dot', 'json'] },
    relation: {
      kind: 'texts',
      value: 'kind',
    },
    ...shared('output'),
    ...FOLDERS,
  },
  examples: [
    'dream magma graph',
    'dream magma graph auth.md --format dot | dot -Tsvg > auth.svg',
    'dream magma graph --relation causal --relation link',
  ],
  format: 'graph',
  async run({ where, settings: { config } }, { memory, relation = [] }, talk) {
    const relations = relation.map(kindOf)
    const made = memoryGraph({ where, settings: config, relations, ...(memory !== undefined && { memory }) })
    for (const note of made.notes) talk.say(`dream: ${showText(note)}\n`)
    return made
  },
  render: (made, _, { input, output }) => (output === 'file' ? '' : textOf(made, input.format)),
  file: (made, form, { format }) => textOf(made, form === 'json' ? 'json' : format),
})

function kindOf(word: string) {
  const kind = EDGE_KINDS.find(each => each === word)
  if (kind !== undefined) return kind
  throw new DreamError(say().engines.graph.unknownRelation(EDGE_KINDS.join(', '), word), 2)
}

function textOf(made: MemoryGraph, format: 'mermaid' | 'dot' | 'json' = 'mermaid'): string {
  if (format === 'json') return shownJson({ format: 'dream-graph', version: 1, ...made })
  return format === 'dot' ? dotOf(made) : mermaidOf(made)
}

/** Edges that point somewhere; the others are drawn without an arrow. */
const DIRECTED: ReadonlySet<Edge['relation']> = new Set(['link', 'index', 'causal', 'temporal'])

/** Numbers instead of names: nothing that stands in a memory can end a line or begin a statement. */
const numbersOf = ({ nodes }: MemoryGraph): ReadonlyMap<string, string> =>
  new Map(nodes.map(({ id }, at) => [id, `n${at + 1}`]))

function mermaidOf(made: MemoryGraph): string {
  const names = numbersOf(made)
  const nodes = made.nodes.map(node => `  ${names.get(node.id)}["${mermaidText(labelOf(node))}"]`)
  const edges = made.edges.map(({ from, to, relation }) => {
    const arrow = DIRECTED.has(relation) ? '-->' : '---'
    return `  ${names.get(from)} ${arrow}|${relation}| ${names.get(to)}`
  })
  return `${['flowchart LR', ...nodes, ...edges].join('\n')}\n`
}

/** Every character that Mermaid, Markdown or HTML could read as its own becomes a number. */
const mermaidText = (text: string): string =>
  showText(text).replace(/["#&<>`\\[\]{}|;%()]/g, char => `#${char.codePointAt(0)};`)

function dotOf(made: MemoryGraph): string {
  const names = numbersOf(made)
  const nodes = made.nodes.map(node => `  ${names.get(node.id)} [label=${dotText(labelOf(node))}];`)
  const edges = made.edges.map(({ from, to, relation, evidence }) => {
    const direction = DIRECTED.has(relation) ? '' : ', dir=none'
    const about = `label=${relation}, tooltip=${dotText(evidence)}${direction}`
    return `  ${names.get(from)} -> ${names.get(to)} [${about}];`
  })
  const head = ['digraph memories {', '  rankdir=LR;', '  node [shape=box];']
  return `${[...head, ...nodes, ...edges, '}'].join('\n')}\n`
}

const dotText = (text: string): string => `"${showText(text).replace(/["\\]/g, '\\$&')}"`

function labelOf({ label, layer, kind }: GraphNode): string {
  if (kind === 'missing') return say().engines.graph.missing(label)
  if (kind === 'index') return label
  return `${label} · ${layer}${kind === 'record' ? ' · MAGMA' : ''}`
}
