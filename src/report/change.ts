import type { FileChange } from '../model/index.ts'
import { counted, maskSecrets } from '../text/index.ts'
import { type DiffLine, difference, leftOutWords } from './difference.ts'
import { newPage, type Page, type PageOptions } from './page.ts'

/** Lines of one file that a question shows; the rest is in the file. */
const MOST_SHOWN = 60

const WOULD = { archive: 'would go into the archive', write: 'would be', append: 'would be' } as const
const DID = { archive: 'went into the archive', write: 'is now', append: 'is now' } as const

/** What becomes of files, each with its difference: `planned` before a question is asked, `done` after the fact. */
export function renderChanges(
  changes: readonly FileChange[],
  tense: 'planned' | 'done',
  options: PageOptions,
): string {
  const page = newPage(options)
  for (const change of changes) writeChange(page, change, tense === 'planned' ? WOULD : DID)
  return page.end()
}

function writeChange(page: Page, change: FileChange, words: typeof WOULD | typeof DID): void {
  const { file, kind, before, after } = change
  page
    .gap()
    .entry(
      file,
      kind === 'archive' ? words.archive : `${words[kind]}${before === undefined ? ' a new file' : ''}:`,
      2,
    )
  const lines = linesOf(before, after)
  for (const line of lines.slice(0, MOST_SHOWN)) writeLine(page, line)
  if (lines.length > MOST_SHOWN)
    page.text(`… and ${counted(lines.length - MOST_SHOWN, 'line')} more`, 6, 'quiet')
}

function linesOf(before: string | undefined, after: string | undefined): DiffLine[] {
  if (before !== undefined && after !== undefined) return difference(before, after)
  const text = after ?? before
  if (text === undefined) return []
  const mark = after === undefined ? 'first' : 'second'
  const lines = maskSecrets(text).trimEnd().split(/\r?\n/)
  return lines.map(text => ({ in: mark, text }))
}

function writeLine(page: Page, line: DiffLine): void {
  if ('lines' in line) page.text(leftOutWords(line), 6, 'quiet')
  else if (line.in === 'both') page.text(line.text || ' ', 6)
  else page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 4, line.in === 'first' ? 'bad' : 'good')
}
