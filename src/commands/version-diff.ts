import { say } from '../languages/index.ts'
import { DreamError } from '../model/index.ts'
import { difference as differenceOf, leftOutWords, type Page } from '../report/index.ts'
import type { VersionDifference } from '../vault/index.ts'

/** What changed between two versions, line by line. */
export function writeDifference(page: Page, { id, from, to, before, after }: VersionDifference): Page {
  const words = say().history.diff
  page.entry(id, words.between(from.version, to.version), 0, 'strong').gap()
  if (before === after) return page.text(words.same)
  const lines = differenceOf(before, after)
  if (lines.every(line => line.in === 'both' || line.in === 'cut')) page.text(words.hidden)
  for (const line of lines) {
    if ('lines' in line) page.text(leftOutWords(line), 2, 'quiet')
    else if (line.in === 'both') page.text(line.text === '' ? ' ' : line.text, 2)
    else page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 0, line.in === 'first' ? 'bad' : 'good')
  }
  return page
}

export function versionOf(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word)
  throw new DreamError(say().history.diff.noVersion(word), 2)
}
