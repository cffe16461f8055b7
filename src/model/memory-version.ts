import type { LocatedMemory } from './memory.ts'

/** One version of a memory, for programs. */
export interface MemoryVersion {
  /** Of this version: `notes/api.md@2`. */
  readonly id: string
  /** Of the memory: what `rollback` takes. */
  readonly memory: string
  /** From 1; each change counts on. */
  readonly version: number
  /** When the memory is first known. */
  readonly createdAt: Date
  /** When this version was written. */
  readonly updatedAt: Date
  /** The ids of the versions before this one, oldest first. */
  readonly previousVersions: string[]
  /** What this change was, and why. */
  readonly changeLog: string
  /** What it said; absent for records of MAGMA, and where the bytes were purged. */
  readonly content?: VersionContent
}

/** A memory as it was. `CCBReader.update` puts it in the place of what is there now. */
export interface VersionContent extends LocatedMemory {
  /** The hash of the file when the history was read; `update` expects it there. */
  readonly replaces: string
}
