import { type Clock, type Dir, errorWords, lifeOfPid } from '../disk/index.ts'
import { NATIVE_LOCK } from '../state/index.ts'

/** In `NATIVE_LOCK` Claude Code keeps its process number; the time of the file is that of its last run. */
const STALE_MS = 3_600_000

/** A sentence where the agent's own dream is at work in this folder just now. */
export function nativeDreamer(root: Dir, clock: Clock): string | undefined {
  const found = root.stat(NATIVE_LOCK)?.kind === 'file' ? root.read(NATIVE_LOCK) : undefined
  if (found === undefined) return undefined
  if (clock.now() - found.stat.modified / 1000 > STALE_MS) return undefined
  const pid = Number(found.bytes.toString('utf8').trim())
  if (!Number.isInteger(pid) || pid <= 0 || lifeOfPid(pid) === 'gone') return undefined
  return `the agent's own dream is at work here (process ${pid}, ${NATIVE_LOCK}); try again when it is done`
}

/** After a run that changed something, so that the agent does not dream over the same files again. */
export function moveNativeDreamOn({ root, warnings }: { root: Dir; warnings: string[] }, clock: Clock): void {
  try {
    if (root.stat(NATIVE_LOCK)?.kind === 'file') root.touch(NATIVE_LOCK, clock.now() * 1000)
  } catch (error) {
    warnings.push(`the time of ${NATIVE_LOCK} could not be moved on: ${errorWords(error)}`)
  }
}
