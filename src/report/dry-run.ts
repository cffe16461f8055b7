import { showText } from '../memory/text.ts'
import type { FolderView } from './view.ts'
import { reasonTag } from './words.ts'

export const DRY_RUN_NOTICE = '[DRY RUN] No files were modified. Run without --dry-run to apply changes.'

/** D17: what a live run would do, a line each. */
export function dryRunLines(folders: readonly FolderView[]): string[] {
  return folders.flatMap(({ plan, changes, index }) => [
    ...changes
      .filter(({ action }) => action.kind === 'archive')
      .map(
        ({ action }) =>
          `[DRY RUN] Would delete: ${showText(`${plan.label}/${action.file}`)} (${reasonTag(action.reason)})`,
      ),
    ...(index === undefined
      ? []
      : [
          `[DRY RUN] Would rebuild: ${showText(`${plan.label}/MEMORY.md`)} (${plan.index.removed} entries removed, ${plan.index.remaining} remaining)`,
        ]),
  ])
}
