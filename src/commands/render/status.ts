import type { AutoStatus, FolderStatus } from '../../model/index.ts'
import { counted, newPage, type Page, type PageOptions } from '../../report/index.ts'
import { timeWords } from './history.ts'
import { journalStatusLines } from './journal.ts'
import { writePlans } from './plans.ts'

export function renderStatus(
  folders: readonly FolderStatus[],
  options: PageOptions,
  auto?: AutoStatus,
): string {
  const page = newPage(options)
  if (folders.length === 0) page.text('No memory directories found')
  for (const folder of folders) {
    page.gap().text(folder.label, 0, 'strong')
    if (folder.viaSymlink !== undefined)
      page.text(`a link at ${folder.viaSymlink} leads to ${folder.root}`, 2, 'quiet')
    if (folder.journal === undefined) page.text(contentWords(folder), 2)
    for (const line of folder.journal === undefined ? [] : journalStatusLines(folder.journal))
      page.text(line, 2)
    page.text(lastRunWords(folder), 2)
    writePlans(page, folder.plans ?? [], 2)
    if (folder.holder !== undefined) page.text(holderWords(folder.holder), 2, 'warn')
    for (const run of folder.unfinished)
      page.text(`run ${run} was cut off; dream recover finishes it`, 2, 'bad')
    page.text(
      `kept: ${counted(folder.stored.objects, 'version')}, ${sizeWords(folder.stored.bytes)}`,
      2,
      'quiet',
    )
  }
  if (auto !== undefined) writeAuto(page, auto)
  return page.end()
}

function writeAuto(page: Page, { last, atWork, next, opensAt }: AutoStatus): void {
  page.gap().text('by itself', 0, 'strong')
  if (last === undefined) page.text('last night: none yet', 2)
  else
    page.text(
      `last night: ${last.result}, ${timeWords(last.at)}: ${last.words}`,
      2,
      last.result === 'failed' ? 'bad' : undefined,
    )
  if (atWork !== undefined) page.text(`now: ${atWork}`, 2)
  page.text(`next night: ${next}`, 2)
  if (opensAt !== undefined) page.text(`not before ${timeWords(opensAt)}`, 4, 'quiet')
}

function contentWords(folder: FolderStatus): string {
  const index =
    folder.index === undefined
      ? 'no MEMORY.md'
      : `MEMORY.md ${linesWords(folder.index.lines)}${sizeWords(folder.index.bytes)}`
  return `${counted(folder.memories, 'memory', 'memories')}, ${index}, layout: ${folder.layout}`
}

const linesWords = (lines: number | null): string => (lines === null ? '' : `${counted(lines, 'line')}, `)

function lastRunWords(folder: FolderStatus): string {
  const since = sinceWords(folder)
  if (folder.lastRun === undefined) return since === undefined ? 'no run yet' : `no run yet; ${since}`
  const { run, at, command, done } = folder.lastRun
  const last = `last: ${command} ${run} at ${timeWords(at)}, ${counted(done, 'change')}`
  return since === undefined ? last : `${last}; ${since}`
}

/** Nothing where Dream never looked, or where journals tell it. */
function sinceWords({ since, changedSince }: FolderStatus): string | undefined {
  if (since === undefined) return undefined
  if (changedSince === 0) return 'nothing changed since Dream last looked'
  const { edited, added, gone } = since
  return `${changedSince} changed since Dream last looked (${edited} edited, ${added} new, ${gone} gone)`
}

const holderWords = (holder: NonNullable<FolderStatus['holder']>): string =>
  `busy: ${holder.command} (process ${holder.pid} on ${holder.host}) since ${timeWords(holder.since)}`

/** 812 bytes, 14.2 kB, 3.1 MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
