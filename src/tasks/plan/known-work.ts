import { deserialize, serialize } from 'node:v8'
import { type Lore, loreOf, takeLore } from '../../checks/lore.ts'
import { type CacheFile, cacheFile, cacheHome } from '../../disk/cache-file.ts'
import { summed } from '../../disk/summed-file.ts'
import { rootId } from '../../history/store.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Snapshot } from '../../memory/snapshot.ts'
import type { FoundFolder } from '../../read/discover/found-folder.ts'
import { type ParsedMemory, parsedPart } from '../../read/known-memories.ts'
import { readSnapshot, type SnapshotOptions } from '../../read/snapshot.ts'
import { VERSION } from '../../version.ts'
import type { Where } from '../where.ts'

/**
 * What reading and comparing a folder took long to find out. All of it follows from the texts alone and is looked up by
 * their hashes, so that a night costs what changed; thrown away, it is simply found out again.
 */
interface KnownWork {
  readonly parsed: readonly ParsedMemory[]
  readonly lore: Lore | undefined
}

/** Another number whenever what is kept looks different, also between two releases. */
const FORMAT = `${VERSION}, 2`

/** Reads a folder with what is known of it; `keepKnown`, once it is planned for, holds on to what is known then. */
export function readKnowing(
  found: FoundFolder,
  options: SnapshotOptions,
  work: WorkFile,
  inMemory: readonly Memory[] | undefined,
): { readonly snapshot: Snapshot; readonly keepKnown: () => void } {
  const before = inMemory === undefined ? work.load() : undefined
  const snapshot = readSnapshot(found, { ...options, known: inMemory ?? before?.parsed ?? [] })
  const { memories } = snapshot.folder
  const shelf = { stamp: options.world.documentStamp(), documents: snapshot.evidence.documents ?? [] }
  if (before?.lore !== undefined) takeLore(memories, before.lore, shelf)
  return { snapshot, keepKnown: () => work.store(memories, loreOf(memories, shelf)) }
}

interface WorkFile {
  load(): KnownWork | undefined
  store(memories: readonly Memory[], lore: Lore | undefined): void
}

export function workFile(where: Where, root: string, mode: 'read-only' | 'read-write'): WorkFile {
  const file = summed(cacheFile(`${cacheHome(where.env, where.home)}/${rootId(root)}/known-work`, mode))
  return {
    load: () => loadWork(file),
    store(memories, lore) {
      if (mode === 'read-only') return
      const parsed = memories.flatMap(memory => parsedPart(memory) ?? [])
      file.store(serialize({ version: FORMAT, parsed, lore }))
    },
  }
}

function loadWork(file: CacheFile): KnownWork | undefined {
  const bytes = file.load()
  if (bytes === undefined) return undefined
  try {
    const { version, ...work } = deserialize(bytes) as KnownWork & { version: string }
    return version === FORMAT ? work : undefined
  } catch {
    // Written by a newer Node.
    return undefined
  }
}
