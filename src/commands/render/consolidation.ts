import type { CcbConsolidation, Consolidation, MagmaMaintenance, Refinement } from '../../model/index.ts'
import { counted, newPage, type Page, type PageOptions } from '../../report/index.ts'

/** What the three consolidators did, or would do. */
export function renderConsolidation(answer: Consolidation, options: PageOptions): string {
  const page = newPage(options)
  if (answer.mode === 'dry-run')
    page.text('Nothing was written: this is what would be done.', 0, 'quiet').gap()
  if (answer.ccb !== undefined) writeCcb(page, answer.ccb)
  if (answer.refine !== undefined) writeRefinement(page, answer.refine)
  if (answer.magma !== undefined) writeMaintenance(page, answer.magma)
  const runs = new Set([answer.ccb?.run ?? [], answer.refine?.runs ?? [], answer.magma?.runs ?? []].flat())
  if (runs.size > 0) page.gap()
  for (const run of runs) page.text(`dream undo ${run}${options.place ?? ''}  takes it back`, 0, 'quiet')
  return page.end()
}

function writeCcb(page: Page, { folders, archived, written, proposals, problems }: CcbConsolidation): void {
  page.text('the files', 0, 'strong')
  page.text(
    `${counted(folders, 'folder')}: ${archived} archived, ${written} written, ${counted(proposals, 'proposal')} waiting`,
    2,
  )
  for (const problem of problems) page.text(problem, 2, 'warn')
}

function writeRefinement(page: Page, { taken, problems }: Refinement): void {
  page.gap().text('from the files to MAGMA', 0, 'strong')
  if (taken.length === 0) page.text('nothing new is settled', 2)
  for (const { file, record, layer, did } of taken)
    page.entry(file, `${did === 'new' ? 'taken over' : 'brought up to date'} as ${record} (${layer})`, 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}

function writeMaintenance(page: Page, { duplicates, moved, related, problems }: MagmaMaintenance): void {
  page.gap().text('MAGMA itself', 0, 'strong')
  if (duplicates.length + moved.length + related === 0) page.text('nothing to do', 2)
  for (const { record, of } of duplicates) page.entry(record, `archived: says the same as ${of}`, 2)
  for (const { record, from, to, because } of moved) page.entry(record, `${from} to ${to}: ${because}`, 2)
  if (related > 0) page.text(`relations written in ${counted(related, 'note')}`, 2)
  for (const problem of problems) page.text(problem, 2, 'warn')
}
