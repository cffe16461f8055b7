import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { type Page, shownJson } from '../report/index.ts'
import { LAYERS } from '../search/index.ts'
import { cutAtWord, showText } from '../text/index.ts'
import {
  type CheckAnswer,
  type Conflict,
  type Consolidation,
  checkEngines,
  consolidateEngines,
  EDGE_KINDS,
  type Edge,
  type GraphNode,
  type MagmaStatus,
  type MemoryGraph,
  magmaStatus,
  memoryGraph,
  type Resolution,
  magmaRebuild as rebuild,
} from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

export const magma = command({
  name: 'magma',
  group: 'engines',
  help: say => say.help.magma,
  effect: 'read',
  settings: 'follow',
  input: FOLDERS,
  examples: ['dream magma', 'dream magma rebuild', 'dream magma check'],
  run: async ({ where, settings }) => magmaStatus(where, settings.config),
  format: 'magma-status',
  render: (status, page, { place }) => writeStatus(status, page, place),
})

function writeStatus(status: MagmaStatus, page: Page, place: string): Page {
  const { index } = status
  const words = say().engines.magma
  const where = status.vault === 'obsidian' ? words.inVault : words.inState
  const layers = LAYERS.map(layer => `${layer} ${status.layers[layer]}`).join(', ')
  page.text('MAGMA', 0, 'strong')
  page.text(words.records(status.records, where, status.home), 2)
  page.text(words.documents(status.documents, layers), 2)
  const isBad = index.state === 'unusable'
  page.text(words.index(words.states[index.state], indexWords(index)), 2, isBad ? 'bad' : undefined)
  page.text(index.path, 4, 'quiet')
  for (const note of status.notes) page.text(note, 2, 'warn')
  if (index.state !== 'ready' && index.state !== 'off')
    page.text(`dream magma rebuild${place}  ${words.builds}`, 2, 'quiet')
  return page
}

export const indexWords = ({ rows, model, dimensions, behind }: MagmaStatus['index']): string =>
  say().engines.magma.vectors(rows, model, dimensions ?? 0, behind)

export const magmaCheck = command({
  name: 'magma check',
  group: 'engines',
  help: say => say.help.magmaCheck,
  effect: 'write',
  settings: 'follow',
  input: {
    ...shared('paths'),
    fix: { kind: 'flag' },
    ...shared('rules'),
    ...FOLDERS,
  },
  examples: ['dream magma check', 'dream magma check --fix', 'dream queue'],
  run({ where, settings, policy }, { fix }): Promise<CheckAnswer> {
    const rules = { ...settings.config, rules: policy.rules }
    return checkEngines(where, rules, fix === true ? 'fix' : 'look')
  },
  format: 'check',
  render: (result, page, { place }) => writeReport(result, page, place),
  exitCode({ resolved, conflicts }) {
    const isSettled = resolved.length === conflicts.length
    return isSettled && resolved.every(({ did }) => did === 'settled') ? 0 : 1
  },
})

function writeReport(report: CheckAnswer, page: Page, place: string): Page {
  const { conflicts, resolved, waiting } = report
  for (const note of report.notes) page.text(note, 0, 'warn')
  if (conflicts.length === 0) return page.text(say().engines.check.agree(report.folders))
  page.text(say().engines.check.conflicts(conflicts.length), 0, 'strong')
  for (const conflict of conflicts) {
    const isAbout = ({ file, record }: Resolution) =>
      file === conflict.ccb.file && record === conflict.magma.id
    writeConflict(page.gap(), conflict)
    writeResolution(page, [...resolved, ...waiting].find(isAbout), place)
  }
  for (const run of new Set(resolved.flatMap(({ run }) => run ?? [])))
    page.gap().text(say().review.undoes(`dream undo ${run}${place}`), 0, 'quiet')
  return page
}

function writeConflict(page: Page, { ccb, magma, label, type, severity, differences }: Conflict): void {
  const words = say().engines.check
  page.entry(`${label}/${ccb.file}`, words.against(magma.note, type, severity), 0)
  if (differences.length > 0) page.text(words.differ(differences.join(', ')), 2)
}

function writeResolution(page: Page, resolution: Resolution | undefined, place: string): void {
  if (resolution === undefined) return
  const { id, strategy, did, detail } = resolution
  const words = say().engines.check
  page.text(
    say().look.joined(
      words.wins[strategy],
      detail ? say().look.about(words.did[did], detail) : words.did[did],
    ),
    2,
  )
  if (did === 'proposed') page.text(`dream queue --accept ${id}${place}`, 4, 'quiet')
  if (did === 'queued') page.text(words.or(`dream queue${place} --accept ${id} --goes file`), 4, 'quiet')
}

export const magmaGraph = command({
  name: 'magma graph',
  group: 'engines',
  help: say => say.help.magmaGraph,
  effect: 'read',
  settings: 'follow',
  input: {
    memory: { kind: 'word', need: 'optional', completes: 'files' },
    around: { kind: 'text', value: 'note' },
    limit: { kind: 'positive' },
    format: { kind: 'choice', choices: ['mermaid', 'dot', 'json'] },
    relation: { kind: 'texts', value: 'kind' },
    ...shared('output'),
    ...FOLDERS,
  },
  examples: [
    'dream magma graph',
    'dream magma graph auth.md --format dot | dot -Tsvg > auth.svg',
    'dream magma graph --relation causal --relation link',
  ],
  format: 'graph',
  async run(
    { where, settings: { config } },
    { around, memory = around, relation = [], limit, format },
    talk,
  ) {
    const relations = relation.map(kindOf)
    const most = limit ?? (talk.form === 'json' || format === 'json' ? undefined : LOOKED_AT)
    const made = memoryGraph({
      where,
      settings: config,
      relations,
      ...(memory !== undefined && { memory }),
      ...(most !== undefined && { most }),
    })
    for (const note of made.notes) talk.say(`dream: ${showText(note)}\n`)
    return made
  },
  render: (made, _, { input, output }) => (output === 'file' ? '' : textOf(made, input.format)),
  file: (made, form, { format }) => textOf(made, form === 'json' ? 'json' : format),
})

/** More edges than this nobody follows with their eyes; a program that asks for JSON gets all. */
const LOOKED_AT = 60

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

/** Edges that nobody believes without the sentence or the names that they stand on. */
const SPOKEN: ReadonlySet<Edge['relation']> = new Set(['causal', 'entity'])

/** Numbers instead of names: nothing that stands in a memory can end a line or begin a statement. */
const numbersOf = ({ nodes }: MemoryGraph): ReadonlyMap<string, string> =>
  new Map(nodes.map(({ id }, at) => [id, `n${at + 1}`]))

function mermaidOf(made: MemoryGraph): string {
  const names = numbersOf(made)
  const nodes = made.nodes.map(node => `  ${names.get(node.id)}["${mermaidText(labelOf(node))}"]`)
  const edges = made.edges.map(({ from, to, relation, evidence }) => {
    const arrow = DIRECTED.has(relation) ? '-->' : '---'
    const said = SPOKEN.has(relation) ? `: ${mermaidText(cutAtWord(evidence, 80))}` : ''
    return `  ${names.get(from)} ${arrow}|${relation}${said}| ${names.get(to)}`
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

export const magmaRebuild = command({
  name: 'magma rebuild',
  group: 'engines',
  help: say => say.help.magmaRebuild,
  effect: 'write',
  settings: 'follow',
  input: { anew: { kind: 'flag' }, ...FOLDERS },
  examples: ['dream magma rebuild', 'dream magma rebuild --anew'],
  run: ({ where, settings }, { anew }) =>
    rebuild(where, settings.config, anew === true ? 'anew' : 'catch-up'),
  format: 'magma-rebuild',
  render({ index, embedded, kept, removed, seconds, notes }, page) {
    const { rebuilt } = say().engines.magma
    page.text(rebuilt(indexWords(index), embedded, kept, removed, seconds.toFixed(1)))
    page.text(index.path, 2, 'quiet')
    for (const note of notes) page.text(note, 0, 'warn')
    return page
  },
  exitCode: ({ index }) => (index.state === 'ready' || index.rows === 0 ? 0 : 1),
})

const PARTS = ['ccb', 'refine', 'magma'] as const

export const magmaConsolidate = command({
  name: 'magma consolidate',
  group: 'engines',
  help: say => say.help.magmaConsolidate,
  effect: 'write',
  settings: 'follow',
  input: {
    part: { kind: 'word', need: 'optional', completes: PARTS },
    ...shared('dryRun', 'rules'),
    ...FOLDERS,
  },
  examples: ['dream magma consolidate', 'dream magma consolidate refine --dry-run'],
  async run({ where, settings, policy }, { part, dryRun }) {
    const parts = part === undefined ? PARTS : PARTS.filter(each => each === part)
    if (parts.length === 0)
      throw new DreamError(say().engines.magma.unknownPart(PARTS.join(', '), part ?? ''), 2)
    return consolidateEngines({
      where,
      settings: { ...settings.config, rules: policy.rules },
      policy,
      mode: dryRun === true ? 'dry-run' : 'live',
      parts,
    })
  },
  format: 'magma-consolidation',
  render: (result, page, { place }) => writeConsolidation(result, page, place),
  exitCode: ({ exit }) => exit,
})

/** What the three consolidators did, or would do. */
function writeConsolidation({ mode, ccb, refine, magma }: Consolidation, page: Page, place: string): Page {
  if (mode === 'dry-run') page.text(say().engines.magma.dryRun, 0, 'quiet').gap()
  if (ccb !== undefined) writeCcb(page, ccb)
  if (refine !== undefined) writeRefinement(page, refine)
  if (magma !== undefined) writeOwn(page, magma)
  const runs = new Set([ccb?.run ?? [], refine?.runs ?? [], magma?.runs ?? []].flat())
  if (runs.size > 0) page.gap()
  for (const run of runs) page.text(say().review.undoes(`dream undo ${run}${place}`), 0, 'quiet')
  return page
}

type Part<Name extends 'ccb' | 'refine' | 'magma'> = NonNullable<Consolidation[Name]>

function writeCcb(page: Page, { folders, archived, written, proposals, problems }: Part<'ccb'>): void {
  const words = say().engines.magma
  page.text(words.files, 0, 'strong')
  page.text(words.filesDone(folders, archived, written, proposals), 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}

function writeRefinement(page: Page, { taken, problems }: Part<'refine'>): void {
  const words = say().engines.magma
  page.gap().text(words.filesToMagma, 0, 'strong')
  if (taken.length === 0) page.text(words.nothingNew, 2)
  for (const { file, record, layer, did } of taken)
    page.entry(file, did === 'new' ? words.takenOver(record, layer) : words.updated(record, layer), 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}

function writeOwn(page: Page, { duplicates, moved, related, problems }: Part<'magma'>): void {
  const words = say().engines.magma
  page.gap().text(words.itself, 0, 'strong')
  if (duplicates.length + moved.length + related === 0) page.text(words.nothing, 2)
  for (const { record, of } of duplicates) page.entry(record, words.duplicate(of), 2)
  for (const { record, from, to, because } of moved) page.entry(record, words.moved(from, to, because), 2)
  if (related > 0) page.text(words.related(related), 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}
