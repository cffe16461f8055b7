import { layoutOf, type Progress, trustsOf, type Where } from '../app/index.ts'
import {
  type Expiry,
  type FolderPlan,
  INDEX_FILE,
  type Memory,
  type Policy,
  type ResourceFact,
  type Snapshot,
} from '../model/index.ts'
import { type PlannedFolder, withCopiesElsewhere } from '../plan/index.ts'
import {
  askedBy,
  commitStamps,
  type FolderStamp,
  folderStamp,
  gatherEvidence,
  holdBytes,
  type Project,
} from '../project/index.ts'
import { pastSearches } from '../search/index.ts'
import type { FoundFolder } from '../sources/index.ts'
import { type Sketch, showText, sketchesOf } from '../text/index.ts'
import { activitiesFor, activityStamp } from './activity.ts'
import { decisionsOf } from './decisions.ts'
import { folderPast, ownPast } from './folder-past.ts'
import { modelOpinionsOf } from './model-opinions.ts'
import { readKnowing, workFile } from './parse-cache.ts'
import { projectsFor } from './projects.ts'
import { gateKnowsNothing, planThroughGate } from './protected-plan.ts'
import {
  answersOf,
  type CachedRun,
  cachedRunFile,
  keyOf,
  loadCachedRun,
  storeCachedRun,
  wordAnswersOf,
} from './run-cache.ts'
import { readSnapshot } from './snapshot.ts'

export interface PlanRequest {
  readonly where: Where
  readonly policy: Policy
  readonly mode: 'live' | 'dry-run' | 'check' | 'plan'
  readonly progress?: Progress
  /** M10: what was said about links, where somebody wanted them to be asked. */
  readonly resources?: ReadonlyMap<string, ResourceFact> | undefined
}

/** Plans one folder after the other, and again where it is asked for; projects are opened once for all of them. */
export interface Planner {
  plan(found: FoundFolder): FolderPlan
  /** What was read for the last plan; nothing where it was known from the run before. */
  lastRead(): Snapshot | undefined
  /** What tells the memories of a planned folder from those of others; nothing where there is one folder alone. */
  beside(found: FoundFolder): Pick<PlannedFolder, 'sketches' | 'decisions'>
}

/** Reads and plans folder by folder, so that only one of them is in memory at a time; `onRead` sees each, where it had to be read. */
export async function planFolders(
  folders: readonly FoundFolder[],
  { plan, lastRead, beside }: Planner,
  progress?: Progress,
  onRead: (snapshot: Snapshot | undefined, plan: FolderPlan) => Promise<void> = async () => {},
): Promise<FolderPlan[]> {
  const plans: PlannedFolder[] = []
  for (const found of folders) {
    const far = folders.length > 1 ? { done: plans.length, of: folders.length } : {}
    progress?.({ what: `reading ${showText(found.label)}`, ...far })
    // A pause between folders: Ctrl-C is handled only when nothing runs.
    await new Promise(setImmediate)
    const own = plan(found)
    plans.push({ plan: own, ...beside(found) })
    await onRead(lastRead(), own)
  }
  return withCopiesElsewhere(plans)
}

export function makePlanner(folders: readonly FoundFolder[], request: PlanRequest): Planner {
  const { where, policy, mode, resources } = request
  const caches = mode === 'live' ? 'read-write' : 'read-only'
  const projectOf = projectsFor(where, folders, caches)
  const commitsOf = commitStamps(trustsOf(where))
  const now = Date.now() * 1000
  const activityOf = activitiesFor(where, policy.expiry, now)
  const searches = pastSearches(where)
  const gateKnows = gateKnowsNothing()
  // One folder alone is in memory anyway.
  const kept = keepSome(folders.length === 1 ? Number.POSITIVE_INFINITY : MOST_KEPT)
  const sketches = new Map<string, readonly Sketch[]>()
  const sketched = folders.length > 1
  let read: Snapshot | undefined

  return {
    lastRead: () => read,

    beside: ({ root }) => ({ sketches: sketches.get(root) ?? [], decisions: decisionsOf(where, root) }),

    /** Where nothing changed since the last run, the plan of that run is the plan. */
    plan(found) {
      const project = projectOf(found)
      const file = cachedRunFile(where, found.root, caches)
      const stamp = folderStamp(found.root)
      const decisions = decisionsOf(where, found.root)
      const modelOpinions = modelOpinionsOf(where, found.root)
      const activity = activityOf(found, project)
      const about = [stamp?.line, commitsOf(found.root), found.root, found.label, found.title, where.layout]
      about.push(
        project.documentStamp(),
        String(sketched),
        activityStamp(activity, policy.expiry, now),
        resources && JSON.stringify([...resources]),
        ...decisions.map(({ id, answer }) => `${id} ${answer}`),
        ...modelOpinions.map(one => JSON.stringify(one)),
      )
      const key = keyOf(about, policy, now)
      const last = stamp === undefined ? undefined : loadCachedRun(file)
      read = undefined
      if (last?.key === key && wouldPassAgain(last, searches) && isAsThen(where, found, project, last)) {
        sketches.set(found.root, last.sketches)
        return last.plan
      }

      const work = workFile(where, found.root, caches)
      const options = { ...layoutOf(where), now, project }
      const { snapshot, keepKnown } = readKnowing(found, options, work, kept.take(found.root))
      read = snapshot
      const count = snapshot.folder.memories.length.toLocaleString('en')
      request.progress?.({ what: `checking ${count} memories of ${showText(found.label)}` })
      const signs = {
        ...(activity && { activity }),
        ...(resources && { evidence: { ...snapshot.evidence, resources } }),
      }
      const { past, asked: askedOfPast, own: ownPast } = folderPast(where, snapshot.folder)
      const own = sketched ? sketchesOf(snapshot.folder.memories, sketches.get(found.root)) : []
      sketches.set(found.root, own)
      const plan = planThroughGate(
        { ...snapshot, ...signs, decisions, modelOpinions, past },
        policy,
        searches,
        gateKnows,
      )
      if (plan.actions.length > 0) kept.keep(found.root, snapshot.folder.memories)
      keepKnown()
      const bytes = stamp && bytesOf(snapshot, stamp)
      if (bytes !== undefined) {
        const asked = askedBy(snapshot.folder.memories)
        const { evidence } = snapshot
        const answers = { answers: answersOf(evidence), wordAnswers: wordAnswersOf(evidence) }
        const wordStamp = asked.words.length > 0 ? project.wordStamp() : undefined
        const words = wordStamp === undefined ? {} : { wordStamp }
        const known = { askedOfPast, ownPast: JSON.stringify(ownPast) }
        storeCachedRun(file, {
          key,
          asked,
          bytes,
          ...answers,
          ...words,
          ...known,
          plan,
          searches,
          sketches: own,
        })
      }
      return plan
    },
  }
}

/** Of folders that are about to change and be read again: so many memories are held, the rest is parsed once more. */
const MOST_KEPT = 20_000

function keepSome(most: number) {
  const kept = new Map<string, readonly Memory[]>()
  let count = 0
  return {
    keep(root: string, memories: readonly Memory[]): void {
      if (count + memories.length > most) return
      kept.set(root, memories)
      count += memories.length
    },
    take(root: string): readonly Memory[] | undefined {
      const memories = kept.get(root)
      kept.delete(root)
      count -= memories?.length ?? 0
      return memories
    },
  }
}

/** What people searched for since changes a plan only where the gate had something to say. */
function wouldPassAgain({ plan, searches }: CachedRun, now: readonly string[]): boolean {
  return plan.recall === undefined || JSON.stringify(searches) === JSON.stringify(now)
}

function isAsThen(where: Where, found: FoundFolder, project: Project, last: CachedRun): boolean {
  if (JSON.stringify(ownPast(where, found.root, last.askedOfPast)) !== last.ownPast) return false
  if (!holdBytes(found.root, last.bytes)) return false
  const sameWords = last.wordStamp !== undefined && last.wordStamp === project.wordStamp()
  const evidence = gatherEvidence(project, sameWords ? { ...last.asked, words: [] } : last.asked)
  return answersOf(evidence) === last.answers && (sameWords || wordAnswersOf(evidence) === last.wordAnswers)
}

/** The hashes that stand in for times of files that changed just now; nothing where one of them could not be read. */
export function bytesOf(
  { folder }: Snapshot,
  { unsettled }: FolderStamp,
): Record<string, string> | undefined {
  const hashes = new Map<string, string>(folder.memories.map(memory => [memory.file, memory.hash]))
  if (folder.index?.editable) hashes.set(INDEX_FILE, folder.index.hash)
  const bytes: Record<string, string> = Object.create(null)
  for (const name of unsettled.filter(each => each.endsWith('.md'))) {
    const hash = hashes.get(name)
    if (hash === undefined) return undefined
    bytes[name] = hash
  }
  return bytes
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
      modelOpinions: modelOpinionsOf(where, found.root),
      ...(activity && { activity }),
    }
  })
}
