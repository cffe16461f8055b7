import type { ForgetFileReport, NearNote, RememberFileReport } from '../model/index.ts'
import { counted, quoted } from '../text/index.ts'
import { newPage, type Page, type PageOptions } from './page.ts'

export function renderRememberFile(report: RememberFileReport, options: PageOptions): string {
  const page = newPage(options)
  const { did, label, file, type, line, near, run, warnings } = report
  if (did === 'known')
    page.text(`Known already: the same text stands in ${label}/${file}. Nothing was written.`, 0, 'quiet')
  else page.text(`Remembered as ${TYPE_WORDS[type ?? 'project']}: ${label}/${file}`)
  if (line !== null) page.text(line, 2, 'quiet')
  writeNear(page, near, 0)
  for (const warning of warnings) page.text(warning, 0, 'warn')
  writeUndo(page, run, options)
  return page.end()
}

/** What comes near is said to be there: a person sees what may have to go. */
export function writeNear(page: Page, near: readonly NearNote[], indent: number): void {
  for (const { file, text } of near)
    page.text(`Near it, and kept: ${file}${text === '' ? '' : `: ${quoted(text)}`}`, indent, 'warn')
}

const TYPE_WORDS = {
  user: 'something about you',
  feedback: 'feedback',
  project: 'a fact about the project',
  reference: 'a reference',
} as const

/** More of them are only counted; `--json` has all. */
const MOST_SHOWN = 5

export function renderForgetFile(report: ForgetFileReport, options: PageOptions): string {
  const page = newPage(options)
  const { matches, pinned, mentions, notes, withheld, preview, run, warnings } = report
  for (const { source, text } of matches) page.text(`· ${source}${text === '' ? '' : `: ${text}`}`)
  if (matches.length === 0) page.text('Nothing matches.', 0, 'quiet')
  else if (withheld !== undefined) page.text(`Nothing was archived: ${withheld}.`, 0, 'warn')
  else if (preview) page.text('Nothing was archived: this only shows what matches.', 0, 'quiet')
  else
    page.text(
      `${counted(matches.length, 'memory', 'memories')} archived; MEMORY.md does not list ${matches.length === 1 ? 'it' : 'them'} any more.`,
    )
  for (const file of pinned) page.text(`${file} is pinned: it goes only by its file name.`, 0, 'warn')
  if (mentions.length > 0) page.text(mentionWords(mentions), 0, 'quiet')
  for (const note of notes) page.text(note, 0, 'quiet')
  for (const warning of warnings) page.text(warning, 0, 'warn')
  writeUndo(page, run, options)
  return page.end()
}

function mentionWords(files: readonly string[]): string {
  const more = files.length > MOST_SHOWN ? ` and ${files.length - MOST_SHOWN} more` : ''
  return `It stands in ${files.slice(0, MOST_SHOWN).join(', ')}${more} too, which say more than that: they stay unless you name them.`
}

function writeUndo(page: Page, run: string | undefined, { place = '' }: PageOptions): void {
  if (run !== undefined) page.entry(`dream undo ${run}${place}`, 'takes it back', 0, 'good')
}
