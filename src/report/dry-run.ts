import { INDEX_FILE, type Rules } from '../model/index.ts'
import { showText } from '../text/index.ts'
import type { FolderView } from './view.ts'
import { indexWords, reasonTag, reasonWords } from './words.ts'

export const DRY_RUN_NOTICE = '[DRY RUN] No files were modified. Run without --dry-run to apply changes.'

/** What a live run would do, a line each; in the words of the first design under `seed`, else in plain ones. */
export function dryRunLines(folders: readonly FolderView[], rules: Rules): string[] {
  return folders.flatMap(({ plan, changes, index, indexSummary }) => {
    const at = (file: string) => showText(`${plan.label}/${file}`)
    const { removed, remaining } = indexSummary
    const [archive, why, update, entries] =
      rules === 'seed'
        ? (['delete', reasonTag, 'rebuild', `${removed} entries removed, ${remaining} remaining`] as const)
        : (['archive', reasonWords, 'bring up to date', indexWords(indexSummary)] as const)
    return [
      ...changes
        .filter(({ action }) => action.kind === 'archive')
        .map(({ action }) => `[DRY RUN] Would ${archive}: ${at(action.file)} (${why(action.reason)})`),
      ...(index === undefined ? [] : [`[DRY RUN] Would ${update}: ${at(INDEX_FILE)} (${entries})`]),
    ]
  })
}
