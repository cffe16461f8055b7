import type { Change, FolderHistory, RunRecord } from '../../model/index.ts'
import { counted, newPage, type Page, type PageOptions, reasonWords } from '../../report/index.ts'

/** Every run on every folder, newest first; with a memory's name, only what happened to it. */
export function renderHistory(folders: readonly FolderHistory[], options: PageOptions): string {
  const page = newPage(options)
  for (const folder of folders) {
    page.gap().text(folder.label, 0, 'strong')
    for (const line of folder.damage) page.text(line, 2, 'bad')
    if (folder.records.length === 0) page.text('no run yet', 2, 'quiet')
    for (const record of folder.records.toReversed()) writeRecord(page, record)
  }
  return page.end()
}

function writeRecord(page: Page, record: RunRecord): void {
  page.gap().entry(record.run, recordWords(record), 2)
  for (const change of record.changes) page.entry(change.file, changeWords(change), 4, 'quiet')
  if (record.purged !== undefined)
    page.text(`${counted(record.purged.length, 'stored version')} erased on request`, 4, 'warn')
}

const recordWords = (record: RunRecord): string =>
  `${timeWords(record.at)}, ${record.command}${record.undoes === undefined ? '' : ` of ${record.undoes}`}`

/** Minutes are enough to find a run; the id tells two of them apart. */
export const timeWords = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

function changeWords(change: Change): string {
  const what = `${KIND_WORDS[change.kind]}: ${reasonWords(change.reason)}`
  return change.result === 'done'
    ? what
    : `${what} (${change.result}${change.detail === undefined ? '' : `: ${change.detail}`})`
}

const KIND_WORDS: Record<Change['kind'], string> = {
  archive: 'archived',
  write: 'written',
  append: 'appended to',
}
