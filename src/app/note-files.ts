import { currentHolder, DREAM_LOCK } from '../disk/index.ts'
import { discoverFolders, storeContext, type Where, withState } from './app.ts'
import { noteChangedFiles } from './sightings.ts'

/** Notes what is in the memory folders of a project now, by their listings: quick, and nothing of the user's is touched. */
export async function noteProjectFiles(where: Where): Promise<void> {
  const { clock } = storeContext(where)
  for (const found of discoverFolders(where).folders) {
    const isMoving = withState(
      where,
      found.root,
      ({ writeLog, locks }) =>
        writeLog.open().length > 0 || currentHolder(locks, DREAM_LOCK, clock) !== undefined,
    )
    if (isMoving !== true) await noteChangedFiles(where, found)
  }
}
