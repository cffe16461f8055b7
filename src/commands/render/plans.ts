import type { PlanShown, WaitingPlan } from '../../model/index.ts'
import {
  counted,
  DRY_RUN_NOTICE,
  difference,
  leftOutWords,
  newPage,
  type Page,
  type PageOptions,
  shellWord,
} from '../../report/index.ts'
import { timeWords } from './history.ts'

const FEW_FILES = 4

/** P7: a plan that waits, with the commands that show it and carry it out. */
export function writePlans(page: Page, plans: readonly WaitingPlan[], indent: number): void {
  for (const { label, at, files, path } of plans) {
    const named = files.slice(0, FEW_FILES).join(', ')
    const more = files.length > FEW_FILES ? ` and ${files.length - FEW_FILES} more` : ''
    const since = at === '' ? '' : ` since ${timeWords(at)}`
    page.text(
      `a plan of the dream agent for ${label} waits${since}: ${counted(files.length, 'change')} (${named}${more})`,
      indent,
    )
    page.uncut(
      `${' '.repeat(indent + 2)}dream apply ${shellWord(path)} --dry-run  shows it, without --dry-run does it`,
      'quiet',
    )
  }
}

const KIND_WORDS: Record<PlanShown['kind'], string> = {
  write: 'would be written',
  append: 'would be added to',
  archive: 'would go to the archive',
}

/** What a plan would do to the files as they are now. */
export function renderPlan(shown: readonly PlanShown[], options: PageOptions): string {
  const page = newPage(options)
  page.uncut(DRY_RUN_NOTICE, 'warn')
  if (shown.length === 0) page.gap().text('The plan changes nothing.')
  for (const { label, file, kind, state, was = '', becomes } of shown) {
    page.gap().entry(`${label}/${file}`, KIND_WORDS[kind], 0, 'strong')
    if (state === 'changed-since')
      page.text('changed since the plan was made, so it would be left alone', 2, 'warn')
    if (becomes === undefined) continue
    for (const line of difference(was, becomes))
      if (line.in === 'more') page.text(leftOutWords(line), 2, 'quiet')
      else if (line.in === 'first' || line.in === 'second')
        page.text(`${line.in === 'first' ? '-' : '+'} ${line.text}`, 2, line.in === 'first' ? 'bad' : 'good')
  }
  return page.end()
}
