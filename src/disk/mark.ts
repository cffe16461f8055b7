import { sha256 } from './sum.ts'

/** How far a file of lines was read. */
export interface Mark {
  /** Bytes in whole lines. */
  readonly bytes: number
  /** Of the last of these lines: by it the file is known again. */
  readonly sum: string
}

/** What stands behind a mark. */
export interface Behind<Entry> {
  readonly entries: readonly Entry[]
  /** The mark did not hold, or there was none: these are all there are. */
  readonly isAll: boolean
  readonly mark: Mark
}

export const START: Mark = { bytes: 0, sum: '' }

export function markAt(file: Buffer, bytes: number): Mark {
  if (bytes === 0) return START
  const start = file.subarray(0, bytes - 1).lastIndexOf(10) + 1
  return { bytes, sum: sha256(file.subarray(start, bytes)).slice(0, 32) }
}

/** Whether the file still has that line there. Such files only grow, so what stands before it was read too. */
export function holds({ bytes, sum }: Mark, file: Buffer): boolean {
  return bytes <= file.length && markAt(file, bytes).sum === sum
}
