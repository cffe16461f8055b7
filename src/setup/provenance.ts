import { type Where, withState } from '../app/index.ts'
import { withVault } from '../config/index.ts'
import { readRegularFile, realPath, sha256 } from '../disk/index.ts'
import type { FileName } from '../model/index.ts'
import { findWorkspace } from '../sources/index.ts'

/**
 * The summary file that OpenClaw may leave out of its conversations: newer versions note who wrote it, and nobody but Dream
 * has written it since Dream did. Nothing where the agent has written it back, or keeps no such notes.
 */
export function leftOutSummary(where: Where): string | undefined {
  const workspace = findWorkspace({ ...withVault(where, 'go-on'), paths: where.paths })
  if (workspace === undefined || realPath(`${workspace.openclaw.home}/state/openclaw.sqlite`) === undefined)
    return undefined
  const { root, snapshot } = workspace
  const last = withState(where, root, store => {
    const done = store.log
      .read()
      .records.flatMap(({ changes }) => changes.filter(({ result }) => result === 'done'))
    return done.findLast(({ file }) => file === (snapshot as FileName))?.to
  })
  const read = readRegularFile(`${root}/${snapshot}`, 20_000_000)
  if (last === undefined || last === null || read.kind !== 'read') return undefined
  const isAsWritten = Number(read.stat.mtimeNs / 1000n) === last.modified && sha256(read.bytes) === last.hash
  return isAsWritten ? `${root}/${snapshot}` : undefined
}
