import type { SearchBackend } from '../backend.ts'
import type { IndexPatience } from './lock.ts'
import { dropIndex } from './meta.ts'
import { syncIndex } from './sync.ts'
import { type IndexPlace, nearIn, type OpenedIndex, openIndex, wordsIn } from './table.ts'

/** LanceDB, in a directory of the user's. `patience`: how long another process that writes there is waited for. */
export function lanceBackend(place: IndexPlace, patience: IndexPatience = 'short'): SearchBackend {
  let opened: OpenedIndex | undefined
  const close = () => {
    opened?.table?.close()
    opened = undefined
  }
  return {
    async open(documents) {
      close()
      opened = await openIndex(place, documents)
      const { table, ...view } = opened
      return { ...view, answers: table !== undefined || view.state === 'ready' }
    },
    sync: documents => syncIndex(place, documents, patience),
    nearest: async (vector, limit) => (opened?.table ? nearIn(opened.table, vector, limit) : []),
    words: async (query, limit) => (opened?.table ? wordsIn(opened.table, query, limit) : []),
    async drop() {
      close()
      dropIndex(place.path)
    },
    close,
  }
}
