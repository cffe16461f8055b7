import type { FileName } from './file-name.ts'

/** A note that comes near something that was told, and the sentence that does. Empty where a stranger wrote it. */
export interface NearNote {
  readonly file: FileName
  readonly text: string
}
