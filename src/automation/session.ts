import { ownFolder, sessionsFolder, type TargetRequest, targetOf } from '../app/index.ts'
import { sweepFolder, touchFile } from '../disk/index.ts'
import { isDreaming } from './request.ts'

export interface SessionNote extends TargetRequest {
  readonly session: string
  readonly now: number
}

/** Transcripts are kept for thirty days; what Dream marked as its own is remembered for longer than that. */
const OWN_MS = 60 * 86_400_000

/** A hook says that a session is there. One that Dream started is marked, so that its transcript does not count either. */
export function noteSession(note: SessionNote): 'counted' | 'own' | 'no-name' {
  const { env, home, now } = note
  const id = fileOf(note.session)
  if (id === undefined) return 'no-name'
  if (isDreaming(env)) {
    touchFile(`${ownFolder(env, home)}/${id}`, now)
    sweepFolder(ownFolder(env, home), (_, time) => now - time > OWN_MS)
    return 'own'
  }
  touchFile(`${sessionsFolder(targetOf(note))}/${id}`, now)
  return 'counted'
}

/** Sessions are named by the agent: letters, digits, dots, dashes. Anything else would be a path. */
function fileOf(session: string): string | undefined {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$/.test(session) ? session : undefined
}
