import { say } from '../languages/index.ts'
import type { Discovery } from '../sources/index.ts'
import { discoverFolders, type Where } from './app.ts'
import { movedMemories } from './moved.ts'

/** The folders; where there are none, notes that say what was looked for and what came near. */
export function discoverOrExplain(where: Where): Discovery {
  const found = discoverFolders(where)
  const isSearch = where.paths.length === 0
  if (!isSearch || found.folders.length > 0) return found
  return { ...found, notes: [...found.notes, ...nothingFoundNotes(where, found)] }
}

const FEW = 3

function nothingFoundNotes(where: Where, { near, searched }: Discovery): string[] {
  const words = say().look
  const few = near.slice(0, FEW)
  return [
    words.looked(searched),
    ...(few.length > 0 ? [words.notChecked(few, near.length - few.length)] : []),
    ...movedNotes(where),
  ]
}

/** Where the project of the run was before it moved, as far as anything shows it. */
export function movedNotes(where: Where): string[] {
  const words = say().look
  const [best] = movedMemories(where)
  return best === undefined ? [] : [words.moved(best.memory, best.project, words.movedBy[best.by])]
}
