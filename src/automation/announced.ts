import type { LastRun, Where } from '../app/index.ts'
import { stampOf, touchFile } from '../disk/index.ts'
import { targetFor } from '../sources/index.ts'
import { AUTOMATIC } from '../state/index.ts'
import { readTarget } from './target-state.ts'

/** The last automatic run, the first time that somebody asks; nothing where there was nothing for it to do. */
export function untoldRun(where: Where): LastRun | undefined {
  const target = targetFor(where)
  const run = readTarget(target)?.night
  if (run === undefined || (run.result === 'done' && run.changes === 0)) return undefined
  const marker = `${target.folder}/${AUTOMATIC.announced}`
  const until = run.until ?? run.at
  // What a file system keeps of a time may be a little less than what it was given.
  if (Math.round((stampOf(marker)?.modified ?? 0) / 1000) >= until) return undefined
  touchFile(marker, until)
  return run
}
