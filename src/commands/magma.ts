import type { App } from '../app/index.ts'
import {
  type Consolidation,
  DreamError,
  type IndexState,
  LAYERS,
  type MagmaRebuild,
  type MagmaStatus,
} from '../model/index.ts'
import type { Page } from '../report/index.ts'
import { counted } from '../text/index.ts'
import { consolidateEngines, magmaRebuild, magmaStatus } from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

const ACTIONS = ['status', 'rebuild', 'consolidate'] as const
const PARTS = ['ccb', 'refine', 'magma'] as const

export const magma = command({
  name: 'magma',
  group: 'engines',
  summary: 'the second engine: how it stands, its vector index, its own consolidation',
  effect: 'write',
  settings: 'follow',
  input: {
    action: {
      kind: 'word',
      need: 'optional',
      about: 'status, rebuild or consolidate (else: status)',
      completes: ACTIONS,
    },
    part: {
      kind: 'word',
      need: 'optional',
      about: 'of consolidate: ccb, refine or magma (else: all three)',
      completes: PARTS,
    },
    anew: { kind: 'flag', about: 'throw the old index away first' },
    ...shared('dryRun', 'rules'),
    ...FOLDERS,
  },
  examples: [
    { line: 'dream magma', about: 'where its notes are, what is in its index' },
    { line: 'dream magma rebuild', about: 'embed what is new; --anew starts from nothing' },
    { line: 'dream magma consolidate', about: 'the files, then from the files to MAGMA, then MAGMA itself' },
    { line: 'dream magma consolidate refine --dry-run', about: 'what would be taken over' },
  ],
  async run(app, { action = 'status', part, anew, dryRun }): Promise<Result> {
    const { where, settings } = app
    if (action === 'status') return magmaStatus(where, settings.config)
    if (action === 'rebuild') return magmaRebuild(where, settings.config, anew === true ? 'anew' : 'catch-up')
    if (action === 'consolidate') return consolidate(app, part, dryRun === true ? 'dry-run' : 'live')
    throw new DreamError(`dream magma knows ${ACTIONS.join(', ')}, not ${action}.`, 2)
  },
  format: result =>
    isStatus(result) ? 'magma-status' : isRebuild(result) ? 'magma-rebuild' : 'magma-consolidation',
  render(result, page, { place }) {
    if (isStatus(result)) return writeStatus(result, page, place)
    return isRebuild(result) ? writeRebuild(result, page) : writeConsolidation(result, page, place)
  },
  exitCode(result) {
    if (isStatus(result)) return 0
    if (isRebuild(result)) return result.index.state === 'ready' || result.index.rows === 0 ? 0 : 1
    return result.exit
  },
})

type Result = MagmaStatus | MagmaRebuild | Consolidation

const isStatus = (result: Result): result is MagmaStatus => 'records' in result
const isRebuild = (result: Result): result is MagmaRebuild => 'embedded' in result

function consolidate({ where, settings, policy }: App, part: string | undefined, mode: 'dry-run' | 'live') {
  const parts = part === undefined ? PARTS : PARTS.filter(each => each === part)
  if (parts.length === 0)
    throw new DreamError(`dream magma consolidate knows ${PARTS.join(', ')}, not ${part}.`, 2)
  return consolidateEngines({
    where,
    settings: { ...settings.config, rules: policy.rules },
    policy,
    mode,
    parts,
  })
}

const STATE: Record<IndexState, string> = {
  ready: 'ready',
  behind: 'usable, and behind',
  absent: 'not built yet',
  'other-model': 'made with another model',
  damaged: 'damaged',
  unusable: 'cannot be used',
  off: 'off',
}

function writeStatus(status: MagmaStatus, page: Page, place: string): Page {
  const { index } = status
  const where =
    status.vault === 'obsidian'
      ? 'in the Obsidian vault'
      : "in Dream's state, because obsidian.vault is not set"
  const layers = LAYERS.map(layer => `${layer} ${status.layers[layer]}`).join(', ')
  page.text('MAGMA', 0, 'strong')
  page.text(`${counted(status.records, 'record')} ${where}: ${status.home}`, 2)
  page.text(`${counted(status.documents, 'document')} can be found; by layer: ${layers}`, 2)
  page.text(
    `vector index: ${STATE[index.state]}, ${indexWords(index)}`,
    2,
    index.state === 'unusable' ? 'bad' : undefined,
  )
  page.text(index.path, 4, 'quiet')
  for (const note of status.notes) page.text(note, 2, 'warn')
  if (index.state !== 'ready' && index.state !== 'off')
    page.text(`dream magma rebuild${place}  builds it`, 2, 'quiet')
  return page
}

function indexWords({ rows, model, dimensions, behind }: MagmaStatus['index']): string {
  const made = model === null ? '' : `, ${model} (${dimensions} numbers each)`
  return `${counted(rows, 'vector')}${made}${behind === 0 ? '' : `, ${behind} missing`}`
}

function writeRebuild({ index, embedded, kept, removed, seconds, notes }: MagmaRebuild, page: Page): Page {
  page.text(
    `The vector index holds ${indexWords(index)}: ${embedded} embedded, ${kept} unchanged, ${removed} removed, ${seconds.toFixed(1)} s.`,
  )
  page.text(index.path, 2, 'quiet')
  for (const note of notes) page.text(note, 0, 'warn')
  return page
}

/** What the three consolidators did, or would do. */
function writeConsolidation({ mode, ccb, refine, magma }: Consolidation, page: Page, place: string): Page {
  if (mode === 'dry-run') page.text('Nothing was written: this is what would be done.', 0, 'quiet').gap()
  if (ccb !== undefined) writeCcb(page, ccb)
  if (refine !== undefined) writeRefinement(page, refine)
  if (magma !== undefined) writeOwn(page, magma)
  const runs = new Set([ccb?.run ?? [], refine?.runs ?? [], magma?.runs ?? []].flat())
  if (runs.size > 0) page.gap()
  for (const run of runs) page.text(`dream undo ${run}${place}  takes it back`, 0, 'quiet')
  return page
}

type Part<Name extends 'ccb' | 'refine' | 'magma'> = NonNullable<Consolidation[Name]>

function writeCcb(page: Page, { folders, archived, written, proposals, problems }: Part<'ccb'>): void {
  page.text('the files', 0, 'strong')
  page.text(
    `${counted(folders, 'folder')}: ${archived} archived, ${written} written, ${counted(proposals, 'proposal')} waiting`,
    2,
  )
  for (const problem of problems) page.text(problem, 2, 'warn')
}

function writeRefinement(page: Page, { taken, problems }: Part<'refine'>): void {
  page.gap().text('from the files to MAGMA', 0, 'strong')
  if (taken.length === 0) page.text('nothing new is settled', 2)
  for (const { file, record, layer, did } of taken)
    page.entry(file, `${did === 'new' ? 'taken over' : 'brought up to date'} as ${record} (${layer})`, 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}

function writeOwn(page: Page, { duplicates, moved, related, problems }: Part<'magma'>): void {
  page.gap().text('MAGMA itself', 0, 'strong')
  if (duplicates.length + moved.length + related === 0) page.text('nothing to do', 2)
  for (const { record, of } of duplicates) page.entry(record, `archived: says the same as ${of}`, 2)
  for (const { record, from, to, because } of moved) page.entry(record, `${from} to ${to}: ${because}`, 2)
  if (related > 0) page.text(`relations written in ${counted(related, 'note')}`, 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}
