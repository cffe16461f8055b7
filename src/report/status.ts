import type { FolderStatus } from '../memory/answers.ts'
import { timeWords } from './history.ts'
import { newPage, type PageOptions } from './page.ts'
import { counted } from './words.ts'

export function renderStatus(folders: readonly FolderStatus[], options: PageOptions): string {
  const page = newPage(options)
  if (folders.length === 0) page.text('No memory directories found')
  for (const folder of folders) {
    page.gap().text(folder.label, 0, 'strong')
    if (folder.viaSymlink !== undefined)
      page.text(`a link at ${folder.viaSymlink} leads to ${folder.root}`, 2, 'quiet')
    page.text(contentWords(folder), 2)
    page.text(lastRunWords(folder), 2)
    if (folder.holder !== undefined) page.text(holderWords(folder.holder), 2, 'warn')
    for (const run of folder.unfinished)
      page.text(`run ${run} was cut off; dream recover finishes it`, 2, 'bad')
    page.text(
      `kept: ${counted(folder.stored.objects, 'version')}, ${sizeWords(folder.stored.bytes)}`,
      2,
      'quiet',
    )
  }
  return page.end()
}

function contentWords(folder: FolderStatus): string {
  const index =
    folder.index === undefined
      ? 'no MEMORY.md'
      : `MEMORY.md ${counted(folder.index.lines, 'line')}, ${sizeWords(folder.index.bytes)}`
  return `${counted(folder.memories, 'memory', 'memories')}, ${index}, layout: ${folder.layout}`
}

function lastRunWords(folder: FolderStatus): string {
  if (folder.lastRun === undefined) return 'no run yet'
  const { run, at, command, done } = folder.lastRun
  const since = folder.changedSince === 0 ? 'nothing changed since' : `${folder.changedSince} changed since`
  return `last: ${command} ${run} at ${timeWords(at)}, ${counted(done, 'change')}; ${since}`
}

const holderWords = (holder: NonNullable<FolderStatus['holder']>): string =>
  `busy: ${holder.command} (process ${holder.pid} on ${holder.host}) since ${timeWords(holder.since)}`

/** 812 bytes, 14.2 kB, 3.1 MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
