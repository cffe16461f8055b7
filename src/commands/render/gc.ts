import type { GcFolder, GcPart, GcReport } from '../../model/index.ts'
import { counted, newPage, type Page, type PageOptions } from '../../report/index.ts'
import { sizeWords } from './status.ts'

/** What was removed from Dream's own state and how much room that freed, or would. */
export function renderGc(report: GcReport, preview: boolean, options: PageOptions): string {
  const page = newPage(options)
  page.text(headline(report, preview), 0, 'strong')
  for (const folder of report.folders) writeFolder(page, folder)
  if (report.caches.count > 0) {
    page.gap().entry('caches', partWords(report.caches, 'file', 'files', 'that nobody used for months'), 0)
  }
  return page.end()
}

function headline({ freed, folders, caches }: GcReport, preview: boolean): string {
  if (folders.length === 0 && caches.count === 0) return 'Dream keeps no state for these folders'
  if (freed <= 0) return 'Nothing to remove: everything that is stored is needed'
  return preview
    ? `Would free ${sizeWords(freed)}. Run without --dry-run to do it.`
    : `Freed ${sizeWords(freed)}`
}

function writeFolder(page: Page, folder: GcFolder): void {
  const { label, unneeded, packed, leftovers, trash, held, failure } = folder
  const parts = [
    partWords(packed, 'version of Dream’s own files', 'versions of Dream’s own files', 'kept as differences'),
    partWords(unneeded, 'stored version that nothing needs', 'stored versions that nothing needs'),
    partWords(trash, 'file that waited for late edits', 'files that waited for late edits'),
    partWords(leftovers, 'trace of a run that was cut off', 'traces of runs that were cut off'),
  ].filter(words => words !== '')
  if (parts.length === 0 && held === undefined && failure === undefined) return
  page.gap().text(label, 0, 'strong')
  for (const words of parts) page.text(words, 2)
  if (held !== undefined) page.text(`stored versions that nothing seems to need stay: ${held}`, 2, 'warn')
  if (failure !== undefined) page.text(failure.sentence, 2, 'bad')
}

function partWords({ count, bytes }: GcPart, one: string, many = `${one}s`, how = ''): string {
  if (count === 0) return ''
  return `${counted(count, one, many)}${how === '' ? '' : ` ${how}`}, ${sizeWords(Math.max(0, bytes))}`
}
