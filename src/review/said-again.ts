import type { Where } from '../app/index.ts'
import { bringBack, saidAgain } from '../journal/index.ts'
import { DreamError } from '../model/index.ts'
import type { Producer, ReviewItem } from './item.ts'

type Removed = ReturnType<typeof saidAgain>['entries'][number]

/** What the user forgot and a journal said again. */
export function forgottenAndSaidAgain(where: Where): Producer {
  return {
    async list(root) {
      const found = saidAgain(where)
      if (root !== undefined && root !== found.root) return []
      return found.entries.map(entry => itemOf(found.root, entry))
    },

    async offer(item) {
      const { root, entries } = saidAgain(where)
      const removed = entries.find(entry => itemOf(root, entry).id === item.id)
      if (removed === undefined) throw new DreamError('it is back already', 1)
      return { changes: [], carryOut: lease => bringBack(where, removed, lease) }
    },
  }
}

function itemOf(root: string, { hash, summary, removedAt, asked = '' }: Removed): ReviewItem {
  const key = `re-emerged ${hash} ${removedAt}`
  return {
    producer: 'journal',
    key,
    // Said again on another day, it is asked again.
    id: `${hash}${asked.replaceAll('-', '').slice(4)}`,
    root,
    label: root,
    subject: 'MEMORY.md',
    words: summary,
    evidence: [`you forgot it on ${removedAt.slice(0, 10)}; a journal said it again, noticed on ${asked}`],
    because: 'what you forgot comes back only when you say so',
    accepting: 'writes it into MEMORY.md again',
    choices: [],
    texts: [],
  }
}
