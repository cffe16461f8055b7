import type { ChangeEntry, MemoryVersions, VersionDifference } from '../../model/index.ts'
import { difference, leftOutWords, newPage, type PageOptions, reasonWords } from '../../report/index.ts'
import { timeWords } from './history.ts'

/** The life of a memory, newest first. */
export function renderVersions(lives: readonly MemoryVersions[], options: PageOptions): string {
  const page = newPage(options)
  for (const { id, version, state, createdAt, updatedAt, changeLog } of lives) {
    page
      .gap()
      .entry(id, state === 'there' ? `version ${version}` : `gone; was version ${version}`, 0, 'strong')
    page.text(`created ${timeWords(createdAt)}, updated ${timeWords(updatedAt)}`, 2, 'quiet')
    for (const entry of changeLog.toReversed()) page.entry(nameOf(entry), entryWords(entry), 2)
  }
  return page.end()
}

const nameOf = ({ version }: ChangeEntry): string =>
  version === undefined ? 'left   ' : `version ${version}`

function entryWords({ at, by, run, reason, version }: ChangeEntry): string {
  const what = version === 1 && by === 'outside' ? 'first seen' : 'changed outside Dream'
  if (by === 'outside') return `${timeWords(at)}, ${version === undefined ? 'removed outside Dream' : what}`
  return `${timeWords(at)}, ${reason === undefined ? 'changed' : reasonWords(reason)} (${run})`
}

/** Two versions line by line. */
export function renderVersionDiff(
  { id, from, to, before, after }: VersionDifference,
  options: PageOptions,
): string {
  const page = newPage(options)
  page.entry(id, `version ${from.version} against version ${to.version}`, 0, 'strong').gap()
  if (before === after) return page.text('They are the same.').end()
  const lines = difference(before, after)
  if (lines.every(line => line.in === 'both' || line.in === 'cut'))
    page.text('What differs is a secret, a line end or white space at the end.')
  for (const line of lines) {
    if ('lines' in line) page.text(leftOutWords(line), 2, 'quiet')
    else if (line.in === 'both') page.text(line.text === '' ? ' ' : line.text, 2)
    else page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 0, line.in === 'first' ? 'bad' : 'good')
  }
  return page.end()
}
