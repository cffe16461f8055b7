import { deserialize, serialize } from 'node:v8'
import type { Where } from '../app/index.ts'
import { type ComparisonCache, comparisonCacheOf, useComparisonCache } from '../checks/index.ts'
import type { Memory, Snapshot } from '../model/index.ts'
import { type FoundFolder, type ParsedMemory, parsedPart } from '../sources/index.ts'
import { type CacheFile, cacheFile, cacheHome, FOLDER_CACHE, summed } from '../state/index.ts'
import { rootId } from '../store/index.ts'
import { VERSION } from '../version.ts'
import { readSnapshot, type SnapshotOptions } from './snapshot.ts'

/**
 * What reading and comparing a folder took long to find out. All of it follows from the texts alone and is looked up by
 * their hashes, so that a run costs what changed; thrown away, it is simply found out again.
 */
interface ParseCache {
  readonly parsed: readonly ParsedMemory[]
  readonly lore: ComparisonCache | undefined
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
  const stamped = { stamp: options.project.documentStamp(), documents: snapshot.evidence.documents ?? [] }
  if (before?.lore !== undefined) useComparisonCache(memories, before.lore, stamped)
  return { snapshot, keepKnown: () => work.store(memories, comparisonCacheOf(memories, stamped)) }
}

interface WorkFile {
  load(): ParseCache | undefined
  store(memories: readonly Memory[], comparisons: ComparisonCache | undefined): void
}

export function workFile(where: Where, root: string, mode: 'read-only' | 'read-write'): WorkFile {
  const file = summed(
    cacheFile(`${cacheHome(where.env, where.home)}/${rootId(root)}/${FOLDER_CACHE.parsed}`, mode),
  )
  return {
    load: () => loadWork(file),
    store(memories, comparisons) {
      if (mode === 'read-only') return
      const parsed = memories.flatMap(memory => parsedPart(memory) ?? [])
      file.store(serialize({ version: FORMAT, parsed, lore: comparisons }))
    },
  }
}

function loadWork(file: CacheFile): ParseCache | undefined {
  const bytes = file.load()
  if (bytes === undefined) return undefined
  try {
    const { version, ...work } = deserialize(bytes) as ParseCache & { version: string }
    return version === FORMAT ? work : undefined
  } catch {
    // Written by a newer Node.
    return undefined
  }
}
