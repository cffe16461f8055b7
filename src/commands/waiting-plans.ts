import type { WaitingPlan } from '../model/index.ts'
import { type Page, shellWord, timeWords } from '../report/index.ts'
import { counted } from '../text/index.ts'

const FEW_FILES = 4

/** A plan that waits, with the commands that show it and carry it out. */
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
