import { knownStates, ownFolder, sessionsFolder, targetOf, type Where, withState } from '../app/index.ts'
import type { Activity, Expiry } from '../model/index.ts'
import { once, type Project } from '../project/index.ts'
import {
  commit,
  editedFile,
  editedMemory,
  type FoundFolder,
  lastActivity,
  type Sign,
  session,
} from '../sources/index.ts'

const DAY_US = 86_400_000_000

type ActivityOf = (found: FoundFolder, project: Project) => Activity | undefined

/** M10: when the project of a folder was last active, as far as it has to be known. Each project is looked at once. */
export function activitiesFor(where: Where, { project }: Pick<Expiry, 'project'>, now: number): ActivityOf {
  if (!project.enabled) return () => undefined
  const since = now - project.inactiveDays * DAY_US
  const known = new Map<string, readonly Sign[]>()
  return (found, project) => {
    if (project.project.kind === 'absent' || isOfTheUser(found, where)) return undefined
    const { root } = project.project
    const ofProject = known.get(root) ?? signsOf(where, project, root, now)
    known.set(root, ofProject)
    return lastActivity([editedMemory(found.root), archived(where, found.root), ...ofProject], since)
  }
}

/** What belongs to the user was written in many projects; that one of them rests says nothing about it. */
const isOfTheUser = ({ origin }: FoundFolder, { project }: Where): boolean =>
  project !== undefined && (origin === 'home-agent-memory' || origin === 'auto-memory-directory')

function signsOf({ home, env }: Where, project: Project, root: string, now: number): Sign[] {
  const target = targetOf({ cwd: root, home, env, paths: [] })
  const { path, spellings } = target
  const place = {
    project: path,
    spellings,
    home,
    env,
    noted: sessionsFolder(target),
    own: ownFolder(env, home),
  }
  const signs = [session({ ...place, now: now / 1000 }), commit(project), editedFile(project)]
  return signs.map(({ what, look }) => ({ what, look: once(look) }))
}

/** A memory that Dream archived was edited when it was: that it went makes nobody less active. */
function archived(where: Where, root: string): Sign {
  return {
    what: 'edit',
    look: () => withState(where, root, store => knownStates(where, root, store, 'read-only').archived) ?? 0,
  }
}

/** For the key of a plan: another text whenever a project falls asleep or wakes up. */
export function activityStamp(activity: Activity | undefined, { project }: Expiry, now: number): string {
  if (activity === undefined) return 'unknown'
  const isActive = now - activity.newest < project.inactiveDays * DAY_US
  return isActive ? 'active' : `${activity.what} ${activity.newest}`
}
