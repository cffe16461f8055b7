import { createHash } from 'node:crypto'
import type { CacheFile } from './cache-file.ts'

const SUM_LENGTH = 32

/** A cache with its checksum in front: what was damaged, or mixed by two writers at once, is as good as not there. */
export function summed(file: CacheFile): CacheFile {
  return {
    load() {
      const bytes = file.load()
      if (bytes === undefined || bytes.length < SUM_LENGTH) return undefined
      const body = bytes.subarray(SUM_LENGTH)
      return sumOf(body).equals(bytes.subarray(0, SUM_LENGTH)) ? body : undefined
    },
    store: bytes => file.store(Buffer.concat([sumOf(bytes), bytes])),
  }
}

const sumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
