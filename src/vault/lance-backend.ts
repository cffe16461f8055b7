import type { SearchBackend } from '../search/index.ts'
import { dropIndex } from './index-meta.ts'
import { indexedHash } from './index-rows.ts'
import { syncIndex } from './index-sync.ts'
import { type IndexPlace, nearIn, type OpenedIndex, openIndex, wordsIn } from './index-table.ts'

/** LanceDB, in a directory of the user's. */
export interface LanceBackend extends SearchBackend {
  open(documents: Parameters<SearchBackend['open']>[0]): Promise<OpenedIndex & { readonly answers: boolean }>
}

export function lanceBackend(place: IndexPlace): LanceBackend {
  let opened: OpenedIndex | undefined
  const close = () => {
    opened?.table?.close()
    opened = undefined
  }
  return {
    async open(documents) {
      close()
      opened = await openIndex(
        place,
        documents.map(document => ({ id: document.id, hash: indexedHash(document) })),
      )
      return { ...opened, answers: opened.table !== undefined || opened.state === 'ready' }
    },
    sync: documents => syncIndex(place, documents, { how: 'catch-up', patience: 'short' }),
    nearest: async (vector, limit) => (opened?.table ? nearIn(opened.table, vector, limit) : []),
    words: async (query, limit) => (opened?.table ? wordsIn(opened.table, query, limit) : []),
    async drop() {
      close()
      dropIndex(place.path)
    },
    close,
  }
}
