import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import type { Page } from '../report/index.ts'
import { type Consolidation, consolidateEngines } from '../vault/index.ts'
import { command } from './command.ts'
import { FOLDERS, shared } from './options.ts'

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
