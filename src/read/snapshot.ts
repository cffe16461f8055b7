import type { Snapshot } from '../memory/snapshot.ts'
import { readClocks } from './clocks.ts'
import type { FoundFolder } from './discover/found-folder.ts'
import { type ReadOptions, readFolder } from './folder.ts'
import { askedBy, gatherEvidence } from './world/evidence.ts'
import type { World } from './world/world.ts'

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
