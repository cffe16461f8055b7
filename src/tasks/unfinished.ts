import type { Report } from '../memory/outcome.ts'
import type { FoundFolder } from '../read/discover/found-folder.ts'
import { type Where, withState } from './where.ts'

/** Runs that were cut off and wait for `dream recover`. Looks, and recovers nothing. */
export function unfinishedRuns(where: Where, folders: readonly FoundFolder[]): Report['unfinished'] {
  return folders.flatMap(({ root, label }) => {
    const open = withState(where, root, store => store.journal.open()) ?? []
    return open.map(({ run }) => ({ label, run }))
  })
}
