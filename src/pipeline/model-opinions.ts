import type { Where } from '../app/index.ts'
import type { Memory, ModelOpinion } from '../model/index.ts'
import { cacheFile, cacheHome, FOLDER_CACHE, summed } from '../state/index.ts'
import { rootId } from '../store/index.ts'

/** So many for a folder; who is asked about more is asked again one day. */
const MOST_KEPT = 500

/** What models said about this folder's memories when they were asked. Whether it still holds, the checks look at. */
export function modelOpinionsOf(where: Where, root: string): readonly ModelOpinion[] {
  const kept = fileOf(where, root, 'read-only').load()
  return kept === undefined ? [] : (JSON.parse(kept.toString('utf8')) as ModelOpinion[])
}

/** Keeps what was said now, and of what was said before all that is about notes which are still as they were. */
export function keepModelOpinions(
  where: Where,
  root: string,
  said: readonly ModelOpinion[],
  memories: readonly Memory[],
): void {
  const hashes = new Map(memories.map(memory => [memory.file, memory.hash]))
  const isNow = ({ a, b }: ModelOpinion) => hashes.get(a.file) === a.hash && hashes.get(b.file) === b.hash
  const again = new Set(said.map(pairOf))
  const before = modelOpinionsOf(where, root).filter(one => isNow(one) && !again.has(pairOf(one)))
  const body = JSON.stringify([...said, ...before].slice(0, MOST_KEPT))
  fileOf(where, root, 'read-write').store(Buffer.from(body))
}

const pairOf = ({ a, b }: ModelOpinion): string => [a.file, b.file].sort().join('\0')

function fileOf(where: Where, root: string, mode: 'read-only' | 'read-write') {
  return summed(
    cacheFile(`${cacheHome(where.env, where.home)}/${rootId(root)}/${FOLDER_CACHE.modelOpinions}`, mode),
  )
}
