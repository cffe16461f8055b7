import { lstatSync } from 'node:fs'

export interface Stamp {
  readonly size: number
  /** Microseconds since 1970: when it was last written, and when anything about it last changed. */
  readonly modified: number
  readonly changed: number
}

/** Size and times of a regular file; nothing for anything else. */
export function stampOf(path: string): Stamp | undefined {
  try {
    const stat = lstatSync(path, { bigint: true })
    if (!stat.isFile()) return undefined
    return {
      size: Number(stat.size),
      modified: Number(stat.mtimeNs / 1000n),
      changed: Number(stat.ctimeNs / 1000n),
    }
  } catch {
    return undefined
  }
}
