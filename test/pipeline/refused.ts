import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Files of these names cannot be moved while `work` goes on, as if they were immutable. */
export async function whileImmutable<Result>(
  names: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const real = fs.renameSync
  fs.renameSync = (from, to) => {
    if (names.some(name => String(from).endsWith(`/${name}`)))
      throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
    real(from, to)
  }
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    fs.renameSync = real
    syncBuiltinESMExports()
  }
}
