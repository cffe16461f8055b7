import { diffComm } from 'node-diff3'
import { say } from '../languages/index.ts'
import type { FileChange } from '../plan/index.ts'
import { maskSecrets } from '../text/index.ts'
import { newPage, type Page, type PageOptions } from './page.ts'

/**
 * `both`: a line of both texts. `first`, `second`: of one alone. `cut`: so many equal lines are left out. `more`: so many
 * lines that differ are not shown, which nobody may take for none.
 */
export type DiffLine =
  | { readonly in: 'both' | 'first' | 'second'; readonly text: string }
  | { readonly in: 'cut' | 'more'; readonly lines: number }

/** Equal lines shown around a difference. */
const AROUND = 2
/** Comparing costs the product of the lengths; what is longer is shown as far as this. */
const MOST_LINES = 500

/** Two texts line by line, with what is equal cut down to what the eye needs. */
export function difference(first: string, second: string): DiffLine[] {
  const [a, b] = [linesOf(first), linesOf(second)]
  const start = equalAtStart(a, b)
  const end = equalAtStart(a.slice(start).reverse(), b.slice(start).reverse())
  const [was, is] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const lines: DiffLine[] = shortened(a.slice(0, start), {
    isFirst: true,
    isLast: was.length + is.length === 0,
  })
  for (const part of diffComm(was.slice(0, MOST_LINES), is.slice(0, MOST_LINES))) {
    if (part.common !== undefined) lines.push(...shortened(part.common, { isFirst: false, isLast: false }))
    lines.push(...(part.buffer1 ?? []).map(text => ({ in: 'first' as const, text })))
    lines.push(...(part.buffer2 ?? []).map(text => ({ in: 'second' as const, text })))
  }
  const rest = Math.max(0, was.length - MOST_LINES) + Math.max(0, is.length - MOST_LINES)
  if (rest > 0) lines.push({ in: 'more', lines: rest })
  const behind = shortened(a.slice(a.length - end), { isFirst: false, isLast: true })
  return [...lines, ...(was.length + is.length === 0 ? [] : behind)]
}

/** What stands for lines that are not there. */
export const leftOutWords = ({ in: which, lines }: Extract<DiffLine, { lines: number }>): string =>
  which === 'cut' ? say().report.change.equalLines(lines) : say().report.change.notShown(lines)

const linesOf = (text: string): string[] => maskSecrets(text).trimEnd().split(/\r?\n/)

function equalAtStart(a: readonly string[], b: readonly string[]): number {
  let at = 0
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1
  return at
}

function shortened(common: readonly string[], place: { isFirst: boolean; isLast: boolean }): DiffLine[] {
  const before = place.isFirst ? 0 : AROUND
  const after = place.isLast ? 0 : AROUND
  const both = (text: string): DiffLine => ({ in: 'both', text })
  if (common.length === 0) return []
  const hidden = common.length - before - after
  if (hidden <= 1) return common.map(both)
  return [
    ...common.slice(0, before).map(both),
    { in: 'cut', lines: hidden },
    ...common.slice(common.length - after).map(both),
  ]
}

/** Lines of one file that a question shows; the rest is in the file. */
const MOST_SHOWN = 60

/** What becomes of files, each with its difference: `planned` before a question is asked, `done` after the fact. */
export function renderChanges(
  changes: readonly FileChange[],
  tense: 'planned' | 'done',
  options: PageOptions,
): string {
  const page = newPage(options)
  for (const change of changes) writeChange(page, change, tense)
  return page.end()
}

function writeChange(page: Page, change: FileChange, tense: 'planned' | 'done'): void {
  const { file, kind, before, after } = change
  const words = say().report.change
  const [archived, created, written] =
    tense === 'planned'
      ? [words.wouldArchive, words.wouldCreate, words.wouldWrite]
      : [words.archived, words.created, words.written]
  page.gap().entry(file, kind === 'archive' ? archived : before === undefined ? created : written, 2)
  const lines = shownLines(before, after)
  for (const line of lines.slice(0, MOST_SHOWN)) writeLine(page, line)
  if (lines.length > MOST_SHOWN) page.text(words.moreLines(lines.length - MOST_SHOWN), 6, 'quiet')
}

function shownLines(before: string | undefined, after: string | undefined): DiffLine[] {
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
