import {
  acquire,
  Dir,
  describeHolder,
  LockHeld,
  type LockKind,
  makeFolder,
  realSys,
} from '../../../disk/index.ts'
import { say } from '../../../languages/index.ts'
import { DreamError } from '../../../model/index.ts'
import { LOCKS } from '../../../state/index.ts'
import { TABLE } from './meta.ts'

/** A search does not wait long: it answers by keywords meanwhile. Who asked for an index, waits for it. */
export type IndexPatience = 'short' | 'long'

const LOCK = { name: LOCKS.vectors, leaseMs: 3_600_000, pauseMs: 100 }
const KINDS: Record<IndexPatience, LockKind> = {
  short: { ...LOCK, attempts: 3 },
  long: { ...LOCK, attempts: 3000 },
}

/** Does something as the only writer of an index. */
export async function whileLocked<Result>(
  path: string,
  patience: IndexPatience,
  write: () => Promise<Result>,
): Promise<Result> {
  const folder = `${path}/${TABLE}.lock`
  makeFolder(folder)
  const dir = Dir.open(realSys, folder)
  try {
    const lock = await acquire(dir, KINDS[patience], 'magma').catch(refuseIfLocked)
    try {
      return await write()
    } finally {
      lock.release()
    }
  } finally {
    dir.close()
  }
}

function refuseIfLocked(error: unknown): never {
  if (!(error instanceof LockHeld)) throw error
  throw new DreamError(say().vault.index.writing(describeHolder(error.holder)), 1)
}
