import type { FileName } from './file-name.ts'

/** A note that comes near a new one, and the sentence that does; empty where its origin is untrusted. */
export interface NearNote {
  readonly file: FileName
  readonly text: string
}
