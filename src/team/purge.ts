import type { Where } from '../app/index.ts'
import { DatabaseProblem } from '../database/index.ts'
import { say } from '../languages/index.ts'
import { sharedFolders } from './move.ts'
import { machineName, type TeamSettings, withTeam } from './place.ts'
import { keepShareState, readShareState } from './state.ts'

/**
 * Erases the shared copy of a note that was erased here. Where the database cannot be reached it is noted, and done before
 * anything else is exchanged. What other machines hold is theirs: they are told.
 */
export async function purgeShared(
  where: Where,
  settings: TeamSettings,
  file: string,
): Promise<readonly string[]> {
  const notes: string[] = []
  for (const { folder, scope } of sharedFolders(where, settings)) {
    const state = readShareState(where, folder.root)
    if (state?.agreed[file] === undefined && !state?.waiting.some(one => one.file === file)) continue
    const agreed = { ...state.agreed, [file]: { hash: '', version: 0, left: 'blocked' } as const }
    const waiting = state.waiting.filter(one => one.file !== file)
    const pending = [...state.pending, { what: 'purge', file } as const]
    await keepShareState(where, folder.root, { ...state, agreed, waiting, pending })
    try {
      await withTeam(where, settings, ({ database }) =>
        database.query("select dream.retire($1, $2, 'purged', $3)", [scope, file, machineName(where)]),
      )
      await keepShareState(where, folder.root, { ...state, agreed, waiting, pending: state.pending })
      notes.push(say().team.purgedThere(file, scope))
    } catch (error) {
      if (!(error instanceof DatabaseProblem)) throw error
      notes.push(say().team.purgeLater(file, error.sentence))
    }
  }
  return notes
}
