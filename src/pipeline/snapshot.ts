import type { Snapshot } from '../model/index.ts'
import { askedBy, gatherEvidence, type Project, readClocks } from '../project/index.ts'
import { type FoundFolder, type ReadOptions, readFolder } from '../sources/index.ts'

export interface SnapshotOptions extends ReadOptions {
  /** Microseconds since 1970. */
  readonly now: number
  readonly project: Project
}

/** A memory folder and all that is known about it, read once. */
export function readSnapshot(found: FoundFolder, { now, project, ...options }: SnapshotOptions): Snapshot {
  const folder = readFolder(found, options)
  const evidence = { ...gatherEvidence(project, askedBy(folder.memories)), documents: project.documents() }
  const clocks = readClocks(folder.root, folder.memories, project.trusts)
  return { folder, evidence, clocks, now }
}
