import type { Rules } from '../model/index.ts'
import { showText } from '../text/index.ts'
import type { FolderView } from './view.ts'
import { indexWords, reasonTag, reasonWords } from './words.ts'

export const DRY_RUN_NOTICE = '[DRY RUN] No files were modified. Run without --dry-run to apply changes.'

/** D17: what a live run would do, a line each; in the words of the first design under `seed`, else in plain ones. */
export function dryRunLines(folders: readonly FolderView[], rules: Rules): string[] {
  return folders.flatMap(({ plan, changes, index, indexSummary }) => {
    const at = (file: string) => showText(`${plan.label}/${file}`)
    const archives = changes.filter(({ action }) => action.kind === 'archive')
    const { removed, remaining } = indexSummary
    if (rules === 'seed')
      return [
        ...archives.map(
          ({ action }) => `[DRY RUN] Would delete: ${at(action.file)} (${reasonTag(action.reason)})`,
        ),
        ...(index === undefined
          ? []
          : [
              `[DRY RUN] Would rebuild: ${at('MEMORY.md')} (${removed} entries removed, ${remaining} remaining)`,
            ]),
      ]
    return [
      ...archives.map(
        ({ action }) => `[DRY RUN] Would archive: ${at(action.file)} (${reasonWords(action.reason)})`,
      ),
      ...(index === undefined
        ? []
        : [`[DRY RUN] Would bring up to date: ${at('MEMORY.md')} (${indexWords(indexSummary)})`]),
    ]
  })
}
