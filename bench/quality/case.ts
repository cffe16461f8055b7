import type { Project } from '../../src/project/project.ts'
import type { FoundFolder } from '../../src/sources/folder.ts'

/** What the owner did with a memory. `aside`: gone without a judgement on what it says; it counts neither way. */
export type Truth = 'removed' | 'kept' | 'aside'

/** One project at one moment: its memory folders, the world they are checked against, and what the owner did. */
export interface Case {
  readonly repository: string
  /** Told apart from other moments of the same repository. */
  readonly name: string
  readonly kind: 'snapshot' | 'clean-up'
  readonly folders: readonly FoundFolder[]
  readonly world: Project
  /** When each memory was last changed, by its path below `root`; microseconds since 1970. */
  readonly times: Pick<ReadonlyMap<string, number>, 'get'>
  /** The memories' project, absolute: paths of truth and times are relative to it. */
  readonly root: string
  readonly now: number
  readonly truth: (path: string) => Truth
  /** Whether the owner removed later what they kept then. */
  readonly wentLater: (path: string) => boolean
  /** Why the owner removed it, in the labels' word. */
  readonly label: (path: string) => string | undefined
}
