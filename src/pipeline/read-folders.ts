import { knownStates, layoutOf, type Progress, storeContext, type Where, withState } from '../app/index.ts'
import { agentOf } from '../checks/index.ts'
import { trustsOf } from '../config/index.ts'
import { say } from '../languages/index.ts'
import type {
  Activity,
  Decision,
  Expiry,
  Folder,
  Memory,
  ModelOpinion,
  ResourceFact,
  Snapshot,
  Superseded,
} from '../model/index.ts'
import {
  type Asked,
  askedBy,
  documentEvidence,
  gatherEvidence,
  type LinkOptions,
  once,
  openProject,
  type Project,
  readClocks,
  seenFrom,
} from '../project/index.ts'
import {
  committed,
  editedFile,
  editedMemory,
  type FoundFolder,
  lastActivity,
  ownFolder,
  type ReadOptions,
  readFolder,
  type Sign,
  session,
  sessionsFolder,
  targetFor,
} from '../sources/index.ts'
import { CACHE, cacheFile, cacheHome, keptBy } from '../state/index.ts'
import { rootId, withFolder } from '../store/index.ts'
import { indexNote } from '../text/index.ts'
import { folderPast } from './folder-past.ts'

export interface SnapshotOptions extends ReadOptions {
  /** Microseconds since 1970. */
  readonly now: number
  readonly project: Project
}

/** A memory folder and all that is known about it, read once. */
export function readSnapshot(found: FoundFolder, { now, project, ...options }: SnapshotOptions): Snapshot {
  const folder = readFolder(found, options)
  const evidence = { ...gatherEvidence(project, askedOf(folder)), ...documentEvidence(project.documents()) }
  const clocks = readClocks(folder.root, folder.memories, project.trusts)
  return { folder, evidence, clocks, now }
}

/** What its memories ask, and what is written into its index (D42). */
export function askedOf({ root, memories, index }: Folder): Asked {
  const note = indexNote(index)
  const asked = askedBy(note === undefined ? memories : [...memories, note])
  const agent = agentOf(root)
  if (agent === undefined) return asked
  const { path } = agent
  return { ...asked, paths: [...asked.paths, { kind: 'path', path, text: path, shape: 'file', line: 0 }] }
}

/** Opens each project once, however many folders ask about it. */
export function projectsFor(
  where: Where,
  folders: readonly FoundFolder[],
  caches: 'read-only' | 'read-write',
): (found: FoundFolder) => Project {
  const memoryFolders = folders.map(folder => folder.root)
  const opened = new Map<string, Project>()
  const trusts = trustsOf(where)
  const projectOf = ({ project }: FoundFolder): Project => {
    const key = 'path' in project ? project.path : ''
    const known = opened.get(key)
    if (known !== undefined && key !== '') return known
    const id = rootId(key)
    const openedProject = openProject(project, {
      home: where.home,
      memoryFolders,
      trusts,
      cache: cacheFile(`${cacheHome(where.env, where.home)}/${id}/${CACHE.words}`, caches),
      wordStamp: keptBy('wordStamp', where, caches, id),
      log: keptBy('removedPaths', where, caches, id),
    })
    opened.set(key, openedProject)
    return openedProject
  }
  return found => seenFrom(found.root, projectOf(found))
}

const DAY_US = 86_400_000_000

type ActivityOf = (found: FoundFolder, project: Project) => Activity | undefined

/** When the project of a folder was last active, as far as it has to be known. Each project is looked at once. */
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
  const target = targetFor({ cwd: root, home, env, paths: [] })
  const { path, spellings } = target
  const place = {
    project: path,
    spellings,
    home,
    env,
    noted: sessionsFolder(target),
    own: ownFolder(env, home),
  }
  const signs = [session({ ...place, now: now / 1000 }), committed(project), editedFile(project)]
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

/** What a person corrected in this folder. */
export const supersededOf = (where: Where, root: string): readonly Superseded[] =>
  withState(where, root, store => store.superseded.read().entries) ?? []

/** What a person answered to proposals for this folder. */
export function decisionsOf(where: Where, root: string): readonly Decision[] {
  return withState(where, root, store => store.decisions.read().entries) ?? []
}

export async function decideOn(where: Where, root: string, decision: Decision): Promise<void> {
  await withFolder(storeContext(where), root, 'queue', ({ store }) => store.decisions.add([decision]))
}

/** So many for a folder; who is asked about more is asked again one day. */
const MOST_KEPT = 500

/** What models said about this folder's memories when they were asked. Whether it still holds, the checks look at. */
export function modelOpinionsOf(where: Where, root: string): readonly ModelOpinion[] {
  return cacheOf(where, root).load() ?? []
}

/** Keeps what was said now, and of what was said before all that is about notes which are still as they were. */
export function keepModelOpinions(
  where: Where,
  root: string,
  said: readonly ModelOpinion[],
  memories: readonly Memory[],
): void {
  const hashes = new Map(memories.map(memory => [memory.file, memory.hash]))
  const isNow = ({ a, b }: ModelOpinion) => hashes.get(a.file) === a.hash && hashes.get(b.file) === b.hash
  const again = new Set(said.map(pairOf))
  const before = modelOpinionsOf(where, root).filter(one => isNow(one) && !again.has(pairOf(one)))
  cacheOf(where, root).store([...said, ...before].slice(0, MOST_KEPT))
}

const pairOf = ({ a, b }: ModelOpinion): string => [a.file, b.file].sort().join('\0')

const cacheOf = (where: Where, root: string) =>
  keptBy<readonly ModelOpinion[]>('modelOpinions', where, 'read-write', rootId(root))

export interface LinkRequest {
  readonly where: Pick<Where, 'layout'>
  readonly policy: { readonly expiry: Expiry }
  readonly progress?: Progress
  /** Which addresses may be asked; else those that everybody can reach. */
  readonly mayAsk?: LinkOptions['mayAsk']
}

/** Whether what references point to is there; nothing where nobody wanted links to be asked. */
export async function linkEvidence(
  folders: readonly FoundFolder[],
  { where, policy, progress, mayAsk }: LinkRequest,
): Promise<ReadonlyMap<string, ResourceFact> | undefined> {
  const { checkLinks, timeoutMs } = policy.expiry.reference
  if (!checkLinks) return undefined
  const layout = where.layout === undefined ? {} : { layout: where.layout }
  const urls = folders.flatMap(found => linksOf(readFolder(found, layout).memories))
  const onAnswer = (done: number, of: number) => progress?.({ what: say().places.links.asking, done, of })
  const { askLinks } = await import('../project/links.ts')
  return askLinks(urls, { timeoutMs, onAnswer, ...(mayAsk !== undefined && { mayAsk }) })
}

const linksOf = (memories: readonly Memory[]): string[] =>
  memories.flatMap(({ type, urls }) => (type === 'reference' ? urls : []))

/** For the report: what was asked and what came of it; the broken ones are reported as findings. */
export function linkNotes(resources: ReadonlyMap<string, ResourceFact> | undefined): string[] {
  if (resources === undefined || resources.size === 0) return []
  const facts = [...resources.values()]
  const count = (state: ResourceFact['state']) => facts.filter(fact => fact.state === state).length
  const { asked } = say().places.links
  return [asked(facts.length, count('reachable'), count('gone'), count('unknown')), ...reasons(facts)]
}

/** Why links could not be checked, the commonest reasons first. */
function reasons(facts: readonly ResourceFact[]): string[] {
  const counts = new Map<string, number>()
  for (const fact of facts)
    if (fact.state === 'unknown') counts.set(fact.why, (counts.get(fact.why) ?? 0) + 1)
  return [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([why, count]) => say().places.links.notJudged(count, why))
}

/** Every folder as it was read, for those who want to look closer than a plan does; with `expiry`, whether its project is active. */
export function readAll(folders: readonly FoundFolder[], where: Where, expiry?: Expiry): Snapshot[] {
  const projectOf = projectsFor(where, folders, 'read-only')
  const now = Date.now() * 1000
  const activityOf = expiry === undefined ? () => undefined : activitiesFor(where, expiry, now)
  return folders.map(found => {
    const activity = activityOf(found, projectOf(found))
    const snapshot = readSnapshot(found, { ...layoutOf(where), now, project: projectOf(found) })
    return {
      ...snapshot,
      past: folderPast(where, snapshot.folder).past,
      decisions: decisionsOf(where, found.root),
      superseded: supersededOf(where, found.root),
      modelOpinions: modelOpinionsOf(where, found.root),
      ...(activity && { activity }),
    }
  })
}
