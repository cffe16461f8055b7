import type { Where } from '../app/index.ts'
import { CACHE, cacheFile, cacheHome, summed } from '../state/index.ts'
import type { ReviewItem } from './item.ts'

type Known = Pick<ReviewItem, 'id' | 'key' | 'root' | 'producer'>

/** Items that were listed, so that an answer needs no other folder to be looked at. A cache: without it all are listed again. */
export function knownIds({ env, home }: Where) {
  const file = summed(cacheFile(`${cacheHome(env, home)}/${CACHE.reviewIds}`, 'read-write'))
  return {
    keep(items: readonly ReviewItem[]): void {
      const known: Known[] = items.map(({ id, key, root, producer }) => ({ id, key, root, producer }))
      file.store(Buffer.from(JSON.stringify(known)))
    },

    /** Nothing where none or several begin so. */
    find(id: string): Known | undefined {
      const known = JSON.parse(file.load()?.toString('utf8') ?? '[]') as Known[]
      const found = known.filter(each => id !== '' && each.id.startsWith(id))
      return found.length === 1 ? found[0] : undefined
    },
  }
}
