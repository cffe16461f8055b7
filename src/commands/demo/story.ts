import { packageFile } from '../../disk/index.ts'
import { DreamError } from '../../model/index.ts'

/** The sample project as `examples/demo` has it: a small web shop that does not exist. */
export interface Story {
  /** Oldest first. */
  readonly commits: readonly StoryCommit[]
  /** The notes of its agent, index included, and how many days ago each was written. */
  readonly memories: Readonly<Record<string, number>>
}

export interface StoryCommit {
  readonly message: string
  readonly daysAgo: number
  /** The lines of each file. */
  readonly write?: Readonly<Record<string, readonly string[]>>
  /** Old path to new path. */
  readonly move?: Readonly<Record<string, string>>
  readonly remove?: readonly string[]
}

export const readStory = (): Story => JSON.parse(exampleText('story.json')) as Story

export const noteText = (file: string): string => exampleText(`memory/${file}`)

function exampleText(name: string): string {
  const bytes = packageFile(`examples/demo/${name}`)
  if (bytes === undefined)
    throw new DreamError(`examples/demo/${name} is missing from this installation; install Dream again`, 1)
  return bytes.toString('utf8')
}
