import type { Snapshot } from '../model/index.ts'
import { askedBy, gatherEvidence, readClocks, type World } from '../project/index.ts'
import { type FoundFolder, type ReadOptions, readFolder } from '../sources/index.ts'

export interface SnapshotOptions extends ReadOptions {
  /** Microseconds since 1970. */
  readonly now: number
  readonly world: World
}

/** A memory folder and all that is known about it, read once. */
export function readSnapshot(found: FoundFolder, { now, world, ...options }: SnapshotOptions): Snapshot {
  const folder = readFolder(found, options)
  const evidence = { ...gatherEvidence(world, askedBy(folder.memories)), documents: world.documents() }
  const clocks = readClocks(folder.root, folder.memories, world.trusts)
  return { folder, evidence, clocks, now }
}
