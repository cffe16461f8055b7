import { chmodSync } from 'node:fs'

const NOBODY = 65_534

/** Does something below a folder as a user who may not read everything: nothing is unreadable to root. */
export function asOrdinaryUser<Result>(root: string, work: () => Result): Result {
  if (process.getuid?.() !== 0) return work()
  chmodSync(root, 0o755)
  process.seteuid?.(NOBODY)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
