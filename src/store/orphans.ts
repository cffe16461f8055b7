import { sha256 } from '../disk/index.ts'
import { giveName, type StepContext } from './step.ts'
import { fileOf } from './trash.ts'

const BESIDE = /(?:^|\/)\.dream-(.{1,100})-(\d{1,9})\.(?:\d{1,15}\.)?(new|old|back)$/

/**
 * Puts back what lies beside the files and belongs to no run that is under way. A process that was stopped past its
 * lease looks at its lock before every move, but can be stopped between the look and the move: by the time it goes on
 * its run was finished for it, and the one move it still makes is taken back here.
 */
export function returnOrphans(folder: Omit<StepContext, 'run'>): void {
  const { root, store } = folder
  for (const name of root.traces()) {
    const [, run, number, kind] = BESIDE.exec(name) ?? []
    if (run === undefined || store.journal.has(run)) continue
    // Its bytes are among the objects, and no run is left that could give it a name.
    if (kind === 'new') {
      root.discard(name)
      continue
    }
    const bytes = root.read(name)?.bytes
    const file = bytes && fileOf(store, run, Number(number), sha256(bytes))
    // A run that history does not know was set aside damaged: its traces are for a person to look at.
    if (file !== undefined) giveName({ ...folder, run }, file, Number(number), name)
  }
}
